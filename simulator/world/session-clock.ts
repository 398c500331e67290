import type { Moment } from './world.ts'

/** The market moves this often, and all prices with it at once; in between they stand still. */
export const STEP_SECONDS = 30
export const STEPS_PER_MINUTE = 60 / STEP_SECONDS

/**
 * Walks other than the market move at this interval: charts of 503 members need all of their steps, for the extremes.
 */
export const NEWS_MINUTES = 5
export const STEPS_PER_NEWS = NEWS_MINUTES * STEPS_PER_MINUTE
/** A full session has this many times of news, including its open and its close. */
export const NEWS_TIMES_MAX = 390 / NEWS_MINUTES + 1

/** The share of a session's variance that falls between the last close and the open. */
export const OVERNIGHT = 0.3

type SessionClock = {
  /** The share of the session's variance that has passed at each step, from 0 at the open to 1 at the close. */
  elapsed: Float64Array
  /** The standard deviation of each step after the open, in units of the session's. */
  deviations: Float64Array
}

const clocks = new Map<number, SessionClock>()

/** Variance time: trading is busiest at both ends of the day, so steps there count for more. */
export const sessionClock = (minutes: number, perMinute = STEPS_PER_MINUTE): SessionClock => {
  const key = minutes * 60 + perMinute
  const known = clocks.get(key)
  if (known) return known
  const steps = Math.round(minutes * perMinute)
  const weights = Array.from({ length: steps }, (_, step) => {
    const place = (step + 0.5) / steps
    return 0.65 + 2.1 * (2 * place - 1) ** 2 + (place < 0.08 ? 1 : 0)
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const elapsed = new Float64Array(steps + 1)
  for (const [step, weight] of weights.entries()) elapsed[step + 1] = elapsed[step]! + weight / total
  elapsed[steps] = 1
  const clock = { elapsed, deviations: Float64Array.from(weights, (weight) => Math.sqrt(weight / total)) }
  clocks.set(key, clock)
  return clock
}

/** The position of a moment in its session's paths. */
export const stepOf = ({ minute, second }: Pick<Moment, 'minute' | 'second'>): number =>
  minute * STEPS_PER_MINUTE + Math.floor(second / STEP_SECONDS)

/** The share of the session's variance, and of its trading, that has passed. */
export const elapsedAt = (moment: Moment): number => sessionClock(moment.minutes).elapsed[stepOf(moment)]!

const MINUTES_OF_DAY = 1_440

/** The number of a moment's step since the world began. */
export const momentKey = (moment: Moment): number => moment.index * MINUTES_OF_DAY * STEPS_PER_MINUTE + stepOf(moment)
