import { SUPPRESSIONS } from '../../shared/domain/contract/screener-ids.ts'
import type { RunResult } from './decide-run.ts'
import type { Outcome } from './outcome.ts'
import { SCREENER_RULES } from './rules.ts'
import type { Tracked } from './tracked.ts'
import type { Standing } from './trust.ts'

/** Lines of a replay, one JSON object each; prices and returns are written whole, so that a reader can add them up. */
export type ReplayLine = { kind: string } & Record<string, unknown>

export const NOTE: ReplayLine = {
  kind: 'note',
  schema_version: SCREENER_RULES,
  rules: [
    'Runs of this replay count as scheduled under the present rules, so every cohort counts as post-lock.',
    'A run of 17:30 reads the closes of its session and enters at the next open, or at the next close where a name or SPY has no open.',
    'A run of 10:30 exists in sessions with bars; it reads bars to the session before and the open of its own, and enters at the close of its session.',
    'The band is the one of the newest evening (20:00) before the run.',
    'Returns of shorts have their sign turned, SPY beside them too, so that excess is return less spy_return less cost.',
    'ATR is the 14-session average of Wilder through the last session before the entry; a bar without a range counts 1.8 times its absolute change.',
    'The cost is 0.001 for both crossings of the spread. Prices are split-adjusted, and dividends are left out of names and SPY alike.',
    'A name without a bar for 5 sessions in a row closes at its last value.',
    'A name without a sector shares its volatility third alone with its placebo tickers.',
    'Lines from exit to trust are of a close, lines of a run come after those of its inputs. calibration and gauntlet at the end describe the whole file.',
  ],
}

export function runLine({ moment, band, candidates, openLong, openShort, suppressed }: RunResult): ReplayLine {
  const counted = SUPPRESSIONS.flatMap((reason) => {
    const count = suppressed[reason]
    return count === undefined ? [] : [[reason, count] as const]
  })
  return {
    kind: 'run',
    at: moment.at,
    band: band?.band ?? null,
    open_long: openLong,
    open_short: openShort,
    candidates: candidates.length,
    suppressed: Object.fromEntries(counted),
  }
}

export function lockLine({ id, runAt, ticker, side, archetype, score, horizon, entry, contract }: Tracked): ReplayLine {
  const { conviction, slot, chip, why } = contract!
  const { day, price, atr, invalidation } = entry!
  return {
    kind: 'lock',
    id,
    run_at: runAt,
    ticker,
    side,
    archetype,
    conviction,
    score,
    slot,
    entry_date: day,
    entry_price: price,
    atr,
    invalidation,
    horizon,
    chip,
    why,
  }
}

export const episodeLine = (tracked: Tracked): ReplayLine => {
  const { id, runAt, ticker, side, archetype, score, horizon, episode } = tracked
  return { kind: 'episode', id, run_at: runAt, ticker, side, archetype, score, horizon, episode }
}

export function exitLine({ id, contract }: Tracked, at: string): ReplayLine {
  const { reason, price } = contract!.exit!
  return { kind: 'exit', id, at, reason, price }
}

export const outcomeLine = (outcome: Outcome): ReplayLine => {
  const { id, from, to, spyReturn, cost, excess, excessHorizon, episode } = outcome
  return {
    kind: 'outcome',
    id,
    from,
    to,
    return: outcome.return,
    spy_return: spyReturn,
    cost,
    excess,
    excess_horizon: excessHorizon,
    episode,
  }
}

export function trustLine(at: string, archetype: string, n: number, standing: Standing): ReplayLine {
  const { tier, pEdge, cohortsTotal, cohortsPostLock, gauntlet, drift } = standing
  return {
    kind: 'trust',
    at,
    archetype,
    tier,
    p_edge: pEdge,
    n,
    cohorts_total: cohortsTotal,
    cohorts_post_lock: cohortsPostLock,
    gauntlet,
    drift,
  }
}
