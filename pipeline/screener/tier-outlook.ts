import { counted } from '../../shared/domain/number-words.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import { blockWeeks } from './cohorts.ts'
import { BETTABLE_FROM, COHORTS_MIN, edgeProbability, PROBATION_FROM, type Standing, type Tally } from './trust.ts'

const WEEK_DAYS = 7
/** Beyond this many cohorts an outlook is too uncertain to state. */
const COHORTS_MAX = 2_000

/** The evidence that would lift an archetype to its next tier. */
export interface TierOutlook {
  next: 'PROBATION' | 'BETTABLE' | null
  /** Number of further cohorts if all are hits: the minimum that can suffice. */
  hitsInARow: number | null
  /**
   * Number of further cohorts at the hit rate so far; null where that rate never suffices, or before there is a rate.
   */
  cohortsAtPresentRate: number | null
  /** When that many will have matured at the present pace; null without a pace or a number. */
  date: TradingDay | null
  reason: string
}

export interface OutlookInput {
  standing: Standing
  horizon: number
  on: TradingDay
  /** Complete cohorts a block over the last year, in blocks that are over: 1 if none was empty; null before the first. */
  cohortsPerBlock: number | null
}

/** A cap by the gauntlet or by drift is lifted only by new evidence, whose amount cannot be stated. */
export function tierOutlook({ standing, horizon, on, cohortsPerBlock }: OutlookInput): TierOutlook {
  const none = { next: null, hitsInARow: null, cohortsAtPresentRate: null, date: null }
  const { tier, gauntlet, drift } = standing
  if (gauntlet === 'falsified') return { ...none, reason: 'falsified: a later gauntlet must find otherwise first' }
  if (drift === 'degraded')
    return { ...none, reason: 'degraded: its newest cohorts must come back to its own past first' }
  if (tier === 'BETTABLE') return { ...none, reason: 'there is no higher tier' }
  const next = tier === 'PROBATION' ? 'BETTABLE' : 'PROBATION'
  const tally = tallyFor(standing, next)
  const line = next === 'BETTABLE' ? BETTABLE_FROM : PROBATION_FROM
  const rate = tally.cohorts === 0 ? null : tally.hits / tally.cohorts
  const hitsInARow = cohortsUntil(tally, 1, line)
  const cohortsAtPresentRate = rate === null ? null : cohortsUntil(tally, rate, line)
  const date =
    cohortsPerBlock && cohortsAtPresentRate ? after(on, cohortsAtPresentRate / cohortsPerBlock, horizon) : null
  const atRate =
    rate === null
      ? 'no cohort that counts for it has matured, so there is no hit rate yet'
      : wordsAtRate(cohortsAtPresentRate, date)
  return { next, hitsInARow, cohortsAtPresentRate, date, reason: `${floorWords(next, hitsInARow)}; ${atRate}` }
}

/** BETTABLE is decided by post-lock cohorts alone. */
const tallyFor = (standing: Standing, next: 'PROBATION' | 'BETTABLE'): Tally =>
  next === 'BETTABLE'
    ? { cohorts: standing.cohortsPostLock, hits: standing.hitsPostLock }
    : { cohorts: standing.cohortsTotal, hits: standing.hitsTotal }

function cohortsUntil({ cohorts, hits }: Tally, rate: number, line: number): number | null {
  for (let more = 1; more <= COHORTS_MAX; more++) {
    const then = { cohorts: cohorts + more, hits: hits + more * rate }
    if (then.cohorts >= COHORTS_MIN && edgeProbability(then)! >= line) return more
  }
  return null
}

const after = (on: TradingDay, blocks: number, horizon: number): TradingDay =>
  addDays(on, Math.ceil(blocks * blockWeeks(horizon) * WEEK_DAYS))

function floorWords(next: string, least: number | null): string {
  if (least === null) return `${next} is out of reach`
  return `${next} after ${counted(least, 'further cohort')} if ${least === 1 ? 'it is a hit' : 'all are hits'}`
}

function wordsAtRate(cohorts: number | null, date: TradingDay | null): string {
  if (cohorts === null) return 'never at the hit rate so far'
  return `after ${cohorts} at the hit rate so far${date === null ? '' : `, by ${date} at the present pace`}`
}
