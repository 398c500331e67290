import { type AlertEvent, type AlertId, NEVER_EVALUATED } from '../../shared/domain/contract/alert.ts'
import type { RegimeOfDay } from '../../shared/domain/contract/alert-rules.ts'
import type { AlertOutcome, AlertRecord, TrackRecord } from '../../shared/domain/contract/alert-track-record.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { eastern, easternExact } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { median } from '../maths/statistics.ts'
import { wilson } from '../maths/wilson.ts'
import { effectiveCount } from '../risk/outcomes.ts'
import { ALERT_RULES_VERSION, type AlertRule } from './alert.ts'
import { alertEngine, alertRules } from './index.ts'
import { reduceAlert } from './reduce-alert.ts'
import { replaySessions } from './replay-sessions.ts'

/** Ten years: long enough for a few rare episodes, short enough to resemble today's market. */
export const TRACK_RECORD_SESSIONS = 2_520
const HORIZONS = [5, 10, 20] as const
/** If there are fewer episodes, a rate describes the sample rather than the rule. */
const EPISODES_MIN = 10

export const trackRecordSeries: readonly SeriesId[] = [...new Set<SeriesId>([...alertEngine.series, 'spy_close'])]

interface Close {
  day: TradingDay
  value: number
}

/**
 * Runs the live rules once per session with what was known that evening. Outcomes begin at the close of the session an
 * alert fired on; that close was known but could no longer be traded, so they describe what followed and are not the
 * result of a strategy. Each kind has its own period, from its first session that could be judged: a base rate must
 * cover the same years.
 */
export function trackRecord(
  inputs: Pick<MarketInputs, 'cutoff' | 'day' | 'series'>,
  regimes: readonly RegimeOfDay[],
): TrackRecord {
  const rules = alertRules.filter(({ intradayOnly }) => intradayOnly === null)
  const states = new Map(rules.map(({ id }) => [id, NEVER_EVALUATED]))
  const events: AlertEvent[] = []
  const days: TradingDay[] = []
  const judgedFrom = new Map<AlertId, TradingDay>()
  // The session of the cutoff itself counts: its evening has come.
  const until = { ...inputs, cutoff: new Date(inputs.cutoff.getTime() + 1) }
  const bounds = { sessions: TRACK_RECORD_SESSIONS, sessionsMax: alertEngine.sessionsMax }
  for (const session of replaySessions(until, regimes, bounds)) {
    if (days.length === 0 && !session.series.spy_close?.length) continue
    days.push(session.day)
    for (const rule of rules) {
      const reading = rule.read(session)
      if (reading.status === 'observed' && !judgedFrom.has(rule.id)) judgedFrom.set(rule.id, session.day)
      const reduced = reduceAlert(rule, states.get(rule.id)!, { at: session.cutoff, day: session.day, reading })
      states.set(rule.id, reduced.state)
      events.push(...reduced.events)
    }
  }
  const recordSince = (rule: AlertRule): AlertRecord => {
    const from = judgedFrom.get(rule.id) ?? null
    const since = <T>(rows: readonly T[], dayOf: (row: T) => TradingDay): T[] =>
      from === null ? [] : rows.filter((row) => dayOf(row) >= from)
    const own = { from, sessions: since(days, (day) => day).length }
    return recordOf(
      rule,
      own,
      events,
      since(inputs.series.spy_close ?? [], ({ day }) => day),
    )
  }
  return {
    rules_version: ALERT_RULES_VERSION,
    as_of: easternExact(inputs.cutoff),
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    sessions: days.length,
    episodes_min: EPISODES_MIN,
    alerts: alertRules.map(recordSince),
    ...(days.length === 0 ? { reason: 'no close of SPY is known yet' } : {}),
  }
}

function recordOf(
  rule: AlertRule,
  window: Pick<AlertRecord, 'from' | 'sessions'>,
  events: readonly AlertEvent[],
  closes: readonly Close[],
): AlertRecord {
  const own = events.filter(({ alertId }) => alertId === rule.id)
  const fired = own.filter(({ type }) => type === 'fired').map(({ at }) => eastern(at).day)
  const ended = own.filter(({ type }) => type === 'cleared').map(({ at }) => eastern(at).day)
  const enough = fired.length >= EPISODES_MIN
  const lengths = ended.map((day, at) => sessionsBetween(fired[at]!, day).length - 1)
  return {
    alert_id: rule.id,
    severity: rule.severity,
    fires: rule.fires,
    clears: rule.clears,
    status: enough ? 'ready' : 'insufficient_data',
    reason:
      rule.intradayOnly ??
      (enough
        ? null
        : `a rate needs ${EPISODES_MIN} past episodes, and ${fired.length} ${fired.length === 1 ? 'is' : 'are'} known`),
    ...window,
    n: fired.length,
    median_sessions: enough ? median(lengths) : null,
    outcomes: HORIZONS.map((sessions) => outcomeAfter(sessions, fired, closes)),
  }
}

function outcomeAfter(sessions: number, fired: readonly TradingDay[], closes: readonly Close[]): AlertOutcome {
  const all = closes.slice(0, Math.max(0, closes.length - sessions))
  const base = all.map(({ value }, at) => 100 * (closes[at + sessions]!.value / value - 1))
  const placeOf = new Map(all.map(({ day }, at) => [day, at]))
  const places = fired.flatMap((day) => placeOf.get(day) ?? [])
  const own = places.map((at) => base[at]!)
  const apart = effectiveCount(places, sessions)
  const rateUp = own.length < EPISODES_MIN ? null : shareUp(own)
  const interval = rateUp === null ? null : wilson(rateUp, apart)
  return {
    sessions,
    n: own.length,
    median_return: own.length < EPISODES_MIN ? null : rounded(median(own)),
    rate_up: rateUp,
    effective_n: apart,
    rate_up_low: rounded(interval?.low ?? null),
    rate_up_high: rounded(interval?.high ?? null),
    base_n: base.length,
    base_median_return: base.length < EPISODES_MIN ? null : rounded(median(base)),
    base_rate_up: base.length < EPISODES_MIN ? null : shareUp(base),
  }
}

const rounded = (value: number | null): number | null => value && Math.round(value * 1000) / 1000
const shareUp = (changes: readonly number[]): number =>
  Math.round((1000 * changes.filter((change) => change > 0).length) / changes.length) / 1000
