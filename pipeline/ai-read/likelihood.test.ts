import { expect, it } from 'vitest'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { baseRates } from '../analogues/base-rates.ts'
import { claimsOf, walkAnalogues } from '../analogues/walk-analogues.ts'
import { knownHistory } from '../history/known-history.ts'
import { stateHistory } from '../risk/state-history.ts'
import { likelihoodOf } from './likelihood.ts'

const day = tradingDay('2012-12-31')
const series = Object.fromEntries(knownHistory(longHistory('2010-01-04', day, 1)))
const state = stateHistory({ series })
const plain = likelihoodOf(state).sentence

it.each([
  ['better', ''],
  ['same', ' Such claims have not been better than the base rate.'],
  ['worse', ' Such claims have been worse than the base rate, so this one is no evidence.'],
  ['insufficient_data', ' Too few such claims have come out to tell whether they are better than the base rate.'],
] as const)('a share of analogues whose claims have been %s is told with that', (judged, words) => {
  expect(plain).toMatch(/^Of the \d+ past sessions nearest to this state/)
  expect(likelihoodOf(state, judged).sentence).toBe(`${plain}${words}`)
})

it('a state that no past session resembles is reported as such, an ordinary one is not', () => {
  const values = longHistory('2010-01-04', day, 1)
  const crash = values.map((each) => {
    if (each.day !== day) return each
    return {
      ...each,
      value: each.series === 'vix_close' ? 82.69 : each.series === 'pct_above_50dma' ? 1.2 : each.value,
    }
  })
  const { sentence, n } = likelihoodOf(stateHistory({ series: Object.fromEntries(knownHistory(crash)) }), 'same')
  expect(sentence).toMatch(
    new RegExp(
      `No past session was like this state: these ${n} differ from it by [2-9]\\.\\d standard deviations on average, two sessions drawn at random by 1\\.4\\. Such claims have not`,
    ),
  )
  expect(plain).not.toContain('No past session was like')
})

it('states the same figures as the base rates of the analogues', () => {
  const walk = walkAnalogues(state, claimsOf(state, 0.04))
  const { horizons } = baseRates({ cutoff: instantAt(day, '20:00'), day, series }, state, walk)
  const { analogues, unconditional } = horizons.find(({ sessions }) => sessions === 20)!
  const { sentence, ...figures } = likelihoodOf(state)
  expect(figures).toEqual({
    sessions: 20,
    n: analogues.n,
    effective_n: analogues.effective_n,
    rate: analogues.drawdown.rate,
    base_rate: unconditional.drawdown.rate,
    base_n: unconditional.n,
    median_return_pct: analogues.median_return_pct,
  })
  const percent = (rate: number | null) => `${Math.round(100 * rate!)} %`
  const first = state.days.find((_day, at) => !Number.isNaN(state.vix[at]!))
  const { rate, low, high } = analogues.drawdown
  expect(sentence).toBe(
    `Of the ${analogues.n} past sessions nearest to this state (${analogues.effective_n} without overlap), ` +
      `${percent(rate)} were followed by a fall of 4 % or more within 20 sessions; over all ${unconditional.n} sessions ` +
      `since ${first} the rate is ${percent(unconditional.drawdown.rate)}. The 95 % interval of the first rate runs from ${percent(low)} to ${percent(high)}.`,
  )
})

it('states nothing before enough past sessions are known', () => {
  expect(likelihoodOf(stateHistory({ series: {} }))).toEqual({
    sessions: 20,
    n: 0,
    effective_n: 0,
    rate: null,
    base_rate: null,
    base_n: 0,
    median_return_pct: null,
    sentence: 'Fewer than 10 past sessions are known in a like state.',
  })
})
