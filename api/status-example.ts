import { SOURCES } from '../shared/domain/source-id.ts'
import { EXAMPLE_SNAPSHOT } from './examples.ts'
import type { StatusFacts } from './views/status.ts'

/** Two minutes after the cycle of the other examples. */
export const EXAMPLE_NOW = new Date('2026-11-20T15:02:00Z')

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
