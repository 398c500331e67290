import { expect, test } from 'vitest'
import type { EraGrade } from '../../shared/domain/contract/ai-grades.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type Judgement, judge } from './judgement.ts'
import { publicGrade, twinWords } from './public-words.ts'

const DAYS = sessionsBetween(tradingDay('2026-01-02'), tradingDay('2026-12-31'))

/** A pair a session; the LLM's loss differs from the twin's by the gain and by noise that alternates. */
function twinOf(dates: number, gain: number, noise: number) {
  const pairs = Array.from({ length: dates }, (_, start) => {
    const rival = 0.44
    return { start, sessions: 1, ours: rival - gain + (start % 2 === 0 ? noise : -noise), rival }
  })
  return { judgement: judge(pairs), first: DAYS[0] ?? null, last: DAYS[dates - 1] ?? null }
}

test.each([
  ['better', twinOf(80, 0.02, 0.02), null],
  ['worse', twinOf(80, -0.02, 0.02), null],
  ['equal', twinOf(80, 0, 0.01), null],
  ['insufficient_data', twinOf(10, 0.02, 0.02), 60],
] as const)('a twin that is %s says so in one sentence', (verdict, twin, needed) => {
  const words = twinWords(twin)
  expect(words).toMatchObject({ verdict, n: twin.judgement.n, n_needed: needed })
  expect(words.sentence).toMatch(/^[^.]+(\.\d[^.]*)*\.$/)
})

test('an undecided twin has the number of dates that are needed, and their date at this pace', () => {
  const twin = twinOf(80, 0.005, 0.08)
  const { nNeeded } = twin.judgement as Judgement & { nNeeded: number }
  const words = twinWords(twin)
  expect(words.verdict).toBe('unknown')
  expect(nNeeded).toBeGreaterThan(80)
  // One date a session: as many sessions later as dates are missing, and one for the move to end.
  const late = sessionsBetween(DAYS[79]!, tradingDay('2040-12-31'))
  expect(words).toMatchObject({ n_needed: nNeeded, date: late[nNeeded - 80 + 1] })
  expect(words.sentence).toContain(`it can be told on ${words.date}`)
})

test('the sentence states the skill with its interval', () => {
  const judgement = { ...judge([]), verdict: 'better', n: 80, skill: 0.0455, interval: [0.011, 0.08] } as const
  const { sentence } = twinWords({
    judgement: { ...judgement, interval: [0.011, 0.08] },
    first: DAYS[0]!,
    last: DAYS[79]!,
  })
  expect(sentence).toContain('(skill 4.5 %, interval 1.1 % to 8.0 %).')
})

test('one date alone counts as a pace of one date a session', () => {
  const { nNeeded, nEffective } = twinOf(1, 0, 0).judgement
  const { date, sentence } = twinWords(twinOf(1, 0, 0))
  expect(sentence).toMatch(/^1 date is too few to tell whether /)
  const later = sessionsBetween(DAYS[0]!, tradingDay('2040-12-31'))
  expect(date).toBe(later[nNeeded! - nEffective + 1])
})

test('before the first pair there is no date', () => {
  expect(twinWords(null)).toMatchObject({ verdict: 'insufficient_data', n: 0, date: null })
})

test('below the floor of dates only the minimum number is stated, whatever the few dates suggest', () => {
  const pairs = [1, 1, 1, 0, 1, 0].map((ours, at) => ({ start: Math.floor(at / 3), sessions: 1, ours, rival: 0.5 }))
  const { verdict, nEffective, nNeeded } = judge(pairs)
  expect({ verdict, nEffective, nNeeded }).toEqual({ verdict: 'insufficient_data', nEffective: 2, nNeeded: 60 })
})

test('a public grade is that of its own variant in the present era, which has none before a claim has matured', () => {
  const era = {
    variant: 'deterministic',
    current: true,
    n: 9,
    n_effective: 7,
    n_needed: 60,
    verdict: 'better',
  } as EraGrade
  const eras: EraGrade[] = [
    { ...era, variant: 'llm', n: 4, verdict: 'insufficient_data' },
    { ...era, current: false, n: 30, verdict: 'worse' },
    era,
  ]
  expect(publicGrade(eras, 'deterministic')).toEqual({ verdict: 'better', matured: 9, reason: null })
  expect(publicGrade(eras, 'llm')).toMatchObject({
    matured: 4,
    reason: expect.stringContaining('at least 60 are needed'),
  })
  const none = { verdict: 'insufficient_data', matured: 0, reason: 'no claim of the present era has matured yet' }
  expect(publicGrade(eras.slice(1, 2), 'deterministic')).toEqual(none)
  expect(publicGrade([{ ...era, n: 0 }], 'deterministic')).toEqual(none)
})
