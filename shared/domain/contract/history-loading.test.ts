import { expect, it } from 'vitest'
import {
  type BackfillStep,
  HistoryLoading,
  historyLoading,
  isStillLoading,
  loadingSentence,
  STEPS,
} from './history-loading.ts'

const row = (step: BackfillStep, done: number, total: number) => ({ step, done, total })
const DONE = STEPS.map((step) => row(step, 1, 1))
const BEFORE_CYCLES = DONE.filter(({ step }) => step !== 'cycles')

it('names the first step that is not done, also before it has begun', () => {
  expect(historyLoading([row('history', 6, 6)], 10)).toMatchObject({ step: 'bars of the index members', total: 0 })
  const loading = historyLoading([...DONE.slice(0, 2), row('chains', 150, 300)], 20)!
  expect(loading).toMatchObject({ step: 'closing option chains', done: 150, total: 300 })
  expect(HistoryLoading.parse(loading)).toEqual(loading)
  expect(loadingSentence(loading)).toMatch(
    /^history is loading: closing option chains 150 of 300, \d+ % of everything, about \d+ s left$/,
  )
})

it('is nothing when all is loaded, and where no history is filled', () => {
  expect([historyLoading(DONE, 100), historyLoading([], 100)]).toEqual([null, null])
  expect(
    historyLoading(
      DONE.map(({ step }) => row(step, 0, 0)),
      1,
    ),
  ).toBeNull()
})

it('a market state does not wait for the steps that it does not read', () => {
  const rows = [...BEFORE_CYCLES, row('cycles', 5, 300)]
  expect(historyLoading(DONE.slice(0, 5), 50, 'served')).toMatchObject({
    step: expect.stringContaining('first cycles'),
  })
  expect(historyLoading(rows, 50, 'served')).toBeNull()
  expect(historyLoading(rows, 50, 'states')).toBeNull()
  expect(historyLoading(rows, 50)).toMatchObject({ step: 'report cycles of the last sessions' })
})

it('estimates the remaining time from the time so far, and gives no estimate in the first moments', () => {
  expect(historyLoading([row('history', 0, 6)], 1)?.eta_seconds).toBeNull()
  const early = historyLoading([...BEFORE_CYCLES, row('cycles', 30, 300)], 60)!
  const late = historyLoading([...BEFORE_CYCLES, row('cycles', 270, 300)], 120)!
  expect(late.percent).toBeGreaterThan(early.percent)
  expect(late.eta_seconds!).toBeLessThan(early.eta_seconds!)
})

it('figures may change while the step that they rest on or an earlier one is loading', () => {
  const loading = historyLoading([...DONE.slice(0, 2), row('chains', 150, 300)], 20)
  const changing = STEPS.filter((step) => isStillLoading(loading, step))
  expect(changing).toEqual(STEPS.slice(STEPS.indexOf('chains')))
  expect(STEPS.filter((step) => isStillLoading(null, step))).toEqual([])
})
