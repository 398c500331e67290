import { expect, test } from 'vitest'
import { type ScoreDay, scoreChart, spellsOf } from './score-chart.ts'

const day = (trade_date: string, regime: string | null, score: number | null): ScoreDay => ({
  trade_date,
  regime,
  health_score: score,
  score_low: score,
  score_high: score,
})

test('a spell ends where the regime changes, and a session without one is a spell of its own', () => {
  const regimes = ['RISK-ON', 'RISK-ON', null, 'RISK-ON', 'CAUTIOUS'].map((regime) => ({ regime }))
  expect(spellsOf(regimes)).toEqual([
    { regime: 'RISK-ON', from: 0, to: 1 },
    { regime: 'UNKNOWN', from: 2, to: 2 },
    { regime: 'RISK-ON', from: 3, to: 3 },
    { regime: 'CAUTIOUS', from: 4, to: 4 },
  ])
})

test('a session without a score is a gap in the line', () => {
  const days = [day('2026-11-16', 'RISK-ON', 60), day('2026-11-17', 'RISK-ON', null), day('2026-11-18', 'RISK-ON', 62)]
  expect(scoreChart(days, 60).match(/<polyline/g)).toHaveLength(2 * 2)
})

test('one score draws no chart', () => expect(scoreChart([day('2026-11-16', 'RISK-ON', 60)], 60)).toBe(''))

test('the picture is described in words', () => {
  const markup = scoreChart([day('2026-11-16', 'RISK-ON', 60), day('2026-11-17', 'CAUTIOUS', 55)], 54)
  expect(markup).toContain(
    'Health score of 2 sessions from 16 Nov 2026 to 17 Nov 2026: between 55 and 60, last 55, now 54, in 2',
  )
})
