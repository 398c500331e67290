import { marketAt, sessionOn } from '../../shared/time/calendar.ts'
import { eastern, easternIso } from '../../shared/time/eastern.ts'
import type { BrokerageReading } from './brokerage-watch.ts'
import type { CoherenceRow } from './coherence.ts'
import type { StoredFacts } from './coherence-view.ts'
import { type Registries, registryDrift } from './registry-drift.ts'
import { HEALTHY_PCT_BLOCKING, HEALTHY_PCT_MIN, healthyPct } from './status-level.ts'

/** An announced change may take this long to the replica's cache. */
const SKEW_SECONDS_MIN = 2
/** The length of a report cycle: with a larger lag, a cycle was missed. */
const SKEW_SECONDS_CRITICAL = 900
/** 15 minutes of the delayed feed, a cycle, and five minutes to store it. */
const CHAIN_MS_MAX = 35 * 60_000
/** If there are fewer runs, failures may be chance rather than a bad source. */
const RUNS_MIN = 5
/** A third of the thirteen components. */
const STALE_CRITICAL = 5

export interface CoherenceFacts {
  stored: StoredFacts
  brokerage: BrokerageReading
  /** Cutoff of the snapshot in this replica's cache; null before its first reader. */
  cachedAsOf: Date | null
  registries: Registries
}

type Check = (facts: CoherenceFacts, now: Date) => CoherenceRow[]

const brokerageToken: Check = ({ brokerage }, now) => {
  const { tokenState, tokenExpiresAt, reason } = brokerage
  const severities = { valid: 'info', not_configured: 'info', unknown: 'info', expiring: 'warn' } as const
  const messages = { valid: 'the login of the brokerage is valid', not_configured: 'no brokerage is configured' }
  return [
    {
      check: 'brokerage_token',
      subject: 'brokerage',
      severity: tokenState in severities ? severities[tokenState as keyof typeof severities] : 'critical',
      message: tokenState in messages ? messages[tokenState as keyof typeof messages] : (reason ?? tokenState),
      measured: {
        token_state: tokenState,
        expires_at: tokenExpiresAt && easternIso(tokenExpiresAt),
        hours_left: tokenExpiresAt && Math.round((tokenExpiresAt.getTime() - now.getTime()) / 360_000) / 10,
      },
    },
  ]
}

const seconds = (later: Date | null, earlier: Date | null): number | null =>
  later && earlier && Math.round((later.getTime() - earlier.getTime()) / 1000)

const snapshotAgeSkew: Check = ({ stored, cachedAsOf }, now) => {
  const { newestSnapshot, served } = stored
  const behind =
    newestSnapshot && !served ? seconds(now, newestSnapshot) : seconds(newestSnapshot, served?.asOf ?? null)
  // A document written a moment ago may not have reached the cache, which reads it again within a second.
  const isSettled = served !== null && served.writtenSecondsAgo > SKEW_SECONDS_MIN
  const cacheBehind = isSettled ? seconds(served.asOf, cachedAsOf) : null
  const skew = Math.max(behind ?? 0, cacheBehind ?? 0)
  const message =
    newestSnapshot === null
      ? 'no snapshot has been computed yet'
      : skew === 0
        ? 'the newest snapshot is served'
        : `the served snapshot is ${skew} s older than the newest one`
  return [
    {
      check: 'snapshot_age_skew',
      subject: 'signals/latest',
      severity: skew >= SKEW_SECONDS_CRITICAL ? 'critical' : skew > 0 ? 'warn' : 'info',
      message,
      measured: {
        snapshot_as_of: newestSnapshot && easternIso(newestSnapshot),
        document_as_of: served && easternIso(served.asOf),
        cached_as_of: cachedAsOf && easternIso(cachedAsOf),
        skew_seconds: skew,
      },
    },
  ]
}

const zeroDteData: Check = ({ stored }, now) => {
  const { chain, runningSince } = stored
  const session = sessionOn(eastern(now).day)
  const from = new Date(now.getTime() - CHAIN_MS_MAX)
  const isOpen = marketAt(now).phase === 'open' && session !== null
  const isJudged = isOpen && session.open <= from
  const isDue = isJudged && runningSince !== null && runningSince <= from
  const isFresh = chain !== null && chain.quotedAt >= from
  const isFine = isFresh && chain.expiringToday > 0
  const missing = isFresh ? 'the chain of SPY has no contract that expires today' : 'there is no current chain of SPY'
  const early = isOpen
    ? 'not checked until the delayed chain can be of this session'
    : 'not checked outside regular hours'
  const unjudged = isJudged ? 'the service has not run long enough for this check' : early
  return [
    {
      check: 'zero_dte_data',
      subject: 'SPY',
      severity: isFine || !isDue ? 'info' : 'warn',
      message: !isDue ? unjudged : isFine ? 'the chain has contracts that expire today' : missing,
      measured: {
        quoted_at: chain && easternIso(chain.quotedAt),
        contracts_expiring_today: chain?.expiringToday ?? null,
        judged: isDue,
      },
    },
  ]
}

const sourceHealthFloor: Check = ({ stored }) => {
  const low = stored.sources.flatMap(({ source, ...week }): CoherenceRow[] => {
    const pct = healthyPct([{ source, ...week }])
    if (pct === null || pct >= HEALTHY_PCT_MIN) return []
    const isCritical = pct < HEALTHY_PCT_BLOCKING && week.runs >= RUNS_MIN
    return [
      {
        check: 'source_health_floor',
        subject: source,
        severity: isCritical ? 'critical' : 'warn',
        message: `${pct} % of the runs of 7 days succeeded; the floor is ${isCritical ? HEALTHY_PCT_BLOCKING : HEALTHY_PCT_MIN} %`,
        measured: { pct_7d: pct, runs_7d: week.runs, failures_7d: week.failures, degraded_7d: week.degraded },
      },
    ]
  })
  const whole = {
    check: 'source_health_floor',
    subject: 'all',
    severity: 'info',
    message:
      stored.sources.length === 0 ? 'no source has run in 7 days' : 'every source is above its minimum success rate',
    measured: { pct_7d: healthyPct(stored.sources), runs_7d: stored.sources.reduce((sum, { runs }) => sum + runs, 0) },
  } as const
  return low.length > 0 ? low : [whole]
}

const staleFreshness: Check = ({ stored }) => {
  const quality = stored.served?.part?.data_quality
  const stale = quality?.stale ?? []
  const counted = {
    stale: stale.length,
    degraded: quality?.degraded.length ?? 0,
    missing: quality?.missing.length ?? 0,
  }
  const worst = Math.max(counted.stale, counted.missing)
  return [
    {
      check: 'stale_freshness',
      subject: 'signals/latest',
      severity:
        worst >= STALE_CRITICAL ? 'critical' : Object.values(counted).some((count) => count > 0) ? 'warn' : 'info',
      message: quality
        ? `stale series: ${counted.stale}, degraded sources: ${counted.degraded}, missing: ${counted.missing}`
        : 'no snapshot has been computed yet',
      measured: { ...counted, stale_series: stale },
    },
  ]
}

const registryDriftRows: Check = ({ stored, registries }, now) => {
  const { part } = stored.served ?? {}
  return registryDrift(
    { ...stored.codes, components: part ? part.score_components.map(({ key }) => key) : null },
    registries,
    stored.runningSince && (now.getTime() - stored.runningSince.getTime()) / 86_400_000,
  )
}

const signalIntegrity: Check = ({ stored }) =>
  stored.broken.length === 0
    ? [
        {
          check: 'signal_integrity',
          subject: 'signals',
          severity: 'info',
          message: 'the stored signals of the last two days agree with each other',
          measured: { broken: 0 },
        },
      ]
    : stored.broken.map((message) => ({
        check: 'signal_integrity',
        subject: 'signals',
        severity: 'critical',
        message,
        measured: { broken: stored.broken.length },
      }))

const CHECKS: readonly Check[] = [
  brokerageToken,
  snapshotAgeSkew,
  zeroDteData,
  sourceHealthFloor,
  staleFreshness,
  registryDriftRows,
  signalIntegrity,
]

/** Compares the parts of the service that ought to agree. */
export const checkCoherence = (facts: CoherenceFacts, now: Date): CoherenceRow[] =>
  CHECKS.flatMap((check) => check(facts, now))
