import { standardError } from './standard-error.ts'

/** The losses of a claim and of its rival on the same outcome; a smaller loss is better. */
export interface ScoredPair {
  /** Position of the start on the line of sessions: claims of one start are one date. */
  start: number
  /** Sessions from the start to the outcome. */
  sessions: number
  ours: number
  rival: number
}

export const VERDICTS = ['better', 'worse', 'equal', 'unknown', 'insufficient_data'] as const
export type Verdict = (typeof VERDICTS)[number]

export interface Judgement {
  verdict: Verdict
  n: number
  nEffective: number
  /** Dates without overlap that would decide it at the present difference; null when it is decided. */
  nNeeded: number | null
  score: number | null
  /** Share by which the loss is smaller than the rival's. */
  skill: number | null
  /** Two standard errors to either side of the skill. */
  interval: [low: number, high: number] | null
}

/**
 * If looked at daily, two equal forecasters differ by two standard errors in 15 % of cases; by three they hardly ever
 * do.
 */
const DECISIVE_ERRORS = 3
const INTERVAL_ERRORS = 2
const DATES_MIN = 60
/** With fewer dates than this a standard error means little. */
const FLOOR = 20
/** A smaller difference is the rounding of equal forecasts. */
const NO_GAIN = 1e-9
/** An interval within so many points of skill is no difference that matters. */
const EQUAL_WITHIN = 0.02

/** Judges claims against a rival by the same rule everywhere: dates are clusters, and windows that overlap count once. */
export function judge(pairs: readonly ScoredPair[]): Judgement {
  const n = pairs.length
  const dates = datesOf(pairs)
  const nEffective = effectiveDates(dates)
  if (n === 0) {
    return { verdict: 'insufficient_data', n, nEffective, nNeeded: DATES_MIN, score: null, skill: null, interval: null }
  }
  const score = sumOver(dates, ({ ours }) => ours) / n
  const rival = sumOver(dates, (date) => date.rival) / n
  const gain = rival - score
  const gains = dates.map((date) => ({ ...date, gain: date.rival - date.ours }))
  const error = standardError(gains, gain, nEffective)
  const skill = rival === 0 ? null : gain / rival
  const interval: Judgement['interval'] =
    skill === null || nEffective < 2
      ? null
      : [(gain - INTERVAL_ERRORS * error) / rival, (gain + INTERVAL_ERRORS * error) / rival]
  const verdict = verdictOf({ nEffective, gain, error, interval })
  const isDecided = verdict !== 'unknown' && verdict !== 'insufficient_data'
  const nNeeded = isDecided ? null : neededBy(verdict, { gain, spread: error * Math.sqrt(nEffective), rival })
  return { verdict, n, nEffective, nNeeded, score, skill, interval }
}

interface Facts extends Pick<Judgement, 'nEffective' | 'interval'> {
  gain: number
  error: number
}

function verdictOf({ nEffective, gain, error, interval }: Facts): Verdict {
  if (nEffective < FLOOR) return 'insufficient_data'
  if (nEffective >= DATES_MIN && Math.abs(gain) > NO_GAIN && Math.abs(gain) >= DECISIVE_ERRORS * error) {
    return gain > 0 ? 'better' : 'worse'
  }
  const isEqual = interval !== null && interval[0] >= -EQUAL_WITHIN && interval[1] <= EQUAL_WITHIN
  return isEqual ? 'equal' : 'unknown'
}

/** With fewer dates than the floor the spread is unknown, so only the minimum number of dates is stated. */
const neededBy = (verdict: Verdict, facts: Parameters<typeof needed>[0]): number =>
  verdict === 'insufficient_data' ? DATES_MIN : needed(facts)

/** The smaller of the numbers at which the present difference would be decisive, or too small to matter. */
function needed({ gain, spread, rival }: { gain: number; spread: number; rival: number }): number {
  const room = EQUAL_WITHIN * rival - Math.abs(gain)
  const decisive = gain === 0 ? Number.POSITIVE_INFINITY : ((DECISIVE_ERRORS * spread) / gain) ** 2
  const equal = room <= 0 ? Number.POSITIVE_INFINITY : ((INTERVAL_ERRORS * spread) / room) ** 2
  const least = Math.min(decisive, equal)
  return Number.isFinite(least) ? Math.max(DATES_MIN, Math.ceil(least)) : DATES_MIN
}

interface ScoredDate extends ScoredPair {
  /** Claims of the date. */
  weight: number
}

/** One entry for each start, with the means of its claims, in order. */
function datesOf(pairs: readonly ScoredPair[]): ScoredDate[] {
  return [...Map.groupBy(pairs, ({ start }) => start)]
    .map(([start, own]) => ({
      start,
      weight: own.length,
      sessions: own.reduce((most, { sessions }) => Math.max(most, sessions), 0),
      ours: own.reduce((sum, { ours }) => sum + ours, 0) / own.length,
      rival: own.reduce((sum, { rival }) => sum + rival, 0) / own.length,
    }))
    .toSorted((a, b) => a.start - b.start)
}

const sumOver = (dates: readonly ScoredDate[], of: (date: ScoredDate) => number): number =>
  dates.reduce((sum, date) => sum + date.weight * of(date), 0)

/** The largest number of dates whose windows do not overlap, found by always taking the one that ends first. */
function effectiveDates(dates: readonly ScoredDate[]): number {
  let count = 0
  let free = Number.NEGATIVE_INFINITY
  for (const { start, sessions } of dates.toSorted((a, b) => a.start + a.sessions - (b.start + b.sessions))) {
    if (start < free) continue
    count++
    free = start + sessions
  }
  return count
}
