import { describe, expect, it } from 'vitest'
import { TRIPWIRE_RULES_VERSION } from '../tripwires/wire.ts'
import { describeState, stateFacts } from './describe-state.ts'
import { type ReadInputs, sessionRead } from './read-inputs.ts'

const reading = (value: number) => ({
  rulesVersion: TRIPWIRE_RULES_VERSION,
  reading: { value, level: 20, rearm: 19, observed_at: '2026-11-20T15:15:00-05:00' },
})
const inputs = (change: object = {}): ReadInputs =>
  ({
    cutoff: new Date('2026-11-20T20:30:00Z'),
    evening: null,
    snapshot: null,
    newestDay: { day: '2026-11-19', regime: 'RISK-ON', regimeReason: '', healthScore: 61, livePoints: 100 },
    regimes: [{ day: '2026-11-19', regime: 'RISK-ON' }],
    wires: {},
    alerts: [],
    heldAlerts: [],
    quotes: {},
    previousClose: 600,
    ...change,
  }) as unknown as ReadInputs
const quoted = (at: string) => ({
  SPY: { price: 606, quotedAt: new Date(at) },
  VIX: { price: 15.2, quotedAt: new Date(at) },
})
const words = (change: object) => describeState(stateFacts(inputs(change)))

it('states for a past cutoff that lines and alerts were not read, and the time of the price', () => {
  expect(words({ alerts: null })).toBe(
    'The regime has been RISK-ON for at least 1 session. Health is 61 of 100. SPY last closed at 600.00. ' +
      'No watch-line could be read. Alerts were not read.',
  )
})

it.each([
  ['no line is crossed', { wires: { vix_20: reading(15) } }, 'No watch-line is crossed. No alert is active.'],
  ['a line is crossed', { wires: { vix_20: reading(21) } }, 'Crossed lines: VIX at or above 20. No alert is active.'],
  [
    'a kind cannot be judged',
    { heldAlerts: ['HY_OAS_WIDENING'] },
    'No alert is active. 1 alert kind lacks an input: HY_OAS_WIDENING.',
  ],
  [
    'two kinds cannot be judged',
    { heldAlerts: ['GEX_NEGATIVE', 'ZERO_GAMMA_LOST'] },
    '2 alert kinds lack an input: GEX_NEGATIVE, ZERO_GAMMA_LOST.',
  ],
  ['every kind can be judged', { heldAlerts: [] }, 'No watch-line could be read. No alert is active.'],
  [
    'an alert is active',
    { alerts: [{ alertId: 'vix_spike', severity: 'warning', message: 'm', firedAt: new Date(0) }] },
    'Active alerts: vix_spike.',
  ],
  [
    'SPY trades',
    { quotes: quoted('2026-11-20T15:15:00-05:00') },
    'SPY stands at 606.00, +1.00 % against the previous close. VIX is at 15.20.',
  ],
  [
    'the minute after the open still holds quotes of the session before',
    { cutoff: new Date('2026-11-20T09:40:00-05:00'), quotes: quoted('2026-11-19T15:59:59-05:00') },
    'SPY last closed at 600.00. VIX was last quoted on Thu 19 Nov 2026, 15:59 ET at 15.20.',
  ],
  [
    'that close itself is not known',
    {
      cutoff: new Date('2026-11-20T09:40:00-05:00'),
      quotes: quoted('2026-11-19T15:59:59-05:00'),
      previousClose: null,
    },
    'SPY was last quoted on Thu 19 Nov 2026, 15:59 ET at 606.00. VIX was',
  ],
  [
    'the session is over',
    { cutoff: new Date('2026-11-20T16:15:00-05:00'), quotes: quoted('2026-11-20T15:44:00-05:00') },
    'SPY was last quoted on Fri 20 Nov 2026, 15:44 ET at 606.00, +1.00 % against the previous close. VIX was last',
  ],
  [
    'the quotes have stopped',
    { quotes: quoted('2026-11-20T14:00:00-05:00') },
    'SPY was last quoted on Fri 20 Nov 2026, 14:00 ET at 606.00, +1.00 %',
  ],
  ['SPY is not known', { previousClose: null }, 'Health is 61 of 100. No watch-line could be read.'],
])('says that %s', (_name, change, told) => {
  expect(words(change)).toContain(told)
})

it('a regime before a gap in the daily rows may be older than what is counted', () => {
  const rows = ['2026-11-19', '2026-11-18', '2026-06-01', '2026-05-29'].map((day) => ({ day, regime: 'RISK-ON' }))
  const given = inputs({ regimes: rows as never })
  expect(sessionRead(given)).toMatchObject({ regimeDays: 2, isRegimeOlder: true })
  expect(describeState(stateFacts(given))).toContain('The regime has been RISK-ON for at least 2 sessions.')
  const whole = inputs({ regimes: [...rows.slice(0, 2), { day: '2026-11-17', regime: 'CAUTIOUS' }] as never })
  expect(describeState(stateFacts(whole))).toContain('The regime has been RISK-ON for 2 sessions.')
})

it('a regime that every known row has may be older than the oldest of them', () => {
  const rows = ['2026-11-19', '2026-11-18'].map((day) => ({ day, regime: 'RISK-ON' }))
  const given = inputs({ regimes: rows as never })
  expect(sessionRead(given)).toMatchObject({ regimeDays: 2, isRegimeOlder: true })
  expect(describeState(stateFacts(given))).toContain('The regime has been RISK-ON for at least 2 sessions.')
  expect(sessionRead(inputs({ regimes: [] }))).toMatchObject({ isRegimeOlder: true })
})

it.each([
  ['the day itself is not final', ['2026-11-19', '2026-11-18', '2026-11-17'], 4],
  ['nor is the session before it', ['2026-11-18', '2026-11-17'], 4],
  ['no session before it is known', [], 1],
])('a regime lasts up to and with the present session, though %s', (_name, days, sessions) => {
  const snapshot = {
    trade_date: '2026-11-20',
    regime: 'RISK-ON',
    regime_reason: '',
    health_score: 60,
    live_points: 100,
  }
  const before = [...days.map((day) => ({ day, regime: 'RISK-ON' })), { day: '2026-11-16', regime: 'CAUTIOUS' }]
  expect(sessionRead(inputs({ snapshot, regimes: before })).regimeDays).toBe(sessions)
})

describe('the beginning of the regime that a cycle knows from a year of closes', () => {
  const cycle = { regime: 'RISK-ON', regime_reason: '', health_score: 60, live_points: 100, trade_date: '2026-11-20' }
  const rows = ['2026-11-19', '2026-11-18'].map((day) => ({ day, regime: 'RISK-ON' }))
  const read = (since: object, change: object = {}) =>
    sessionRead(inputs({ snapshot: { ...cycle, ...since } as never, regimes: rows as never, ...change }))

  it('is counted from, although the daily rows begin later', () =>
    expect(read({ regime_since: '2026-11-09' })).not.toHaveProperty('isRegimeOlder'))

  it.each([
    ['it is known', { regime_since: '2026-11-09' }, 10, undefined],
    ['it is the first close that was read', { regime_since: '2026-11-09', regime_is_older: true }, 10, true],
    ['the rows reach further than a bound', { regime_since: '2026-11-19', regime_is_older: true }, 3, true],
    ['the cycle is of an older version', {}, 3, true],
  ])('gives the length of the spell where %s', (_name, since, regimeDays, isRegimeOlder) =>
    expect(read(since)).toMatchObject({ regimeDays, ...(isRegimeOlder && { isRegimeOlder }) }),
  )

  it('holds for the final row after its last cycle, and after cycles that failed', () => {
    const newestDay = { day: '2026-11-20', regime: 'RISK-ON', regimeReason: '', healthScore: 60, livePoints: 100 }
    const regimes = [newestDay, ...rows] as never
    expect(read({ regime_since: '2026-11-09' }, { newestDay, regimes }).regimeDays).toBe(10)
    const failed = { trade_date: '2026-11-18', regime_since: '2026-11-09' }
    expect(read(failed, { newestDay, regimes }).regimeDays).toBe(10)
    const other = { ...newestDay, regime: 'CAUTIOUS' }
    expect(read({ regime_since: '2026-11-09' }, { newestDay: other, regimes: [other, ...rows] }).regimeDays).toBe(1)
    const before = { trade_date: '2026-11-13', regime_since: '2026-11-09' }
    expect(read(before, { newestDay, regimes })).toMatchObject({ regimeDays: 3, isRegimeOlder: true })
  })
})

it('from the final row of a session on, its closes tell the regime, not the last cycle before them', () => {
  const snapshot = {
    trade_date: '2026-12-08',
    regime: 'RISK-ON',
    regime_reason: '',
    health_score: 55,
    live_points: 100,
  }
  const newestDay = { day: '2026-12-08', regime: 'TRANSITIONAL', regimeReason: '', healthScore: 41, livePoints: 100 }
  const regimes = ['2026-12-07', '2026-12-04'].map((day) => ({ day, regime: 'RISK-ON' }))
  const cutoff = new Date('2026-12-09T08:30:00-05:00')
  const morning = inputs({ cutoff, snapshot, newestDay, regimes: [newestDay, ...regimes] })
  expect(sessionRead(morning)).toMatchObject({ regime: 'TRANSITIONAL', healthScore: 41, regimeDays: 1 })
  const session = inputs({ snapshot, newestDay: { ...newestDay, day: '2026-12-07', regime: 'RISK-ON' }, regimes })
  expect(sessionRead(session)).toMatchObject({ regime: 'RISK-ON', healthScore: 55 })
})

it('gives the LLM the time of each wire, the session of the rest, and null where no wire was read', () => {
  const { session, wires } = stateFacts(inputs({ wires: { vix_20: reading(21) } }))
  expect(session).toBe('2026-11-19')
  expect(wires).toEqual([
    {
      label: 'VIX at or above 20',
      value: 21,
      level: 20,
      observed: 'Fri 20 Nov 2026, 15:15 ET',
      crossed: true,
      risk: 'risk-up',
    },
  ])
  expect(stateFacts(inputs())).toMatchObject({ wires: null })
  expect(stateFacts(inputs({ newestDay: null }))).toMatchObject({ session: null })
})

const SNAPSHOT = {
  as_of: '2026-11-20T15:05:00-05:00',
  trade_date: '2026-11-20',
  regime: 'RISK-ON',
  regime_now: null,
  regime_reason: '',
  health_score: 63,
  live_points: 100,
  score_components: [],
  data_quality: { missing: [] },
}

it.each([
  ['20 minutes before', '2026-11-20T15:25:00-05:00', false],
  ['more than that before', '2026-11-20T15:25:01-05:00', true],
  ['before a session that is over', '2026-11-20T16:15:00-05:00', false],
])('says of when regime and health are where the newest cycle was %s', (_, cutoff, isSaid) => {
  const said = words({ snapshot: SNAPSHOT, cutoff: new Date(cutoff) })
  expect(said).toContain('Health is 63 of 100.')
  expect(said.includes('Regime and health are those of the newest report cycle, Fri 20 Nov 2026, 15:05 ET.')).toBe(
    isSaid,
  )
})
