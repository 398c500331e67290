import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { within } from './deadline.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => {})

test('work that takes longer than its deadline is unavailable, at that moment and not before', async () => {
  const settled = vi.fn()
  within(1_000, 'poll', never()).catch(settled)
  await vi.advanceTimersByTimeAsync(999)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(settled).toHaveBeenCalledWith(
    expect.objectContaining({ kind: 'unavailable', message: 'poll took longer than 1000 ms' }),
  )
})

test('work that ends in time gives its own result or error, and leaves no timer', async () => {
  expect(await within(1_000, 'poll', Promise.resolve('done'))).toBe('done')
  await expect(within(1_000, 'poll', Promise.reject(new Error('own')))).rejects.toThrow('own')
  expect(vi.getTimerCount()).toBe(0)
})
