import { describe, expect, test } from 'vitest'
import { scoreBasis } from './daily-score.ts'

const cycle = {
  trade_date: '2026-11-20',
  as_of: '2026-11-20T16:21:00-05:00',
  health_score: 55,
  regime: 'CAUTIOUS',
} as const
const day = {
  state: 'final',
  healthScore: 58,
  regime: 'CAUTIOUS',
  asOf: new Date('2026-11-20T20:00:00-05:00'),
} as const
const OWN = 'This is the score of the report cycle as of Fri 20 Nov 2026, 16:21 ET.'
const FINAL = 'The final daily row of that session, computed from its closes and what was published by 20:00 ET, has'

describe('the score of a cycle beside that of the daily row', () => {
  test('is named alone before the first row', () => {
    const { score_note: note, daily_row: row } = scoreBasis(cycle, null)
    expect(row).toBeNull()
    expect(note).toBe(
      `${OWN} Its session has no daily row yet: the first comes 22 minutes after the close, the final one at 20:00 ET.`,
    )
  })
  test.each([
    { score: 58, words: 'a score of 58, 3 points higher.', difference: 3 },
    { score: 54, words: 'a score of 54, 1 point lower.', difference: -1 },
    { score: 55, words: 'the same score.', difference: 0 },
    { score: null, words: 'no score.', difference: null },
  ])('a final row with $score has $words', ({ score, words, difference }) => {
    expect(scoreBasis(cycle, { ...day, healthScore: score })).toEqual({
      score_basis: 'cycle',
      score_note: `${OWN} ${FINAL} ${words}`,
      daily_row: { state: 'final', health_score: score, regime: 'CAUTIOUS', difference, as_of: '2026-11-20T20:00:00-05:00' }, // biome-ignore format: one row
    })
  })
  test('a cycle without a score is not compared', () => {
    const { score_note: note, daily_row: row } = scoreBasis({ ...cycle, health_score: null }, day)
    expect(note).toBe(`This report cycle has no score as of Fri 20 Nov 2026, 16:21 ET. ${FINAL} a score of 58.`)
    expect(row).toMatchObject({ health_score: 58, difference: null })
  })
  test('a provisional row is called so, and another regime is named', () => {
    const { score_note: note } = scoreBasis(cycle, { ...day, state: 'provisional', regime: 'TRANSITIONAL' })
    expect(note).toBe(
      `${OWN} The provisional daily row of that session, which the final one of 20:00 ET replaces, has a score of 58, ` +
        '3 points higher. Its regime is TRANSITIONAL, that of the cycle CAUTIOUS.',
    )
  })
})
