import { expect, it } from 'vitest'
import { fixedClock, systemClock } from './clock.ts'

it('a fixed clock keeps its time when a caller changes the returned date', () => {
  const at = new Date('2026-11-20T15:00:00Z')
  const clock = fixedClock(at)
  at.setTime(0)
  clock.now().setTime(0)
  expect(clock.now().toISOString()).toBe('2026-11-20T15:00:00.000Z')
})

it('the system clock does not go back between two calls', () => {
  const first = systemClock.now().getTime()
  expect(systemClock.now().getTime()).toBeGreaterThanOrEqual(first)
})
