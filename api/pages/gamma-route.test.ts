import { expect, test } from 'vitest'
import { readExample } from '../openapi/read-example.ts'
import { expiriesOf } from './gamma-route.ts'

test('an expiration of the chain that has passed is marked', () => {
  const gamma = readExample<Parameters<typeof expiriesOf>[0]>(import.meta.url, '../signals/gamma-example.json')
  const [front] = gamma.by_expiration
  const rows = (first: string) => expiriesOf({ ...gamma, by_expiration: [front!] }, first)
  expect(rows('9999-12-31')).toContain('expired</span>')
  expect(rows(front!.expiration)).not.toContain('expired')
})
