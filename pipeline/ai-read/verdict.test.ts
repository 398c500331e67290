import { expect, test } from 'vitest'
import type { EveningRead } from './evening-read.ts'
import { CEILING, type VerdictParts, verdictOf } from './verdict.ts'

const magnitude = { class: 'small', p_small: 0.5, p_normal: 0.3, p_big: 0.2, calibrated: false, n: 1_000, reason: null }
const risk = { band: 'low', rate: 0.1, base_rate: 0.17, sentence: '', trend: null }
const session = { regime: 'RISK-ON', regimeReason: '', healthScore: 60, livePoints: 100, regimeDays: 3 }
const verdict = (change: object, sizes = magnitude as object) =>
  verdictOf({
    evening: { risk, magnitude: sizes, likelihood: {} } as unknown as EveningRead,
    session,
    lines: [],
    writtenAt: new Date('2026-11-20T14:40:00Z'),
    ...change,
  } as VerdictParts)

test('sizes are uncalibrated until their forward grade confirms them, and the note says which', () => {
  const before = verdict({})
  expect(before.magnitude.calibrated).toBe(false)
  expect(before.uncertainty_note).toContain('is uncalibrated until its forward grade confirms it')
  const after = verdict({ sizesConfirmed: true })
  expect(after.magnitude.calibrated).toBe(true)
  expect(after.uncertainty_note).toContain('have been better than a third each')
  for (const { uncertainty_note: note } of [before, after]) expect(note.endsWith(CEILING)).toBe(true)
})

test('a size that is not stated is not calibrated', () => {
  const none = { ...magnitude, class: null, reason: 'too few moves are known' }
  expect(verdict({ sizesConfirmed: true }, none).magnitude.calibrated).toBe(false)
})
