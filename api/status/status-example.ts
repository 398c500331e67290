import { ALERT_IDS } from '../../shared/domain/contract/alert.ts'
import { SERIES } from '../../shared/domain/market/series.ts'
import { SOURCES } from '../../shared/domain/market/source-id.ts'
import { EXAMPLE_SNAPSHOT } from '../openapi/examples.ts'
import type { BrokerageReading } from './brokerage-watch.ts'
import type { StoredFacts } from './coherence-view.ts'
import type { StatusFacts } from './status-view.ts'

/** Two minutes after the cycle of the other examples. */
export const EXAMPLE_NOW = new Date('2026-11-20T15:02:00Z')

/** Two days and some hours after somebody logged in. */
export const EXAMPLE_BROKERAGE: BrokerageReading = {
  status: 'healthy',
  tokenState: 'valid',
  dataState: 'flowing',
  reason: null,
  tokenExpiresAt: new Date('2026-11-25T11:40:00Z'),
  quote: {
    symbol: 'SPY',
    price: 671.34,
    bid: 671.33,
    ask: 671.35,
    bidSize: 400,
    askSize: 700,
    volume: 9_104_882,
    previousClose: 669.2,
    quotedAt: new Date('2026-11-20T15:01:58Z'),
    realtime: true,
  },
  health: {
    initialized: true,
    consecutiveFailures: 0,
    secondsSinceSuccess: 2,
    refreshFailing: false,
    alarm: false,
    rebuilds: 0,
  },
}

export const EXAMPLE_FACTS: StatusFacts = {
  reportCount: 162,
  latestReport: { filename: 'report-20261120-100000.md', at: new Date('2026-11-20T15:00:00Z') },
  sources: SOURCES.map((source) => ({ source, runs: 203, failures: source === 'fred' ? 5 : 0, degraded: 0 })),
  deadLetters: 0,
  outboxOldestSeconds: null,
  missedSlots: 0,
  failedCycles: 0,
  runningSince: new Date('2026-11-02T12:00:00Z'),
  snapshot: EXAMPLE_SNAPSHOT,
  integrity: [],
  newestSession: { tradeDate: '2026-11-19', state: 'final' },
  spyQuote: { price: 719.03, quotedAt: new Date('2026-11-20T14:44:59Z'), source: 'market' },
  backfill: [{ step: 'days', done: 300, total: 300 }],
  stages: ['ingest-market', 'signals', 'report'].map((stage) => ({
    stage,
    ready: 0,
    active: 0,
    delayed: 0,
    dead: 0,
    oldestReadyAgeSeconds: null,
    seenSecondsAgo: 4,
    unattendedSeconds: null,
    workers: 2,
    ratePerMinute: 1,
  })),
}

export const EXAMPLE_STORED: StoredFacts = {
  runningSince: EXAMPLE_FACTS.runningSince,
  newestSnapshot: new Date(EXAMPLE_SNAPSHOT.as_of),
  served: { asOf: new Date(EXAMPLE_SNAPSHOT.as_of), writtenSecondsAgo: 110, part: EXAMPLE_SNAPSHOT },
  chain: { quotedAt: new Date('2026-11-20T14:45:00Z'), expiringToday: 214 },
  sources: EXAMPLE_FACTS.sources.map((week) => (week.source === 'fred' ? { ...week, failures: 14 } : week)),
  broken: [],
  codes: {
    sources: [...SOURCES],
    alerts: ['VIX_SPIKE'],
    judgedAlerts: [...ALERT_IDS],
    series: SERIES.filter((series) => series !== 'putcall_index'),
  },
}
