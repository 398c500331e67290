import { expect, test } from 'vitest'
import { bodyOf, brokerDeath, deliveryCount, readyAtOf } from './rabbitmq-content.ts'

const received = (headers?: object) => ({ properties: { headers } }) as Parameters<typeof deliveryCount>[0]

test('a message without headers is a first delivery, with no time of its own and no death', () => {
  const bare = received()
  expect([deliveryCount(bare), readyAtOf(bare), brokerDeath(bare)]).toEqual([0, null, null])
  expect(deliveryCount(received({ 'x-delivery-count': 2 }))).toBe(2)
})

test('the time of a death by the broker is in seconds', () => {
  const death = { reason: 'delivery_limit', time: { '!': 'timestamp', value: 1_795_186_800 } }
  expect(brokerDeath(received({ 'x-death': [death] }))).toMatchObject({ reason: 'delivery_limit' })
})

test('a body that is no JSON stays text', () => {
  expect([bodyOf({ content: Buffer.from('{"a":1}') }), bodyOf({ content: Buffer.from('{a') })]).toEqual([
    { a: 1 },
    '{a',
  ])
})
