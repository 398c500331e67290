import { describe, expect, test } from 'vitest'
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

test('sizes are uncalibrated until their forward grade confirms them, and the note names which', () => {
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

describe('the size in words', () => {
  const edges = { normal: 0.0024, big: 0.0072 }
  const sized = (small: number, normal: number, big: number, n: number, change: object = { edges }) => {
    const likeliest = ['small', 'normal', 'big'][[small, normal, big].indexOf(Math.max(small, normal, big))]!
    const stated = { ...magnitude, class: likeliest, p_small: small, p_normal: normal, p_big: big, n }
    const evening = { risk, magnitude: stated, likelihood: {}, ...change } as unknown as EveningRead
    return verdict({ evening })
  }
  const said = (words: string) =>
    `The move on Mon 23 Nov 2026 from the previous close, in either direction, is ${words}.`
  test('a likeliest size is named with the percents that bound it, in the narrative too', () => {
    const { magnitude: stated, whats_happening: happening } = sized(0.3, 0.3, 0.4, 5_000)
    expect(stated).toMatchObject({ about_as_likely: [], normal_from_pct: 0.24, big_from_pct: 0.72 })
    expect(stated.sentence).toBe(said('most likely big (0.72 % or more)'))
    expect(happening.text).toContain(stated.sentence)
    expect(sized(0.5, 0.3, 0.2, 5_000).magnitude.sentence).toBe(said('most likely small (below 0.24 %)'))
  })
  test.each([
    ['the minute before the open', '2026-11-20T09:29:00-05:00', '2026-11-20'],
    ['the minute of the open', '2026-11-20T09:30:00-05:00', '2026-11-23'],
  ])('written in %s, the size is that of the next move to begin at a close', (_when, writtenAt, session) => {
    expect(verdict({ writtenAt: new Date(writtenAt) }).magnitude.session).toBe(session)
  })
  test.each([
    ['a slot of a session', '2026-11-20T09:40:00-05:00', '2026-11-23'],
    ['an evening before a holiday', '2026-11-25T20:00:00-05:00', '2026-11-27'],
    ['a weekend', '2026-11-28T12:00:00-05:00', '2026-11-30'],
  ])('written in %s, the size is that of the session after it', (_when, writtenAt, session) => {
    expect(verdict({ writtenAt: new Date(writtenAt) }).magnitude.session).toBe(session)
  })
  test('sizes within a standard error of the likeliest are about as likely', () => {
    // Of 5,000 sessions the difference of 0.342 and 0.345 has a standard error of 0.012.
    const { magnitude: stated } = sized(0.313, 0.342, 0.345, 5_000)
    expect(stated).toMatchObject({ class: 'big', about_as_likely: ['normal'] })
    expect(stated.sentence).toBe(said('about as likely to be normal (0.24 to 0.72 %) as big (0.72 % or more)'))
    expect(sized(0.33, 0.335, 0.335, 5_000).magnitude.about_as_likely).toEqual(['small', 'big'])
  })
  test.each([
    { share: 0.35, n: 1_000, tied: ['small'] },
    { share: 0.35, n: 100_000, tied: [] },
    { share: 0.36, n: 1_000, tied: [] },
  ])('normal of $share after $n sessions is about as likely as $tied', ({ share, n, tied }) => {
    expect(sized(0.33, share, 1 - 0.33 - share, n).magnitude.about_as_likely).toEqual(tied)
  })
  test('an evening without edges names sizes alone', () => {
    const { magnitude: stated } = sized(0.5, 0.3, 0.2, 5_000, { edges: null })
    expect(stated).toMatchObject({ normal_from_pct: null, big_from_pct: null, sentence: said('most likely small') })
  })
})

describe('the narrative', () => {
  const lines = ['VIX at or above 20', 'SPY below 640'].map((text) => ({ text }))
  const textOf = (change: object) => verdict(change).whats_happening.text

  test('names the regime, the health, the falls and the nearest line', () => {
    const text = textOf({ lines })
    expect(text).toContain('The regime has been RISK-ON for 3 sessions. Health is 60 of 100. ')
    expect(text).toContain('Scaled to this VIX, 10 % of past sessions were followed by a fall of 4 % or more')
    expect(text).toContain('over all sessions, unscaled, the rate is 17 %.')
    expect(text).toMatch(/ Nearest line: VIX at or above 20\.$/)
  })

  test('leaves out what is not known', () => {
    const evening = { risk: { ...risk, rate: null }, magnitude: { ...magnitude, class: null }, likelihood: {} }
    const unknown = { ...session, regime: null, regimeReason: 'No close is known.', healthScore: null }
    expect(textOf({ evening, session: unknown })).toBe('No close is known.')
    expect(textOf({ session: { ...session, isRegimeOlder: true } })).toContain('for at least 3 sessions.')
  })

  test('no verdict grades its read of a downturn', () => {
    expect(verdict({}).downturn_read).toMatchObject({ graded: false })
  })
})

test('the note counts the points without a reading, and is absent for a complete score', () => {
  const noteOf = (livePoints: number) => verdict({ session: { ...session, livePoints } }).uncertainty_note
  expect(noteOf(82)).toContain('Components worth 18 of the 100 points had no reading.')
  expect(noteOf(100)).not.toContain('no reading')
})
