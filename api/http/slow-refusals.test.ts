import { afterEach, expect, test, vi } from 'vitest'
import { SlowRefusals } from './slow-refusals.ts'

afterEach(() => void vi.useRealTimers())

test('a refusal waits for half a second while others need the process, and at most two thousand wait', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const refusals = new SlowRefusals()
  const answered: string[] = []
  const refuse = (name: string, isNeeded = true) => refusals.refuse(isNeeded, () => answered.push(name))
  refuse('not needed', false)
  expect(answered).toEqual(['not needed'])
  for (let held = 0; held < 2_000; held++) refuse('held')
  refuse('one too many')
  expect(answered).toEqual(['not needed', 'one too many'])
  vi.advanceTimersByTime(499)
  expect(answered).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(answered).toHaveLength(2_002)
  refuse('later')
  expect(answered).toHaveLength(2_002)
})
