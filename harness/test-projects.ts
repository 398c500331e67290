/** Files that a project of vitest runs: globs from the root of the repository. */
export interface TestProject {
  include: readonly string[]
  exclude: readonly string[]
}

/** A file that replaces a package by a double would replace it for every file it shares a process with. */
const WITH_DOUBLES = ['shared/domain/trading/cheapest-covers.test.ts']

/** Tests of the tree itself: its rules, their planted offenders, its documents. */
const ARCHITECTURE = [
  'test/architecture.test.ts',
  'test/architecture/**/*.test.ts',
  'test/docs/docs.test.ts',
  'test/docs/planted.test.ts',
]

/** It starts forty processes, and what it waits for would come late next to another file. */
const HALF_DAY = ['test/distributed/half-day.test.ts']

/** Tests that start processes, need RabbitMQ, break a server, walk every route, or race what they test for a long time. */
const HEAVY = [
  'test/agents/{client-package,mcp-stdio}.test.ts',
  'test/api/{flow-vendor,outage,start,tokens-not-set}.test.ts',
  'test/bench/**/*.test.ts',
  'test/broker/{crash,heartbeats,older-newer,postgres-broker,postgres-trouble}.test.ts',
  'test/broker/rabbitmq-*.test.ts',
  'test/cluster/**/*.test.ts',
  'test/distributed/{alert-rules,screener-sessions,events/kill-loop}.test.ts',
  'test/docs/run-commands.test.ts',
  'test/mutation/mutate.test.ts',
  'test/pages/**/*.test.ts',
  'test/ops/{backup,brokerage,history,ops,rolling-deploy,upgrade}.test.ts',
  'test/simulator/{scenario-labels,start}.test.ts',
  'test/start/**/*.test.ts',
  'test/story/**/*.test.ts',
  'test/tracing/{propagation,traces}.test.ts',
  'test/trading/{lost-link,trade-kill,trade-races}.test.ts',
  'test/walk.test.ts',
  'test/workers/{company-ingest,hostile-payloads,screener-sessions,wide-sources}.test.ts',
]

/**
 * Tests that need no process of their own, and take long: they play days and sessions, stream, compare many simulated
 * worlds, or wait for a clock. `npm test` leaves them to `npm run test:heavy`, so that it stays short.
 */
const SLOW = [
  'ops/validation/judgement.test.ts',
  'simulator/{martingale-facts,world/chain,world/company/reports,world/intraday,world/listing}.test.ts',
  'simulator/world/{predictability,securities,straddles,world}.test.ts',
  'test/ai/ai-day.test.ts',
  'test/api/storage-status.test.ts',
  'test/broker/{postgres-supervise,relay,swept-lines}.test.ts',
  'test/market/alpaca-stream.test.ts',
  'test/ops/{beside-older,migrate-beside,servers-away}.test.ts',
  'test/simulator/{cboe,determinism}.test.ts',
  'test/stream/{account-stream,socket,stream}.test.ts',
  'test/trading/{delayed-fills,house-sessions,order-life,stream-quotes,tickers,trade-model}.test.ts',
  'test/workers/{alert-history,clock,history-agrees,hostile-companies,ingest,learn-from-history,lock-step}.test.ts',
  'test/workers/{logged-outages,progress-lines,screener,screener-month,slots}.test.ts',
]

/** The projects of vitest.config.ts. Every test file belongs to exactly one of them, and each glob finds a file. */
export const TEST_PROJECTS = {
  unit: {
    include: ['{api,bench,ops,pipeline,shared,simulator,start,workers}/**/*.test.ts'],
    exclude: [...WITH_DOUBLES, ...SLOW],
  },
  doubles: { include: WITH_DOUBLES, exclude: [] },
  architecture: { include: ARCHITECTURE, exclude: [] },
  integration: { include: ['test/**/*.test.ts'], exclude: [...ARCHITECTURE, ...SLOW, ...HEAVY, ...HALF_DAY] },
  slow: { include: SLOW, exclude: [] },
  heavy: { include: HEAVY, exclude: [] },
  'half-day': { include: HALF_DAY, exclude: [] },
} as const satisfies Record<string, TestProject>

/** The files that take longest, which begin first. Their order pairs those that wait with those that compute. */
export const LONGEST: readonly string[] = [
  'test/story/same-story.test.ts',
  'test/broker/postgres-broker.test.ts',
  'test/start/start.test.ts',
  'test/broker/rabbitmq-broker.test.ts',
  'test/docs/run-commands.test.ts',
  'test/broker/rabbitmq-trouble.test.ts',
  'test/pages/states.test.ts',
  'test/broker/postgres-trouble.test.ts',
  'test/broker/crash.test.ts',
  'test/broker/rabbitmq-faults.test.ts',
  'test/bench/bench.test.ts',
  'test/start/live.test.ts',
  'test/start/full-disk.test.ts',
  'test/ops/backup.test.ts',
]
