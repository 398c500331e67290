import type { FedWatch } from '../../shared/domain/contract/fed-watch.ts'
import { announcementsKnownOn } from '../../shared/domain/market/fomc-meetings.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { eastern, easternExact } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { sessionsOld } from '../inputs/cite.ts'
import { type DailyView, dailyView, isAbsent } from '../inputs/daily-view.ts'
import type { FedFuture, MarketInputs } from '../inputs/market-inputs.ts'
import type { SnapshotContext } from '../inputs/snapshot-context.ts'
import { shown } from '../maths/shown.ts'
import { median } from '../maths/statistics.ts'
import { meetingOdds } from './fed-odds.ts'
import { decisionAfter, FOMC_DATES_READ_ON, FOMC_MONTHS, isAhead, lastDecision, nextMeeting } from './fomc-dates.ts'
import { rangeSinceDecision } from './range-since.ts'
import { ratePath } from './rate-path.ts'

export const fedSeries: readonly SeriesId[] = ['dff', 'fed_target_upper', 'fed_target_lower']

const SCHEMA_VERSION = '2026.11'
export const METHOD =
  'CME month contracts: the average of a month without a meeting is its rate, months with meetings are solved from ' +
  'right to left between two such months, the announcement day counts at the old rate, a month with a decision before its ' +
  'meeting starts at the effective rate since, a current month with few days before its meeting at the usual ' +
  'effective rate, steps of 25 basis points; until the range of a decision is published, ranges count from the one that ' +
  'the contracts show since then'

/** Contracts trade every session, so an older price misses later moves of rates. */
const SESSIONS_OLD_MAX = 3
/** Rates are published for each calendar day; a dip at the end of a month lasts for up to four of them. */
const USUAL_DAYS = 20

/** The whole document; rates and contracts are served even without odds. */
export function fedWatch(inputs: MarketInputs, { cycleId }: Pick<SnapshotContext, 'cycleId'>): FedWatch {
  const { cutoff, day } = inputs
  const effective = known(inputs, 'dff')
  const upper = known(inputs, 'fed_target_upper')
  const lower = known(inputs, 'fed_target_lower')
  const target = upper && lower && { lower: lower.latest.value, upper: upper.latest.value, for: lower.latest.day }
  const decided = target && decisionAfter(target.for, cutoff)
  const futures = freshContracts(inputs)
  const next = nextMeeting(cutoff)
  const shared = {
    schema_version: SCHEMA_VERSION,
    as_of: easternExact(cutoff),
    cycle_id: cycleId,
    current_rate: effective?.input ?? null,
    target_range: target,
    range_lacks_decision: decided,
    range_since_decision: null,
    next_meeting: next,
    futures: futures.map(({ month, price, knownAt }) => ({
      month,
      price,
      implied_rate: shown(100 - price),
      known_at: easternExact(knownAt),
    })),
    method: METHOD,
    meetings_read_on: FOMC_DATES_READ_ON,
  }
  const none = (reason: string): FedWatch => ({
    ...shared,
    status: 'not_ready',
    reason,
    hold: null,
    cut: null,
    hike: null,
    meetings: [],
    path_ends: null,
  })
  if (futures.length === 0) return none(noContracts(inputs))
  if (!target) return none('the target range is not known')
  if (next === null) return none(`the table of meetings, read on ${FOMC_DATES_READ_ON}, ends in ${FOMC_MONTHS.last}`)
  const path = ratePath({
    futures,
    effective: effective?.latest ?? null,
    usual: effective && usualRate(effective, lastDecision(cutoff)),
    meetings: announcementsKnownOn(day),
    lastMonth: FOMC_MONTHS.last,
    isAhead: (meeting) => isAhead(meeting, cutoff),
    today: day,
  })
  const [ahead] = path.meetings
  if (ahead?.meeting !== next) return none(path.ends)
  const since = decided && rangeSince(decided, { target, implied: ahead.before, effective })
  if (decided && !since) return none(unclear(decided))
  const odds = meetingOdds(path.meetings, since ?? target)
  const [first] = odds
  return {
    ...shared,
    range_since_decision: since,
    status: 'ready',
    reason: null,
    hold: first!.hold,
    cut: first!.cut,
    hike: first!.hike,
    meetings: odds.map(({ meeting, hold, cut, hike, before, after, status, ranges }) => ({
      meeting,
      hold,
      cut,
      hike,
      rate_before: shown(before),
      rate_after: shown(after),
      path_status: status,
      change_bp: shown(Math.round((after - before) * 1e6) / 1e4),
      ranges: ranges.map((range) => ({ ...range, lower: shown(range.lower), upper: shown(range.upper) })),
    })),
    path_ends: path.ends,
  }
}

function known(inputs: MarketInputs, series: SeriesId): DailyView | null {
  const view = dailyView(inputs, series)
  return isAbsent(view) ? null : view
}

interface Decided {
  target: { lower: number; upper: number }
  implied: number
  effective: DailyView | null
}

function rangeSince(
  decided: TradingDay,
  { target, implied, effective }: Decided,
): ReturnType<typeof rangeSinceDecision> {
  const after = announcementsKnownOn(decided).findLast((day) => day < decided) ?? null
  return rangeSinceDecision(target, { implied, paidBefore: effective && usualRate(effective, after, decided) })
}

const unclear = (decided: TradingDay): string =>
  `the range since the decision of ${decided} is not published yet, and the contracts do not show it clearly`

/** The median of the newest effective rates paid after a decision, up to and on the day of the next; null without any. */
function usualRate({ points }: DailyView, after: TradingDay | null, upTo?: TradingDay): number | null {
  const paid = points
    .slice(-USUAL_DAYS)
    .filter(({ day }) => (after === null || day > after) && (upTo === undefined || day <= upTo))
  return median(paid.map(({ value }) => value))
}

/**
 * Each contract is judged by its own age: the contract of a month that has ended no longer trades and shows its last
 * price forever.
 */
function freshContracts({ fedFutures = [], day }: MarketInputs): FedFuture[] {
  return fedFutures
    .filter(({ month, knownAt }) => month >= day.slice(0, 7) && isFresh(knownAt, day))
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
}

const isFresh = (knownAt: Date, day: MarketInputs['day']): boolean =>
  sessionsOld(eastern(knownAt).day, day) <= SESSIONS_OLD_MAX

function noContracts({ fedFutures = [] }: MarketInputs): string {
  const newest = fedFutures.reduce<Date | null>(
    (latest, { knownAt }) => (latest && latest > knownAt ? latest : knownAt),
    null,
  )
  return newest === null
    ? 'no fed-fund futures are known yet'
    : `the newest fed-fund futures are from ${eastern(newest).day}, at most ${SESSIONS_OLD_MAX} sessions are accepted`
}
