import { describe, expect, it } from 'vitest'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import { knownHistory } from '../../pipeline/history/known-history.ts'
import { type HistoryDay, replay } from '../../pipeline/history/replay.ts'
import type { Regime } from '../../shared/domain/contract/signals.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { readHistoryData } from './history-data.ts'
import { afterStress, byYear, judge, spellLengths } from './judgement.ts'
import { dropEach } from './missing-inputs.ts'
import { pictures } from './pictures.ts'

const values = longHistory('2012-01-02', '2013-03-28', 11)
const whole = [...replay(knownHistory(values))]

/** The time for thirteen replays of more than a year. */
const REPLAYS_MS_MAX = 60_000

/** The judgement reads only date, regime and scores of a day. */
const days = (...regimes: (Regime | null)[]): HistoryDay[] =>
  regimes.map((regime, at) => {
    const base = whole.at(-1)!
    const tradeDate = addSessions(tradingDay('2012-12-27'), at).day
    return { ...base, row: { ...base.row, tradeDate, regime, healthScore: 50 + at } }
  })

describe('judgement', () => {
  it('counts spells, which exclude days without a regime', () => {
    expect(spellLengths(days('RISK-ON', 'RISK-ON', null, 'RISK-ON', 'PANIC'))).toEqual([2, 1, 1])
    expect(spellLengths([])).toEqual([])
  })

  it('gives shares of the sessions with a regime', () => {
    const period = judge('x', days('RISK-ON', 'CAUTIOUS', 'RISK-ON', null, 'RISK-ON'))
    expect(period).toMatchObject({ sessions: 5, medianScore: 52, spells: 4, medianSpell: 1 })
    expect(period.shares).toMatchObject({ 'RISK-ON': 75, CAUTIOUS: 25, PANIC: 0 })
  })

  it('begins years with their first session', () => {
    expect(
      [...byYear(days('RISK-ON', 'RISK-ON', 'RISK-ON', 'RISK-ON'))].map(([year, all]) => [year, all.length]),
    ).toEqual([
      ['2012', 3],
      ['2013', 1],
    ])
  })

  it('counts the sessions from a stress to the bad regime, and to recovery after it', () => {
    const history = days('RISK-ON', 'TRANSITIONAL', 'RISK-OFF', 'TRANSITIONAL', 'CAUTIOUS')
    expect(afterStress(history, '2012-12-27', 'x')).toMatchObject({ sessionsToStress: 2, sessionsToRecovery: 4 })
    expect(afterStress(history.slice(0, 2), '2012-12-27', 'x')).toMatchObject({
      sessionsToStress: null,
      sessionsToRecovery: null,
    })
    expect(afterStress(history, '2013-06-01', 'x')).toBeNull()
  })
})

it(
  'dropping a component leaves a score inside its stated bounds',
  () => {
    const experiments = dropEach(values, whole, '2013-01-01', () => {})
    expect(experiments).toHaveLength(13)
    expect(experiments.every(({ outsideBounds }) => outsideBounds === 0)).toBe(true)
    expect(experiments.find(({ without }) => without.startsWith('VIX '))?.regimesLost).toBe(0)
  },
  REPLAYS_MS_MAX,
)

it('pictures hold weekly values, not daily ones', () => {
  const [svg] = pictures(whole).values()
  expect(svg).toMatch(/^<svg [^>]+>\n[\s\S]+<\/svg>\n$/)
  expect(svg).not.toContain('NaN')
  const points = svg!.match(/d="M[^"]*L[^"]*"/g)!.map((path) => path.split(/[ML]/).length - 1)
  expect(Math.max(...points)).toBeLessThan(whole.length / 4)
})

it('a run without HISTORY_DATA is refused with what is required', () => {
  expect(() => readHistoryData({})).toThrow(/HISTORY_DATA must name the folder/)
  expect(() => readHistoryData({ HISTORY_DATA: import.meta.dirname })).toThrow(/no history-\*\.csv/)
})
