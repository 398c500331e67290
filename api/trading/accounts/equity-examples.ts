import type { EquityCurve } from './equity-documents.ts'
import type { Statistics } from './statistics-document.ts'

const opened = { epoch: 1, opened_at: '2026-11-18T10:31:02-05:00' }
const point = {
  at: '2026-11-20T16:00:00-05:00',
  kind: 'close' as const,
  equity: 100_203.2,
  cash: 91_100,
  unmarked: 0,
  spy: 689.12,
}

export const EXAMPLE_CURVE: EquityCurve = {
  ...opened,
  opening_balance: 100_000,
  points: [{ ...point, positions_value: 9_103.2, return_percent: 0.2032 }],
  reason: null,
}

export const EXAMPLE_SNAPSHOT = {
  ...point,
  epoch: 1,
  taken_at: '2026-11-20T16:20:01.4-05:00',
  through: 3,
  positions_value: 9_103.2,
  positions: 2,
  marks: [
    {
      instrument: 'SPY',
      quantity: 10,
      mark: 689.12,
      value: 6_891.2,
      source: 'schwab',
      reason: null,
      quoted_at: '2026-11-20T15:59:59-05:00',
    },
    {
      instrument: 'SPY261218C00690000',
      quantity: 2,
      mark: 1_106,
      value: 2_212,
      source: 'schwab',
      reason: null,
      quoted_at: '2026-11-20T15:59:59-05:00',
    },
  ],
}

export const EXAMPLE_FLEET = {
  since: '2026-10-21T00:00:00-04:00',
  accounts: [{ account_id: 7, name: 'momentum agent', points: [{ epoch: 1, ...point }] }],
  points: 1,
  truncated: false,
}

const FEW = '3 daily returns: below 20 their ratios say nothing'

export const EXAMPLE_STATISTICS: Statistics = {
  ...opened,
  through: '2026-11-20T16:00:00-05:00',
  snapshots: 20,
  snapshots_valued: 20,
  returns: {
    time_weighted_percent: 0.2032,
    days: 3,
    gaps: 0,
    volatility_percent: 2.9102,
    sharpe: null,
    reason: FEW,
    best_day: { day: '2026-11-19', percent: 0.2104 },
    worst_day: { day: '2026-11-20', percent: -0.1201 },
  },
  drawdown: {
    percent: -0.1433,
    peak_at: '2026-11-19T15:00:00-05:00',
    trough_at: '2026-11-20T12:00:00-05:00',
    recovered_at: null,
    snapshots: 20,
  },
  closed_trades: {
    count: 2,
    wins: 1,
    losses: 1,
    win_rate_percent: 50,
    realized_pnl: 40,
    average_win: 65,
    average_loss: -25,
  },
  exposure: { at: '2026-11-20T16:00:00-05:00', positions: 2, gross_percent: 9.0847, net_percent: 9.0847, reason: null },
  benchmark: {
    symbol: 'SPY',
    from: '2026-11-18T11:00:00-05:00',
    through: '2026-11-20T16:00:00-05:00',
    percent: 0.7133,
    own_percent: 0.2032,
    days: 2,
    excess_percent: null,
    beta: null,
    reason: '2 daily returns: below 20 their ratios say nothing',
  },
}
