import { expect, test } from 'vitest'
import { addSessions } from '../../../shared/time/calendar.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { Curve } from './account-snapshots-view.ts'
import { statisticsDocument } from './statistics-document.ts'

const DOLLAR = 10_000
const MONDAY = tradingDay('2026-11-02')
const OPENED = new Date('2026-11-02T15:00:00Z')
const closeAt = (index: number) => addSessions(MONDAY, index).close

/** The closes of an account that opened with 1,000 dollars; null: not every position had a mark. */
const curveOf = (equities: (number | null)[], spies: number[] = []): Curve => ({
  epoch: 3,
  opening: { at: OPENED, equityE4: 1_000 * DOLLAR, spyE4: spies.length > 0 ? 600 * DOLLAR : null },
  points: equities.map((equity, index) => ({
    at: closeAt(index),
    kind: 'close',
    takenAt: closeAt(index),
    cashE4: 0,
    positionsE4: null,
    positions: 1,
    unmarked: equity === null ? 1 : 0,
    equityE4: equity === null ? null : Math.round(equity * DOLLAR),
    flowE4: 0,
    spyE4: spies[index] === undefined ? null : spies[index] * DOLLAR,
    isClose: true,
  })),
})
type Inputs = Parameters<typeof statisticsDocument>[0]
const NOTHING_CLOSED = { count: 0, wins: 0, losses: 0, realizedE4: 0, wonE4: 0, lostE4: 0 }
const statistics = (curve: Curve, over: Partial<Inputs> = {}) =>
  statisticsDocument({ curve, newest: null, closed: NOTHING_CLOSED, ...over })

test('an epoch without a snapshot has no figures, and says why', () => {
  const { returns, drawdown, exposure, benchmark, ...rest } = statistics(curveOf([]))
  const why = 'this epoch has no snapshot: one is taken at each hour of a session and at its close'
  expect(rest).toMatchObject({ epoch: 3, through: null, snapshots: 0, snapshots_valued: 0 })
  expect(returns).toMatchObject({ time_weighted_percent: null, days: 0, best_day: null, reason: why })
  expect(drawdown).toEqual({ percent: null, peak_at: null, trough_at: null, recovered_at: null, snapshots: 0 })
  expect(exposure).toMatchObject({ at: null, positions: 0, gross_percent: null, reason: why })
  expect(benchmark).toMatchObject({
    percent: null,
    excess_percent: null,
    reason: 'fewer than two instants have both equity and SPY',
  })
})

test('snapshots without a value count, but give no figure', () => {
  const found = statistics(curveOf([null, null]))
  expect(found).toMatchObject({ snapshots: 2, snapshots_valued: 0, returns: { time_weighted_percent: null } })
  expect(found.returns.reason).toBe('no snapshot of this epoch has a mark for every position')
  expect(found.drawdown).toMatchObject({ percent: null, snapshots: 0 })
})

test('returns are in percent, with the best and worst day', () => {
  const found = statistics(curveOf([1_010, null, 1_050, 945, 1_050]))
  expect(found).toMatchObject({ snapshots: 5, snapshots_valued: 4, through: '2026-11-06T16:00:00-05:00' })
  expect(found.returns).toMatchObject({
    time_weighted_percent: 5,
    days: 3,
    gaps: 2,
    best_day: { day: '2026-11-06', percent: 11.1111 },
    worst_day: { day: '2026-11-05', percent: -10 },
    sharpe: null,
    reason: 'only 3 daily returns: ratios need at least 20',
  })
  expect(found.drawdown).toEqual({
    percent: -10,
    peak_at: '2026-11-04T16:00:00-05:00',
    trough_at: '2026-11-05T16:00:00-05:00',
    recovered_at: '2026-11-06T16:00:00-05:00',
    snapshots: 4,
  })
})

test('one value is enough for a return since the opening and for a drawdown', () => {
  expect(statistics(curveOf([990]))).toMatchObject({
    returns: { time_weighted_percent: -1 },
    drawdown: { percent: -1, peak_at: '2026-11-02T10:00:00-05:00', recovered_at: null, snapshots: 1 },
  })
})

test('a path that never fell has a drawdown of nothing and no dates of one', () => {
  expect(statistics(curveOf([1_000, 1_010])).drawdown).toEqual({
    percent: 0,
    peak_at: null,
    trough_at: null,
    recovered_at: null,
    snapshots: 2,
  })
})

test('after twenty days nothing is missing, unless equity never moved', () => {
  const still = statistics(curveOf(Array.from({ length: 20 }, () => 1_000)))
  expect(still.returns).toMatchObject({ volatility_percent: 0, sharpe: null, reason: 'equity never moved' })
  const moved = statistics(curveOf(Array.from({ length: 20 }, (_, index) => 1_000 + (index % 2))))
  expect(moved.returns.reason).toBeNull()
})

test('closed trades have their rate and averages, which are unknown without any of their kind', () => {
  expect(statistics(curveOf([])).closed_trades).toEqual({
    count: 0,
    wins: 0,
    losses: 0,
    realized_pnl: 0,
    win_rate_percent: null,
    average_win: null,
    average_loss: null,
  })
  const closed = { count: 4, wins: 2, losses: 2, realizedE4: 45_000, wonE4: 70_001, lostE4: -25_001 }
  expect(statistics(curveOf([]), { closed }).closed_trades).toEqual({
    count: 4,
    wins: 2,
    losses: 2,
    realized_pnl: 4.5,
    win_rate_percent: 50,
    average_win: 3.5001,
    average_loss: -1.25,
  })
})

type Newest = NonNullable<Inputs['newest']>
const mark = (dollars: number) => ({ value_e4: dollars * DOLLAR }) as Newest['marks'][number]
const newest = (equity: number | null, positions: number, ...marks: number[]): Newest => ({
  at: closeAt(0),
  equityE4: equity === null ? null : equity * DOLLAR,
  positions,
  marks: marks.map(mark),
})

test.each<[string, Newest, [gross: number | null, net: number | null, reason: string | null]]>([
  ['long and short positions', newest(1_000, 2, 600, -200), [80, 40, null]],
  ['no positions', newest(1_000, 0), [0, 0, null]],
  ['a position without a mark', newest(null, 2, 600), [null, null, 'a position had no mark']],
  ['nothing left', newest(0, 1, 600), [null, null, 'equity was not above zero']],
  [
    'more positions than are stored',
    newest(1_000, 3, 600, -200),
    [null, null, 'the account held more positions than a snapshot stores'],
  ],
])('the exposure with %s is in percent of equity', (_name, of, [gross, net, reason]) => {
  expect(statistics(curveOf([1_000]), { newest: of }).exposure).toMatchObject({
    at: '2026-11-02T16:00:00-05:00',
    gross_percent: gross,
    net_percent: net,
    reason,
  })
})

test('a beta against a SPY that never moved is null, and the reason says so', () => {
  const equities = Array.from({ length: 20 }, (_, index) => 1_000 + index)
  const still = equities.map(() => 600)
  expect(statistics(curveOf(equities, still)).benchmark).toMatchObject({
    days: 20,
    percent: 0,
    beta: null,
    reason: 'SPY did not move on any of these days, so there is no beta',
  })
})

test('the excess over SPY is stated from twenty common days on', () => {
  const of = (days: number) => {
    const moves = Array.from({ length: days }, (_, index) => 1 + 0.01 * ((index % 3) + 1))
    const spies = moves.map((move) => 600 * move)
    return statistics(
      curveOf(
        moves.map((move) => 1_000 * (1 + 2 * (move - 1))),
        spies,
      ),
    ).benchmark
  }
  // The last moves are 2 % and 1 % of SPY, and twice that of the account.
  expect(of(20)).toMatchObject({ days: 20, percent: 2, own_percent: 4, excess_percent: 2, reason: null })
  expect(of(20)).toMatchObject({
    from: '2026-11-02T10:00:00-05:00',
    through: expect.stringContaining('T16:00:00-05:00'),
  })
  expect(of(19)).toMatchObject({
    days: 19,
    percent: 1,
    own_percent: 2,
    excess_percent: null,
    beta: null,
    reason: 'only 19 daily returns: ratios need at least 20',
  })
})
