import { setImmediate as afterEvents } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { soonOnce } from './postgres-consumer.ts'

test('calls that come together cause one run after the present events, and later calls another', async () => {
  let runs = 0
  const soon = soonOnce(() => {
    runs += 1
  })
  soon()
  soon()
  expect(runs).toBe(0)
  await afterEvents()
  expect(runs).toBe(1)
  await afterEvents()
  expect(runs).toBe(1)
  soon()
  await afterEvents()
  expect(runs).toBe(2)
})
