import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Regime } from '../../shared/domain/contract/signals.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type RegimeDay, regimeSpells, tallies } from './regime-spells.ts'

const SESSIONS = sessionsBetween(tradingDay('2026-01-02'), tradingDay('2026-11-20'))
const LETTERS: Record<string, Regime | null> = { o: 'RISK-ON', c: 'CAUTIOUS', p: 'PANIC', _: null }
/** One letter per session; a dot is a session without a row. */
const days = (story: string): RegimeDay[] =>
  [...story].flatMap((letter, at) =>
    letter === '.' ? [] : [{ day: SESSIONS[at]!, regime: LETTERS[letter] ?? null, healthScore: at, rulesVersion: '1' }],
  )
const told = (story: string) =>
  regimeSpells(days(story)).map(({ regime, sessions, sessions_without_reading, complete, ended_by }) =>
    [regime, sessions, sessions_without_reading, complete ? 'whole' : 'cut', ended_by].join(' '),
  )

describe('spells', () => {
  it('go on through a calm stretch and end where the next regime begins', () => {
    expect(told('oooooo')).toEqual(['RISK-ON 6 0 cut '])
    expect(told('oocccp')).toEqual(['RISK-ON 2 0 cut change', 'CAUTIOUS 3 0 whole change', 'PANIC 1 0 cut '])
  })

  it('have the score at both ends and their first and last session', () => {
    expect(regimeSpells(days('ooccc'))[1]).toMatchObject({
      from: SESSIONS[2],
      to: SESSIONS[4],
      score_begin: 2,
      score_end: 4,
      ended_by: null,
    })
  })

  it('bridge and count a short gap, whether rows are empty or absent', () => {
    expect(told('oo__.oo')).toEqual(['RISK-ON 4 3 cut '])
    expect(told('oo_____oo')).toEqual(['RISK-ON 4 5 cut '])
  })

  it('end at a long gap, and neither neighbour counts as whole', () => {
    expect(told('coo______ooc')).toEqual([
      'CAUTIOUS 1 0 cut change',
      'RISK-ON 2 0 cut no_reading',
      'RISK-ON 2 0 cut change',
      'CAUTIOUS 1 0 cut ',
    ])
    expect(told('co______')).toEqual(['CAUTIOUS 1 0 cut change', 'RISK-ON 1 0 cut no_reading'])
    expect(told('co_____')).toEqual(['CAUTIOUS 1 0 cut change', 'RISK-ON 1 0 cut '])
    expect(told('____')).toEqual([])
  })

  it('hold every session with a regime exactly once, and neighbours differ or lie far apart', () => {
    const story = fc.array(fc.constantFrom('o', 'c', 'p', '_', '.'), { maxLength: 120 }).map((each) => each.join(''))
    fc.assert(
      fc.property(story, (each) => {
        const rows = days(each)
        const spells = regimeSpells(rows)
        const covered = rows.filter(({ regime }) => regime !== null)
        expect(spells.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(covered.length)
        for (const [at, spell] of spells.entries()) {
          expect(spell.from <= spell.to).toBe(true)
          const next = spells[at + 1]
          if (next) expect(next.regime !== spell.regime || spell.ended_by === 'no_reading').toBe(true)
        }
      }),
    )
  })
})

it('tallies every regime, with medians of whole spells only', () => {
  const counted = tallies(regimeSpells(days('ooccoccccoooo')))
  expect(counted.map(({ regime }) => regime)).toEqual(Regime.options)
  expect(counted[0]).toEqual({
    regime: 'RISK-ON',
    spells: 3,
    sessions: 7,
    n: 1,
    median_sessions: 1,
    longest_sessions: 1,
  })
  expect(counted[1]).toMatchObject({ spells: 2, n: 2, median_sessions: 3, longest_sessions: 4 })
  expect(counted[4]).toMatchObject({ spells: 0, n: 0, median_sessions: null, longest_sessions: null })
})
