import { describe, expect, it } from 'vitest'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { FedWatch } from '../../shared/domain/contract/fed-watch.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import type { SeriesPoint } from '../inputs/market-inputs.ts'
import { fedWatch } from './fed-watch.ts'
import { rangeSinceDecision } from './range-since.ts'

const point = (day: TradingDay, value: number): SeriesPoint => ({
  day,
  value,
  knownAt: instantAt(addDays(day, 1), '10:00'),
  source: 'fred',
})

interface State {
  on: string
  time: string
  /** The published range, and the day it is for. */
  range: [lower: number, day: string]
  /** Effective rates by their first day, each paid until the next one. */
  paid: Readonly<Record<string, number>>
  averages: Readonly<Record<string, number>>
}

function documentOf({ on, time, range: [lower, rangeDay], paid, averages }: State): FedWatch {
  const base = marketInputs(on, time)
  const dff: SeriesPoint[] = []
  for (let day = addDays(base.day, -40); addDays(day, 1) < base.day; day = addDays(day, 1)) {
    const since = Object.keys(paid).findLast((from) => from <= day)
    if (since !== undefined) dff.push(point(day, paid[since]!))
  }
  const day = tradingDay(rangeDay)
  const target = { fed_target_lower: [point(day, lower)], fed_target_upper: [point(day, lower + 0.25)] }
  const knownAt = new Date(base.cutoff.getTime() - 600_000)
  const fedFutures = Object.entries(averages).map(([month, average]) => ({ month, price: 100 - average, knownAt }))
  return FedWatch.parse(fedWatch({ ...base, series: { ...target, dff }, fedFutures }, { cycleId: 'any' }))
}

/** Monday, after the cut by a whole point of Sunday, 2020-03-15. */
const MARCH_2020: State = {
  on: '2020-03-16',
  time: '10:00',
  range: [1, '2020-03-15'],
  paid: { '2020-02-01': 1.58, '2020-03-04': 1.09 },
  averages: { '2020-03': 0.67, '2020-04': 0.1, '2020-05': 0.07 },
}
/** The afternoon of a cut by a quarter point. */
const OCTOBER_2025: State = {
  on: '2025-10-29',
  time: '14:45',
  range: [4, '2025-10-29'],
  paid: { '2025-09-01': 4.33, '2025-09-18': 4.12 },
  averages: { '2025-10': 4.095, '2025-11': 3.875, '2025-12': 3.78, '2026-01': 3.68, '2026-02': 3.63 },
}

describe('until the range of a decision is published, odds count from the range that the contracts show', () => {
  it('after the emergency cut of 2020-03-15, whose effective rate is that of the cut twelve days before', () => {
    const document = documentOf(MARCH_2020)
    expect(document).toMatchObject({
      status: 'ready',
      target_range: { lower: 1, upper: 1.25 },
      range_lacks_decision: '2020-03-15',
      range_since_decision: { lower: 0, upper: 0.25 },
      next_meeting: '2020-04-29',
    })
    expect(document.hold).toBeGreaterThan(0.8)
    expect(document.meetings[0]!.ranges.at(-1)).toMatchObject({ lower: 0, upper: 0.25, probability: document.hold })
  })
  it('in the afternoon of an ordinary cut', () => {
    const document = documentOf(OCTOBER_2025)
    expect(document).toMatchObject({
      range_lacks_decision: '2025-10-29',
      range_since_decision: { lower: 3.75, upper: 4 },
    })
    const hold = document.meetings[0]!.ranges.find(({ lower }) => lower === 3.75)
    expect(hold?.probability).toBe(document.hold)
  })
  it('after a decision to hold it is the published one', () => {
    const held = { ...OCTOBER_2025, range: [3.75, '2025-10-29'] as State['range'], paid: { '2025-09-01': 3.88 } }
    expect(documentOf(held)).toMatchObject({ range_since_decision: { lower: 3.75, upper: 4 } })
  })
  it('before a decision, and once its range is published, the published one counts and there is no other', () => {
    const morning = { ...OCTOBER_2025, time: '10:00' }
    const published = { ...OCTOBER_2025, range: [3.75, '2025-10-30'] as State['range'], on: '2025-10-30' }
    for (const state of [morning, published])
      expect(documentOf(state)).toMatchObject({
        status: 'ready',
        range_lacks_decision: null,
        range_since_decision: null,
      })
  })
  it('halfway between two ranges the contracts show neither, and there are no odds', () => {
    const averages = { ...OCTOBER_2025.averages, '2025-11': 4 }
    expect(documentOf({ ...OCTOBER_2025, averages })).toMatchObject({
      status: 'not_ready',
      range_since_decision: null,
      reason:
        'the range since the decision of 2025-10-29 is not published yet, and the contracts do not show it clearly',
    })
  })
})

describe('the range', () => {
  const published = { lower: 4, upper: 4.25 }
  it.each([
    [4.03, 4.12, 4],
    [3.87, 4.12, 3.75],
    [3.37, 4.12, 3.25],
    [4.87, 4.12, 4.75],
    // A rate that is not published yet is taken to be the middle of the range.
    [3.86, null, 3.75],
  ])('is moved by the nearest whole step: implied %d after %d paid begins at %d', (implied, paidBefore, lower) => {
    expect(rangeSinceDecision(published, { implied, paidBefore })).toEqual({ lower, upper: lower + 0.25 })
  })
  it('is not known farther than ten basis points from a whole step', () => {
    expect(rangeSinceDecision(published, { implied: 4.01, paidBefore: 4.12 })).toBeNull()
    expect(rangeSinceDecision(published, { implied: 3.98, paidBefore: 4.12 })).toBeNull()
  })
})
