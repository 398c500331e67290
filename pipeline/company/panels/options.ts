import type { OptionsDay, OptionsPanel } from '../../../shared/domain/contract/company/options.ts'
import { type KnownSplit, keepsContracts, sharesSince } from '../../../shared/domain/market/known-split.ts'
import { easternIso } from '../../../shared/time/eastern.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { type CompanyInputs, headOf, inputOf, mean, percentileOf, type Stored, shown } from '../inputs.ts'
import type { OptionRow } from '../option-row.ts'

/** Rank and percentile over a half-filled year would call almost any value extreme. */
const RANK_SESSIONS_MIN = 126
const RANK_SESSIONS = 252
const WEEK_DAYS = 7
const SLOPE_DAYS = 90
const VELOCITY_SESSIONS = 5
const MOVED = 'a split in a ratio that is not whole has moved the earlier contracts to a root of their own'

const openInterestOf = ({ row }: Stored<OptionRow>): number => row.call_open_interest + row.put_open_interest

/**
 * Contracts of a session that expired before a later day; null in a row that does not split open interest by
 * expiration.
 */
const expiredBefore = (day: TradingDay, { row }: Stored<OptionRow>): number | null =>
  row.expirations?.reduce((sum, each) => sum + (each.expiration < day ? each.open_interest : 0), 0) ?? null

type OpenInterest = Pick<OptionsDay, 'open_interest' | 'open_interest_change' | 'open_interest_expired'>

/**
 * How many contracts one of an earlier session has become: a split into whole shares makes as many contracts as shares,
 * while any other moves the contracts to a root of their own, after which the numbers have nothing in common.
 */
function contractsSince(splits: readonly KnownSplit[], from: TradingDay, to: TradingDay): number | null {
  const between = splits.filter(({ exDate }) => exDate > from && exDate <= to)
  return between.every(keepsContracts) ? sharesSince(between, from) : null
}

/** Contracts that expired are left out of the change: some do each Friday, and that closes no position. */
function openInterest(
  current: Stored<OptionRow>,
  before: Stored<OptionRow> | undefined,
  splits: readonly KnownSplit[],
): OpenInterest {
  const open = openInterestOf(current)
  const expired = before ? expiredBefore(current.day, before) : null
  const contracts = before ? contractsSince(splits, before.day, current.day) : null
  const isComparable = before && expired !== null && contracts !== null
  return {
    open_interest: open,
    open_interest_change: isComparable ? open - contracts * (openInterestOf(before) - expired) : null,
    // Like the change, in contracts of the newest session where the split leaves them comparable.
    open_interest_expired: expired === null ? null : (contracts ?? 1) * expired,
  }
}

/** The rank of a session among its own year, itself included. */
export function rankOf(
  levels: readonly number[],
): Pick<OptionsDay, 'iv_rank' | 'iv_percentile' | 'iv_have' | 'iv_need'> {
  const [now] = levels
  const have = levels.length
  if (now === undefined || have < RANK_SESSIONS_MIN)
    return { iv_rank: null, iv_percentile: null, iv_have: have, iv_need: RANK_SESSIONS_MIN }
  const [low, high] = [Math.min(...levels), Math.max(...levels)]
  return {
    iv_rank: high === low ? null : shown((now - low) / (high - low)),
    iv_percentile: percentileOf(levels.slice(1), now),
    iv_have: have,
    iv_need: RANK_SESSIONS_MIN,
  }
}

/** A session of options from its row and the sessions before it, newest first. */
function optionsDay({ options: rows, splits }: CompanyInputs, at: number): OptionsDay {
  const current = rows[at]!
  const { row, day, knownAt } = current
  const past = rows.slice(at, at + RANK_SESSIONS)
  const levels = row.iv30.value === null ? [] : past.flatMap((each) => each.row.iv30.value ?? [])
  const changes = past
    .slice(0, VELOCITY_SESSIONS)
    .flatMap((each, index) => openInterest(each, past[index + 1], splits).open_interest_change ?? [])
  const first = past[VELOCITY_SESSIONS]
  const contracts = first ? contractsSince(splits, first.day, day) : null
  const base = first && contracts !== null ? contracts * openInterestOf(first) : null
  const week = row.term.find(({ days, atm_iv }) => days >= WEEK_DAYS && atm_iv !== null)
  const far = row.term.filter(({ days, atm_iv }) => days > 30 && days <= SLOPE_DAYS + 35 && atm_iv !== null).at(-1)
  const { report } = row
  return {
    day,
    known_at: easternIso(knownAt),
    spot: row.spot,
    iv30: row.iv30.value,
    atm_iv: week?.atm_iv ?? null,
    ...rankOf(levels),
    skew_25_delta: row.skew_25_delta.value,
    term_slope: row.iv30.value === null || far?.atm_iv == null ? null : shown(far.atm_iv - row.iv30.value),
    term_structure: row.term,
    implied_move: week?.implied_move ?? null,
    next_report:
      report === null
        ? null
        : {
            day: report.day,
            implied_move: report.implied_move,
            level_without: report.level_without,
            reason: report.reason,
          },
    ...openInterest(current, past[1], splits),
    open_interest_velocity:
      base === null || base === 0 || changes.length < VELOCITY_SESSIONS ? null : shown(mean(changes)! / base),
    volume: row.call_volume + row.put_volume,
    put_call_volume: row.call_volume === 0 ? null : shown(row.put_volume / row.call_volume),
    put_call_open_interest: row.call_open_interest === 0 ? null : shown(row.put_open_interest / row.call_open_interest),
  }
}

/** Only chains of pinned names are fetched, within the vendor's budget. */
export const noOptions = ({ company }: Pick<CompanyInputs, 'company'>): string =>
  company.isPinned
    ? 'no chain of this company is known yet; chains are fetched after each close'
    : 'the company was not pinned when this was computed, and only chains of pinned companies are fetched'

/** `limit` sessions, the newest first, each with its rank among the sessions that were known before it. */
export function optionsPanel(inputs: CompanyInputs, limit: number): OptionsPanel {
  const { options } = inputs
  const history = options.slice(0, limit).map((_, at) => optionsDay(inputs, at))
  const latest = history[0] ?? null
  const none = latest === null ? noOptions(inputs) : null
  const row = options[0]?.row
  const few = latest ? `needs ${RANK_SESSIONS_MIN} of its own sessions with an iv30; ${latest.iv_have} are known` : none
  const isMovedSince = (sessions: number): boolean => {
    const [newest, before] = [options[0], options[sessions]]
    return before !== undefined && contractsSince(inputs.splits, before.day, newest!.day) === null
  }
  const unlike =
    options.length > 1 ? 'the session before was kept without its expirations' : 'no session before is known'
  const noChange = isMovedSince(1) ? MOVED : unlike
  const flat = latest && latest.iv_have >= RANK_SESSIONS_MIN ? 'iv30 was the same on every session of its year' : null
  const reasons: Record<string, string | null> = {
    latest: none,
    history: none,
    'latest.iv30': row?.iv30.reason ?? null,
    'latest.iv_rank': latest && latest.iv_rank === null ? (row?.iv30.reason ?? flat ?? few) : null,
    'latest.iv_percentile': latest && latest.iv_percentile === null ? (row?.iv30.reason ?? few) : null,
    'latest.skew_25_delta': row?.skew_25_delta.reason ?? null,
    'latest.atm_iv': latest && latest.atm_iv === null ? 'no expiration a week away has a volatility' : null,
    'latest.implied_move': latest && latest.implied_move === null ? 'no expiration a week away has a straddle' : null,
    'latest.term_slope': latest && latest.term_slope === null ? 'no expiration lies between 30 and 125 days' : null,
    'latest.next_report':
      latest && latest.next_report === null
        ? 'the earnings calendar listed no report when this chain was quoted'
        : null,
    'latest.open_interest_change': latest && latest.open_interest_change === null ? noChange : null,
    'latest.open_interest_expired': latest && latest.open_interest_expired === null ? noChange : null,
    'latest.open_interest_velocity':
      latest && latest.open_interest_velocity === null
        ? isMovedSince(VELOCITY_SESSIONS)
          ? MOVED
          : `needs ${VELOCITY_SESSIONS + 1} sessions with open interest by expiration`
        : null,
  }
  const input = inputOf('closing option chains', 'chains', options, inputs)
  return { ...headOf(inputs, [input], reasons), latest, history, n: history.length }
}
