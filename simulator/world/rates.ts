import { clamp } from './clamp.ts'
import type { Equity } from './equity.ts'
import { isMeeting } from './fed-meetings.ts'
import type { Random } from './random.ts'
import { regimeRank } from './regime.ts'

export type Rates = {
  /** The state of the economy, from about -2 (slump) to 2 (overheating); it turns over years. */
  cycle: number
  cycleTrend: number
  /** Upper end of the target range in force today, and from tomorrow when a meeting moved it today. */
  targetUpper: number
  nextTargetUpper: number
  dff: number
  dgs3mo: number
  dgs2: number
  dgs10: number
  t5yie: number
  t10yie: number
  premium: number
  flight: number
  /** Sums of the moves of both yields that nothing foretold and no share explains: what bond funds earn and lose. */
  own2: number
  own10: number
}

/** The daily deviation of the yields' own moves, in percent points, and their move for a move of the index. */
export const YIELD_NOISE = { dgs2: 0.04, dgs10: 0.05 } as const
export const YIELD_BETA = 1

const FOLLOWS = 0.5

const STEP = 0.25
const TARGET_MIN = 0.25
const TARGET_MAX = 6.25

export const initialRates = (): Rates => ({
  cycle: -0.6,
  cycleTrend: 0.004,
  targetUpper: 1.25,
  nextTargetUpper: 1.25,
  dff: 1.02,
  dgs3mo: 1.1,
  dgs2: 1.9,
  dgs10: 4.2,
  t5yie: 2.2,
  t10yie: 2.3,
  premium: 1.1,
  flight: 0,
  own2: 0,
  own10: 0,
})

/** The rate that the committee would set without memory. */
const desired = (cycle: number): number => Math.max(TARGET_MIN, Math.min(TARGET_MAX, 2.9 + 1.9 * cycle))

/** Moves by quarters, by halves when far off, and cuts faster than it raises. */
const decide = (target: number, cycle: number, crisis: boolean): number => {
  const gap = desired(cycle) - (crisis ? 0.9 : 0) - target
  const move = gap < -1.1 ? (crisis ? -3 : -2) : gap < -0.3 ? -1 : gap > 1.5 ? 2 : gap > 0.3 ? 1 : 0
  return Math.max(TARGET_MIN, Math.min(TARGET_MAX, target + STEP * move))
}

/**
 * The expected move of a meeting some days ahead for someone who knows the rule and today's economy: moves come in
 * quarters, and it is uncertain whether the gap will be wide enough.
 */
export const expectedDecision = (target: number, { cycle, cycleTrend }: Rates, daysAhead: number): number => {
  const gap = desired(cycle + (daysAhead * 5 * cycleTrend) / 7) - target
  const certain = clamp(gap - 0.3 * Math.tanh(gap / 0.3), -0.5, 0.5)
  return Math.max(TARGET_MIN - target, Math.min(TARGET_MAX - target, certain))
}

/** The decision of a scenario for the 10-year yield of one session, in percent points. */
export type YieldPush = {
  move: number
  /** At a landing the rest of the session's move, with the part that comes from shares, is at most this far from zero. */
  surpriseMost: number | null
}

/**
 * The session's own moves of both yields, apart from the part that comes from shares; the 2-year follows a scenario
 * half way.
 */
const ownMoves = (push: YieldPush | null, withShares: number, random: Random): { own2: number; own10: number } => {
  const own2 = YIELD_NOISE.dgs2 * random.normal()
  const own10 = YIELD_NOISE.dgs10 * random.normal()
  if (push === null) return { own2, own10 }
  const { move, surpriseMost } = push
  const free = clamp(own10, -YIELD_NOISE.dgs10, YIELD_NOISE.dgs10)
  const left = surpriseMost === null ? free : clamp(free + withShares, -surpriseMost, surpriseMost) - withShares
  return { own2: own2 + FOLLOWS * move, own10: left + move }
}

type Today = {
  equity: Equity
  oilReturn: number
  day: string
  push: YieldPush | null
}

export const stepRates = (previous: Rates, { equity, oilReturn, day, push }: Today, random: Random): Rates => {
  const rank = regimeRank(equity.regime)
  // A damped oscillation kicked by noise: cycles of five to eight years that a crisis cuts short.
  const cycleTrend =
    0.9975 * previous.cycleTrend - 0.000006 * previous.cycle + 0.00013 * random.normal() - (rank === 3 ? 0.00016 : 0)
  const cycle = clamp(previous.cycle + cycleTrend - 0.0002 * previous.cycle, -2.2, 2)
  const targetUpper = previous.nextTargetUpper
  const nextTargetUpper = isMeeting(day) ? decide(targetUpper, cycle, rank === 3) : targetUpper
  const middle = targetUpper - 0.125
  const flight = 0.965 * previous.flight - 2.2 * Math.min(0, equity.return) - 0.6 * Math.max(0, equity.return)
  // The premium also takes a scenario's part, because a yield returns to the sum of its parts.
  const premium = previous.premium + 0.0025 * (0.75 - previous.premium) + 0.022 * random.normal() + (push?.move ?? 0)
  const ahead = desired(cycle + 120 * cycleTrend)
  const smooth = (last: number, target: number, speed: number, news: number): number =>
    Math.max(0.01, last + speed * (target - last) + news)
  const t5yie = Math.max(
    0.1,
    previous.t5yie +
      0.008 * (2.25 + 0.25 * cycle - previous.t5yie) +
      0.7 * oilReturn +
      1.6 * equity.return +
      0.016 * random.normal(),
  )
  const withShares = YIELD_BETA * equity.surprise
  const { own2, own10 } = ownMoves(push, withShares, random)
  return {
    cycle,
    cycleTrend,
    targetUpper,
    nextTargetUpper,
    dff: targetUpper - 0.12 + 0.006 * random.normal(),
    dgs3mo: smooth(
      previous.dgs3mo,
      middle + 0.25 * (nextTargetUpper - targetUpper) + 0.12 * (ahead - middle),
      0.15,
      0.012 * random.normal(),
    ),
    dgs2: smooth(previous.dgs2, 0.55 * middle + 0.45 * ahead + 0.25 * premium - 1.1 * flight, 0.06, own2 + withShares),
    dgs10: smooth(
      previous.dgs10,
      0.22 * middle + 0.28 * ahead + 0.5 * (3.05 + 0.25 * cycle) + premium - flight,
      0.06,
      own10 + withShares,
    ),
    t5yie,
    t10yie: Math.max(
      0.2,
      0.55 * t5yie + 0.45 * (previous.t10yie + 0.004 * (2.3 - previous.t10yie)) + 0.008 * random.normal(),
    ),
    premium,
    flight,
    own2: previous.own2 + own2,
    own10: previous.own10 + own10,
  }
}
