import { expect, test } from 'vitest'
import { FLOW_ROW } from '../../harness/fixtures/flow-session-row.ts'
import type { FlowSessionRow } from '../../shared/postgres/flow/flow-sessions.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import {
  basisOf,
  headOf,
  keptSince,
  knownFlow,
  noteOf,
  premiumOf,
  putCallOf,
  ratioOf,
  volumeOf,
  zdteShareOf,
} from './flow-head.ts'

const SIDE = { volume: 1, premium: 1, open_interest: 1, open_interest_change: 1 }
const DOCUMENT = JSON.stringify({
  spot: 690.5,
  total: { call: SIDE, put: SIDE },
  zdte: { call: SIDE, put: SIDE },
  isZdteListed: true,
  expirations: [],
  strikes: [],
  strikesLeftOut: 0,
  zdteStrikes: [],
  unpriced: 0,
  focus: [],
})
const row = (session: string, change: Partial<FlowSessionRow> = {}) =>
  ({
    ...FLOW_ROW,
    session: tradingDay(session),
    putPremium: 3_000,
    zdtePremium: 1_000,
    document: DOCUMENT,
    ...change,
  }) as FlowSessionRow

test.each([
  [1, 3, 0.3333],
  [12_345_678, 1, 12_350_000],
  [0, 5, 0],
  [5, 0, null],
  [0, 0, null],
])('%i to %i is %j: four digits, and nothing over nothing', (above, below, ratio) => {
  expect(ratioOf(above, below)).toBe(ratio)
})

test('totals add calls and puts, and shares are of the whole session', () => {
  const session = row('2026-11-20')
  expect([volumeOf(session), premiumOf(session)]).toEqual([400, 8_000])
  expect([putCallOf(session), zdteShareOf(session)]).toEqual([0.3333, 0.25])
  expect(putCallOf(row('2026-11-20', { callVolume: 0 }))).toBeNull()
})

test('the newest session is compared with earlier ones that are complete', () => {
  const rows = [row('2026-11-20'), row('2026-11-19', { isClosing: false }), row('2026-11-18')]
  const flow = knownFlow(rows, [])!
  expect(flow.row).toBe(rows[0])
  expect(flow.session.spot).toBe(690.5)
  expect(flow.earlier).toEqual([rows[2]])
})

test('there is no flow without a session, or where the newest has no document', () => {
  expect(knownFlow([], [])).toBeNull()
  expect(knownFlow([row('2026-11-20', { document: null }), row('2026-11-19')], [])).toBeNull()
})

test('the head states the chain of the session, and a reason only without one', () => {
  const given = { reason: 'no chain', reasons: {} }
  expect(headOf('SPY', { ...given, flow: knownFlow([row('2026-11-20')], []) })).toMatchObject({
    symbol: 'SPY',
    session: '2026-11-20',
    quoted_at: '2026-11-20T15:59:00-05:00',
    known_at: '2026-11-20T16:15:00-05:00',
    is_closing: true,
    basis: 'chain_changes',
    spot: 690.5,
    reason: null,
  })
  expect(headOf('SPY', { ...given, flow: null, isPrints: true })).toMatchObject({
    session: null,
    quoted_at: null,
    known_at: null,
    is_closing: null,
    basis: 'prints',
    spot: null,
    reason: 'no chain',
  })
})

test('the basis is prints where any is known, and rows of the tape are kept for whole days', () => {
  expect([basisOf(true), basisOf(false)]).toEqual(['prints', 'chain_changes'])
  expect(noteOf(true)).toContain('prints are single trades')
  expect(noteOf(false)).toContain('used because no print is known')
  const now = new Date('2026-11-20T15:00:00Z')
  expect((now.getTime() - keptSince(now).getTime()) % 86_400_000).toBe(0)
  expect(keptSince(now) < now).toBe(true)
})

test('volumes before a split are those of as many contracts as one became, and premiums are in dollars', () => {
  const rows = ['2026-11-20', '2026-11-19', '2026-11-18'].map((session) =>
    row(session, { callVolume: 30, putVolume: 10, zdteVolume: 5, callPremium: 700, putPremium: 300 }),
  )
  const knownAt = new Date('2026-11-10T12:00:00Z')
  const splits = [
    { exDate: tradingDay('2026-11-19'), ratio: 10, knownAt },
    // A split that is announced for a later session has changed nothing yet.
    { exDate: tradingDay('2026-11-23'), ratio: 2, knownAt },
  ]
  const { row: newest, earlier } = knownFlow(rows, splits)!
  expect(volumeOf(newest)).toBe(40)
  expect(earlier.map(volumeOf)).toEqual([40, 400])
  expect(earlier.map(premiumOf)).toEqual([1_000, 1_000])
  expect(earlier.map(zdteShareOf)).toEqual([0.125, 0.125])
})
