import { expect, it } from 'vitest'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
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

it('a state that no past session resembles is told as such, and an ordinary one is not', () => {
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
