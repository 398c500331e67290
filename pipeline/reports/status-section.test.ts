import { expect, test } from 'vitest'
import { loadingSentence, MARKET_STATE } from '../../shared/domain/contract/history-loading.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { statusSection } from './status-section.ts'

const snapshot = (more: Partial<SignalsSnapshot> = {}): SignalsSnapshot =>
  ({
    regime: 'RISK-ON',
    regime_reason: 'It *is*.',
    bridge_text: null,
    leading_lagging_read: 'The two groups agree.',
    health_score: 62,
    health_score_reason: null,
    score_low: 62,
    score_high: 62,
    live_points: 100,
    ...more,
  }) as SignalsSnapshot
const paragraphs = (...given: Parameters<typeof statusSection>) => statusSection(...given).split('\n\n')
const WHOLE = 'All 100 points have a reading, each the newest that is public.'

test('regime and score come first, then why', () => {
  expect(paragraphs(snapshot(), 'live')).toEqual([
    '## Market status',
    `Regime **RISK-ON**. Health score **62 out of 100**. ${WHOLE}`,
    'It \\*is\\*.',
    'The two groups agree.',
  ])
  expect(paragraphs(snapshot({ bridge_text: 'A bridge.' }), 'live')[3]).toBe('A bridge.')
})

test.each([
  [{ live_points: 90, score_low: 62, score_high: 62 }, 90, 62, 62],
  [{ live_points: 100, score_low: 60, score_high: 62 }, 100, 60, 62],
  [{ live_points: 90, score_low: 55, score_high: 65 }, 90, 55, 65],
])('a score that a missing or stale input could change states its bounds: %j', (more, points, low, high) => {
  expect(paragraphs(snapshot(more), 'live')[1]).toBe(
    `Regime **RISK-ON**. Health score **62 out of 100**. ${points} of 100 points have a reading; with missing and stale inputs at their worst or best, the score lies between ${low} and ${high}.`,
  )
})

test('what is missing says why', () => {
  expect(paragraphs(snapshot({ regime: null, health_score: null, health_score_reason: 'too little' }), 'live')[1]).toBe(
    `**No regime.** **No health score**: too little. ${WHOLE}`,
  )
  expect(paragraphs(snapshot({ health_score: null }), 'live')[1]).toContain('**No health score**: no reason given.')
})

test('simulated figures are named as such, with their scenario', () => {
  expect(paragraphs(snapshot(), 'simulated').at(-1)).toBe(
    'All figures come from the market simulator, not from a market.',
  )
  expect(paragraphs(snapshot(), 'simulated', 'crash' as never).at(-1)).toBe(
    'All figures come from the market simulator, in its scenario crash, not from a market.',
  )
})

test('while history loads the report states what it is based on', () => {
  const loading = { step: 'daily rows', done: 1, total: 2, percent: 40, eta_seconds: 60 }
  const [, , , , line] = paragraphs(snapshot({ history_loading: loading }), 'live')
  const words = loadingSentence(loading, MARKET_STATE)
  expect(line).toContain(`**${words[0]!.toUpperCase()}${words.slice(1)}.** Until then percentiles, ranks and dates`)
})
