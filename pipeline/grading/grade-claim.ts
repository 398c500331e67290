import { DRAWDOWN_SESSIONS } from '../risk/outcomes.ts'
import {
  CLASSES,
  DIRECTION_HORIZONS,
  type DirectionHorizon,
  type GradableClaim,
  type GradableOf,
  LABELS,
  type Label,
} from './claim.ts'
import type { ScoredPair } from './judgement.ts'
import { directionAfter, fellAfter, knownShares, returnAfter, sizeAfter } from './outcomes.ts'
import { claimInstant, isKnownAt, type PricePaths, startOf } from './price-paths.ts'
import { startOfSize } from './size-session.ts'

export interface Graded extends ScoredPair {
  /** True if what the claim named came true; of a risk band, whether the fall came. */
  came: boolean
  /** The chance that the claim gave to what it named, and the chance that the rival gave it. */
  stated: number
  base: number
}
/** Pending: not matured yet. Unresolved: a price bar that it needs is missing. */
export type Grade = Graded | 'pending' | 'unresolved'

const MARKET = 'SPY'
const COIN = 0.5

/** Grades claims against outcomes that were known at `knownBy`, and against base rates as they were known at each start. */
export function claimGrader(paths: PricePaths, knownBy: Date): (claim: GradableClaim) => Grade {
  const market = paths.closes(MARKET)
  const falls = shares(
    market.map((_close, at) => yesNo(fellAfter(market, at))),
    DRAWDOWN_SESSIONS,
    ['yes', 'no'],
  )
  const directions = Object.fromEntries(
    Object.entries(DIRECTION_HORIZONS).map(([name, sessions]) => {
      const outcomes = market.map((_close, at) => directionAfter(market, at, sessions))
      return [name, { outcomes, base: knownShares(outcomes, sessions, LABELS) }]
    }),
  ) as Record<DirectionHorizon, { outcomes: (Label | null)[]; base: (Record<Label, number> | null)[] }>

  const graders = {
    risk_band: (claim: GradableOf<'risk_band'>, start: number): Graded | null => {
      const came = fellAfter(market, start)
      const base = falls[start]?.yes
      if (came === null || base === undefined) return null
      const hit = Number(came)
      return {
        start,
        sessions: DRAWDOWN_SESSIONS,
        came,
        stated: claim.rate,
        base,
        ours: (claim.rate - hit) ** 2,
        rival: (base - hit) ** 2,
      }
    },
    magnitude: (claim: GradableOf<'magnitude'>, start: number): Graded | null => {
      const size = sizeAfter(market, start)
      if (size === null) return null
      const third = 1 / CLASSES.length
      const ours = rankedScore([claim.p_small, claim.p_normal, claim.p_big], CLASSES.indexOf(size))
      const rival = rankedScore([third, third, third], CLASSES.indexOf(size))
      return {
        start,
        sessions: 1,
        came: size === claim.class,
        stated: claim[`p_${claim.class}`],
        base: third,
        ours,
        rival,
      }
    },
    direction: (claim: GradableOf<'direction'>, start: number): Graded | null => {
      const { outcomes, base: bases } = directions[claim.horizon]
      const [label, base] = [outcomes[start], bases[start]]
      if (label == null || base == null) return null
      const sessions = DIRECTION_HORIZONS[claim.horizon]
      const stated = probabilities(claim, base)
      const [ours, rival] = [brier(stated, label), brier(base, label)]
      const named = { stated: stated[claim.label], base: base[claim.label] }
      return { start, sessions, came: label === claim.label, ...named, ours, rival }
    },
    trade_idea: (claim: GradableOf<'trade_idea'>, start: number): Graded | null => {
      const own = returnAfter(paths.closes(claim.underlying), start, claim.horizon)
      const other = returnAfter(market, start, claim.horizon)
      if (own === null || other === null) return null
      const gain = claim.profit_direction === 'up' ? own - other : other - own
      const came = gain > 0
      const ours = gain === 0 ? COIN : came ? 0 : 1
      return { start, sessions: claim.horizon, came, stated: 1, base: COIN, ours, rival: COIN }
    },
  }

  return (claim) => {
    const start = (claim.kind === 'magnitude' ? startOfSize : startOf)(paths, claimInstant(claim.as_of))
    if (start === null) return 'unresolved'
    if (!isKnownAt(paths, start + sessionsOf(claim), knownBy)) return 'pending'
    return graders[claim.kind](claim as never, start) ?? 'unresolved'
  }
}

const shares = knownShares<'yes' | 'no'>
const yesNo = (value: boolean | null) => (value === null ? null : value ? 'yes' : 'no')

/** Sessions from the start to the outcome of a claim. */
export function sessionsOf(claim: GradableClaim): number {
  if (claim.kind === 'risk_band') return DRAWDOWN_SESSIONS
  if (claim.kind === 'magnitude') return 1
  return claim.kind === 'direction' ? DIRECTION_HORIZONS[claim.horizon] : claim.horizon
}

/**
 * Confidence 1 to 5 stands for a probability of 0.40 to 0.80 of the label; the other labels share the rest by their
 * base rates.
 */
function probabilities(
  { label, confidence }: GradableOf<'direction'>,
  base: Record<Label, number>,
): Record<Label, number> {
  const stated = 0.3 + confidence / 10
  const others = LABELS.filter((other) => other !== label)
  const sum = others.reduce((total, other) => total + base[other], 0)
  const rest = others.map((other) => [other, (1 - stated) * (sum === 0 ? 1 / others.length : base[other] / sum)])
  return { ...(Object.fromEntries(rest) as Record<Label, number>), [label]: stated }
}

/** A plain sum over the labels. */
const brier = (stated: Record<Label, number>, came: Label): number =>
  LABELS.reduce((sum, label) => sum + (stated[label] - Number(label === came)) ** 2, 0)

/** A plain sum over the steps of the cumulative probabilities. */
function rankedScore(stated: readonly number[], came: number): number {
  let [sum, score] = [0, 0]
  for (const [at, probability] of stated.slice(0, -1).entries()) {
    sum += probability
    score += (sum - Number(came <= at)) ** 2
  }
  return score
}
