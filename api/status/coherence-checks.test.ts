import { describe, expect, test } from 'vitest'
import { type BrokerageReading, NOT_CONFIGURED } from './brokerage-watch.ts'
import { type CoherenceFacts, checkCoherence } from './coherence-checks.ts'
import type { StoredFacts } from './coherence-view.ts'

/** A Friday, 10:31 ET; the exchange opened at 14:30 UTC. */
const NOW = new Date('2026-11-20T15:31:00Z')
const AS_OF = new Date('2026-11-20T15:30:00Z')
const CODES = { sources: ['fred'], alerts: [], series: [] }
const QUALITY = { stale: [], degraded: [], missing: [] }

const served = (quality: Partial<Record<'stale' | 'degraded' | 'missing', readonly string[]>> = {}) =>
  ({
    asOf: AS_OF,
    writtenSecondsAgo: 60,
    part: { as_of: AS_OF.toISOString(), data_quality: { ...QUALITY, ...quality }, score_components: [] },
  }) as unknown as NonNullable<StoredFacts['served']>

const GOOD: CoherenceFacts = {
  stored: {
    runningSince: new Date('2026-11-01T00:00:00Z'),
    newestSnapshot: AS_OF,
    served: served(),
    chain: { quotedAt: new Date('2026-11-20T15:15:00Z'), expiringToday: 40 },
    sources: [],
    broken: [],
    codes: { ...CODES, judgedAlerts: [] },
  },
  brokerage: NOT_CONFIGURED,
  cachedAsOf: AS_OF,
  registries: { ...CODES, notConfigured: [], components: [] },
}
const rowsOf = (check: string, stored: Partial<StoredFacts>, now = NOW, others: Partial<CoherenceFacts> = {}) =>
  checkCoherence({ ...GOOD, ...others, stored: { ...GOOD.stored, ...stored } }, now).filter(
    (row) => row.check === check,
  )
const found = (...given: Parameters<typeof rowsOf>) =>
  rowsOf(...given).map(({ severity, message }) => [severity, message])

test('a service whose parts agree has only findings of severity info, in the order of the checks', () => {
  const rows = checkCoherence(GOOD, NOW)
  expect(rows.filter(({ severity }) => severity !== 'info')).toEqual([])
  expect(rows.at(-1)!.measured).toEqual({ broken: 0 })
  expect([...new Set(rows.map(({ check }) => check))]).toEqual([
    'brokerage_token',
    'snapshot_age_skew',
    'zero_dte_data',
    'source_health_floor',
    'stale_freshness',
    'registry_drift',
    'signal_integrity',
  ])
})

describe('the login of the brokerage', () => {
  const reading = (change: Partial<BrokerageReading>) =>
    rowsOf('brokerage_token', {}, NOW, { brokerage: { ...NOT_CONFIGURED, ...change } })

  test.each([
    ['valid', null, 'info', 'the login of the brokerage is valid'],
    ['not_configured', null, 'info', 'no brokerage is configured'],
    ['unknown', 'not probed yet', 'info', 'not probed yet'],
    ['expiring', 'ends soon', 'warn', 'ends soon'],
    ['expired', 'log in again', 'critical', 'log in again'],
    ['missing', null, 'critical', 'missing'],
  ] as const)('%s with reason %s is %s', (tokenState, reason, severity, message) => {
    expect(reading({ tokenState, reason })).toMatchObject([{ severity, message, subject: 'brokerage' }])
  })

  test('the hours that are left have one decimal', () => {
    // Two hours and 51 minutes after now.
    expect(reading({ tokenState: 'valid', tokenExpiresAt: new Date('2026-11-20T18:22:00Z') })[0]!.measured).toEqual({
      token_state: 'valid',
      expires_at: '2026-11-20T13:22:00-05:00',
      hours_left: 2.9,
    })
  })
})

describe('the served snapshot', () => {
  const at = (newest: string) => ({ newestSnapshot: new Date(newest) })

  test.each([
    ['2026-11-20T15:30:00Z', 'info', 'the newest snapshot is served'],
    ['2026-11-20T15:30:00.400Z', 'info', 'the newest snapshot is served'],
    ['2026-11-20T15:30:00.600Z', 'warn', 'the served snapshot is 1 s older than the newest one'],
    ['2026-11-20T15:30:01Z', 'warn', 'the served snapshot is 1 s older than the newest one'],
    ['2026-11-20T15:44:59Z', 'warn', 'the served snapshot is 899 s older than the newest one'],
    ['2026-11-20T15:45:00Z', 'critical', 'the served snapshot is 900 s older than the newest one'],
  ])('with a newest snapshot of %s it is of severity %s', (newest, severity, message) => {
    expect(found('snapshot_age_skew', at(newest))).toEqual([[severity, message]])
  })

  test('a replica whose cache is behind the stored document counts from the third second after the write', () => {
    const behind = { cachedAsOf: new Date('2026-11-20T15:29:00Z') }
    const written = (writtenSecondsAgo: number) =>
      found('snapshot_age_skew', { served: { ...served(), writtenSecondsAgo } }, NOW, behind)
    expect(written(2)).toEqual([['info', 'the newest snapshot is served']])
    expect(written(2.1)).toEqual([['warn', 'the served snapshot is 60 s older than the newest one']])
  })

  test('a document that this replica never read is no evidence about its cache', () => {
    expect(found('snapshot_age_skew', {}, NOW, { cachedAsOf: null })).toEqual([
      ['info', 'the newest snapshot is served'],
    ])
  })

  test('a snapshot without any document is as late as it is old', () => {
    expect(rowsOf('snapshot_age_skew', { served: null })).toMatchObject([
      { severity: 'warn', measured: { skew_seconds: 60, document_as_of: null } },
    ])
  })

  test('before the first snapshot nothing is late', () => {
    expect(found('snapshot_age_skew', { newestSnapshot: null, served: null })).toEqual([
      ['info', 'no snapshot has been computed yet'],
    ])
  })
})

describe('contracts of SPY that expire today', () => {
  const chain = (quotedAt: string, expiringToday = 40) => ({ chain: { quotedAt: new Date(quotedAt), expiringToday } })
  const NONE_EXPIRES = 'the chain of SPY has no contract that expires today'
  const NO_CHAIN = 'there is no current chain of SPY'

  test.each<[string, Partial<StoredFacts>, string, string]>([
    ['a chain of 35 minutes ago', chain('2026-11-20T14:56:00Z'), 'info', 'the chain has contracts that expire today'],
    ['an older chain', chain('2026-11-20T14:55:59Z'), 'warn', NO_CHAIN],
    ['no chain', { chain: null }, 'warn', NO_CHAIN],
    [
      'a chain with one such contract',
      chain('2026-11-20T15:15:00Z', 1),
      'info',
      'the chain has contracts that expire today',
    ],
    ['a chain without one', chain('2026-11-20T15:15:00Z', 0), 'warn', NONE_EXPIRES],
  ])('%s', (_, stored, severity, message) => {
    expect(found('zero_dte_data', stored)).toEqual([[severity, message]])
  })

  test.each([
    ['2026-11-20T14:29:59Z', false, 'not checked outside regular hours'],
    ['2026-11-20T15:04:59Z', false, 'not checked until the delayed chain can be of this session'],
    ['2026-11-20T15:05:00Z', true, NO_CHAIN],
    ['2026-11-20T20:59:59Z', true, NO_CHAIN],
    ['2026-11-20T21:00:00Z', false, 'not checked outside regular hours'],
    ['2026-11-21T15:31:00Z', false, 'not checked outside regular hours'],
  ])('a missing chain at %s is judged: %s', (now, judged, message) => {
    expect(rowsOf('zero_dte_data', { chain: null }, new Date(now))).toMatchObject([
      { severity: judged ? 'warn' : 'info', message, measured: { judged } },
    ])
  })

  test.each([
    [new Date('2026-11-20T14:56:00Z'), 'warn', NO_CHAIN],
    [new Date('2026-11-20T14:56:01Z'), 'info', 'the service has not run long enough for this check'],
    [null, 'info', 'the service has not run long enough for this check'],
  ])('a service that runs since %s has had 35 minutes for a chain: %s', (runningSince, severity, message) => {
    expect(found('zero_dte_data', { chain: null, runningSince })).toEqual([[severity, message]])
  })
})

describe('the runs of a source', () => {
  const week = (runs: number, failures: number) => ({ source: 'fred' as const, runs, failures, degraded: 3 })
  const good = { source: 'cot' as const, runs: 20, failures: 0, degraded: 0 }

  test.each([
    [1_000, 50, []],
    [1_000, 51, [['fred', 'warn', '94.9 % of the runs of 7 days succeeded; the floor is 95 %']]],
    [1_000, 200, [['fred', 'warn', '80 % of the runs of 7 days succeeded; the floor is 95 %']]],
    [1_000, 201, [['fred', 'critical', '79.9 % of the runs of 7 days succeeded; the floor is 80 %']]],
    [5, 5, [['fred', 'critical', '0 % of the runs of 7 days succeeded; the floor is 80 %']]],
    [4, 4, [['fred', 'warn', '0 % of the runs of 7 days succeeded; the floor is 95 %']]],
    [0, 0, []],
  ])('of %i with %i failures are below the floor: %j', (runs, failures, below) => {
    const rows = rowsOf('source_health_floor', { sources: [good, week(runs, failures)] })
    const low = rows.filter(({ subject }) => subject !== 'all')
    expect(low.map(({ subject, severity, message }) => [subject, severity, message])).toEqual(below)
    expect(rows).toHaveLength(1)
  })

  test('a source below the floor comes with its counts', () => {
    expect(rowsOf('source_health_floor', { sources: [week(10, 4)] })[0]!.measured).toEqual({
      pct_7d: 60,
      runs_7d: 10,
      failures_7d: 4,
      degraded_7d: 3,
    })
  })

  test('with all above the floor one row has the sum of all', () => {
    expect(rowsOf('source_health_floor', { sources: [good, week(80, 1)] })).toEqual([
      {
        check: 'source_health_floor',
        subject: 'all',
        severity: 'info',
        message: 'every source is above its minimum success rate',
        measured: { pct_7d: 99, runs_7d: 100 },
      },
    ])
    expect(found('source_health_floor', { sources: [] })).toEqual([['info', 'no source has run in 7 days']])
  })
})

describe('old, degraded and missing inputs', () => {
  const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `series_${at}`)

  test.each([
    [0, 0, 0, 'info'],
    [1, 0, 0, 'warn'],
    [0, 1, 0, 'warn'],
    [0, 0, 1, 'warn'],
    [4, 9, 4, 'warn'],
    [5, 0, 0, 'critical'],
    [0, 0, 5, 'critical'],
  ])('%i stale, %i degraded and %i missing are of severity %s', (stale, degraded, missing, severity) => {
    const document = served({ stale: names(stale), degraded: names(degraded), missing: names(missing) })
    expect(rowsOf('stale_freshness', { served: document })).toMatchObject([
      {
        severity,
        message: `stale series: ${stale}, degraded sources: ${degraded}, missing: ${missing}`,
        measured: { stale, degraded, missing, stale_series: names(stale) },
      },
    ])
  })

  test('without a snapshot none is counted', () => {
    expect(rowsOf('stale_freshness', { served: null })).toMatchObject([
      {
        severity: 'info',
        message: 'no snapshot has been computed yet',
        measured: { stale: 0, degraded: 0, missing: 0, stale_series: [] },
      },
    ])
  })
})

test('a registered source without a row is drift once the service has run for more than eight days', () => {
  const registries = { ...GOOD.registries, sources: ['fred', 'cot'] }
  const since = (runningSince: Date | null) =>
    rowsOf('registry_drift', { runningSince }, NOW, { registries }).find(({ subject }) => subject === 'sources')!
  expect(since(new Date('2026-11-12T15:31:00Z')).severity).toBe('info')
  expect(since(new Date('2026-11-12T15:30:00Z')).severity).toBe('warn')
  expect(since(null).severity).toBe('info')
})

test('each broken rule of the stored signals is critical, with the number of all', () => {
  expect(rowsOf('signal_integrity', { broken: ['a score without points', 'a day twice'] })).toMatchObject([
    { severity: 'critical', message: 'a score without points', measured: { broken: 2 } },
    { severity: 'critical', message: 'a day twice', measured: { broken: 2 } },
  ])
})
