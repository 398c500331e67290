import { expect, test } from 'vitest'
import { restartBudget } from './restart-budget.ts'

const MINUTE_MS = 60_000

test('restart budget: a death each hour never uses it up', () => {
  let now = 0
  const budget = restartBudget({ max: 20, withinMs: 10 * MINUTE_MS, now: () => now })
  for (let deaths = 0; deaths < 1_000; deaths++) {
    expect(budget.take()).toBe(1)
    now += 60 * MINUTE_MS
  }
})

test('restart budget: one more death than allowed within the time is refused, until the oldest is forgiven', () => {
  let now = 0
  const budget = restartBudget({ max: 3, withinMs: 10 * MINUTE_MS, now: () => now })
  const numbers = [0, 1, 2, 3].map((minute) => {
    now = minute * MINUTE_MS
    return budget.take()
  })
  expect(numbers).toEqual([1, 2, 3, null])
  now = 10 * MINUTE_MS - 1
  expect(budget.take()).toBeNull()
  now = 10 * MINUTE_MS
  expect(budget.take()).toBe(3)
})
