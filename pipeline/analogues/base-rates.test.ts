import { expect, test } from 'vitest'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { knownHistory } from '../history/known-history.ts'
import { stateHistory } from '../risk/state-history.ts'
import { baseRates } from './base-rates.ts'
import { claimsOf, walkAnalogues } from './walk-analogues.ts'

const DAY = tradingDay('2013-12-31')
const inputs = {
  cutoff: instantAt(DAY, '20:00'),
  day: DAY,
  series: Object.fromEntries(knownHistory(longHistory('2010-01-04', DAY, 1))),
}
const state = stateHistory(inputs)
const walk = walkAnalogues(state, claimsOf(state, 0.04))
const rates = baseRates(inputs, state, walk)

const rowOf = (day: string): number => state.days.indexOf(tradingDay(day))
const percent = (share: number): string => `${Math.round(100 * share)} %`

test('each analogue has the moves of SPY that followed it, in percent', () => {
  for (const { trade_date, returns_pct, max_drawdown_pct } of rates.analogues) {
    const at = rowOf(trade_date)
    for (const sessions of [5, 10, 20] as const) {
      const move = 100 * (state.closes[at + sessions]! / state.closes[at]! - 1)
      expect(returns_pct[sessions]).toBeCloseTo(move, 6)
    }
    const after = state.closes.slice(at, at + 21)
    const falls = after.map((close, from) => 1 - Math.min(...after.slice(from)) / close)
    expect(max_drawdown_pct).toBeCloseTo(100 * Math.max(...falls), 6)
  }
})

test('the statement names the days, the counts and the shares of its own figures', () => {
  const { analogues, unconditional } = rates.horizons.find(({ sessions }) => sessions === 20)!
  const days = rates.analogues.map(({ trade_date }) => trade_date).toSorted()
  const first = state.days.find((_day, at) => !Number.isNaN(state.vix[at]!))
  expect(rates.drawdown_pct).toBe(4)
  expect(rates.statement).toContain(
    `Of the ${rates.analogues.length} most similar past sessions (${days[0]} to ${days.at(-1)}; ` +
      `${analogues.effective_n} without overlap), compared with all ${unconditional.n} sessions since ${first}: `,
  )
  const unproved = { ...walk, calibration: walk.calibration.map((each) => ({ ...each, reliability: unjudged(each) })) }
  expect(baseRates(inputs, state, unproved).statement).toContain(
    `: ${percent(analogues.drawdown.rate!)} were followed by a drawdown of 4 % or more within 20 sessions, against ` +
      `${percent(unconditional.drawdown.rate!)}; ${percent(analogues.up.rate!)} were followed by a higher close after ` +
      `20 sessions, against ${percent(unconditional.up.rate!)}.`,
  )
})

/** A judgement by which a claim may be stated without a reservation. */
const unjudged = ({ reliability }: (typeof walk.calibration)[number]) => ({
  ...reliability,
  verdict: 'better' as const,
})

test('the distance is ranked among those of past statements', () => {
  const { mean, usual_percentile: place } = rates.distance!
  const ownMean = rates.analogues.reduce((sum, { distance }) => sum + distance, 0) / rates.analogues.length
  expect(mean).toBeCloseTo(ownMean, 6)
  const nearer = walk.distances.filter((distance) => distance < ownMean).length
  expect(nearer).toBeGreaterThan(0)
  expect(place).toBeCloseTo((100 * nearer) / walk.distances.length, 1)
  expect(baseRates(inputs, state, { ...walk, distances: new Float64Array() }).distance!.usual_percentile).toBeNull()
})

test('without enough analogues nothing is stated', () => {
  const none = baseRates(inputs, state, walk, () => null)
  expect(none).toMatchObject({ statement: null, distance: null, analogues: [], horizons: [], claims: [] })
})
