import type { Regime } from '../../shared/domain/contract/signals.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { oncePer } from '../maths/once-per.ts'
import { rememberedStep } from '../maths/remembered-step.ts'
import { LIVE_PILLARS_MIN } from '../score/score.ts'
import { PILLARS } from '../signals/component.ts'
import { hasNewer, type Observations, observe } from './observed-bands.ts'
import type { PillarBands, PillarReadings } from './pillar-bands.ts'
import { isMilder, REGIMES, regimeOfBands } from './regime-now.ts'
import { foldShock, isSameShock, SHOCK_FLOOR, type Shock } from './shock.ts'

/** The pillars' readings at the close of a session. */
export interface PillarRow {
  day: TradingDay
  pillars: PillarReadings
}

export interface RegimeState {
  /** The regime that closes have confirmed. A shock may hold the regime above it. */
  regime: Regime
  /** The session whose close confirmed the regime. */
  since: TradingDay
  /** The observations when the regime was last confirmed. */
  anchor: Observations
  /**
   * A change in progress: the nearest regime of its closes, the observations it is based on, the last ones, and the
   * count.
   */
  pending: { regime: Regime; observed: Observations; last: Observations; closes: number } | null
  /** The last observations, carried for pillars that drop out. */
  observed: Observations
  shock: Shock | null
}

/**
 * The state after one close. Two folds that begin on different days soon reach the same state, except for the beginning
 * of the first spell.
 */
interface Counted extends Omit<RegimeState, 'since'> {
  /** The session since which the regime holds, if this close decided it. */
  begins: TradingDay | null
}

/** A change takes so many closes, to either side. */
export const CLOSES_NEEDED = 2

const START: Observations = {}

/** Whether two states have the same parts. Equal observations are nearly always one object, since `observe` remembers. */
function isSame(a: Counted | null, b: Counted | null): boolean {
  if (!a || !b) return a === b
  const isEqual = a.regime === b.regime && a.begins === b.begins && a.anchor === b.anchor && a.observed === b.observed
  return isEqual && isSamePending(a.pending, b.pending) && isSameShock(a.shock, b.shock)
}

function isSamePending(a: RegimeState['pending'], b: RegimeState['pending']): boolean {
  if (!a || !b) return a === b
  return a.regime === b.regime && a.observed === b.observed && a.last === b.last && a.closes === b.closes
}

/** Adds one close: what the closes confirm, and the shock that may hold the regime above it. */
const addClose = rememberedStep(countClose, isSame)

function countClose(state: Counted | null, { day, pillars }: PillarRow): Counted | null {
  const before = state?.observed ?? START
  const observed = observe(before, pillars)
  const seen = regimeSeen(observed)
  if (seen === null && !state) return null
  const confirmed = seen === null ? { ...state!, begins: null, observed } : confirm(state, { day, observed, seen })
  const shock = foldShock(state?.shock ?? null, { day, pillars, observed, before, seen })
  if (!shock || isMilder(confirmed.regime, SHOCK_FLOOR)) return { ...confirmed, shock }
  // The closes have confirmed what the shock had already shown, so the spell continues.
  const begins = confirmed.regime === SHOCK_FLOOR && confirmed.begins ? shock.since : confirmed.begins
  return { ...confirmed, begins, shock: null }
}

/** The regime that is served, and the session since which it holds. */
export const standing = ({ regime, since, shock }: RegimeState): Pick<RegimeState, 'regime' | 'since'> =>
  shock ? { regime: SHOCK_FLOOR, since: shock.since } : { regime, since }

const regimeSeen = oncePer((observed: Observations): Regime | null => {
  const bands: PillarBands = {}
  let live = 0
  for (const pillar of PILLARS) {
    const seen = observed[pillar]
    if (!seen) continue
    bands[pillar] = seen.band
    if (seen.missed === 0) live++
  }
  return live < LIVE_PILLARS_MIN ? null : regimeOfBands(bands)
})

/**
 * The regime changes after two closes on the same side, to the nearest regime shown. Each close must rest on a newer
 * observation of a deciding pillar: a spread published once and read twice is one observation. PANIC needs no second
 * close, since two pillars agree already.
 */
function confirm(
  state: Counted | null,
  { day, observed, seen }: { day: TradingDay; observed: Observations; seen: Regime },
): Omit<Counted, 'shock'> {
  if (!state) return { regime: seen, begins: day, anchor: observed, pending: null, observed }
  const { regime: standing, anchor } = state
  const kept = { regime: standing, begins: null, anchor, observed }
  if (seen === standing) return { ...kept, anchor: observed, pending: null }
  if (seen === 'PANIC') return { regime: seen, begins: day, anchor: observed, pending: null, observed }

  const before = state.pending
  if (!before || side(before.regime, standing) !== side(seen, standing)) {
    const decided = hasNewer(observed, anchor, anchor)
    return { ...kept, pending: decided ? { regime: seen, observed, last: observed, closes: 1 } : null }
  }
  if (!hasNewer(observed, before.last, anchor)) return { ...kept, pending: before }
  const nearest = nearer(before.regime, seen, standing) === seen ? { regime: seen, observed } : before
  const pending = { regime: nearest.regime, observed: nearest.observed, last: observed, closes: before.closes + 1 }
  if (pending.closes < CLOSES_NEEDED) return { ...kept, pending }
  const { regime } = pending
  // The anchor is the set of observations that showed the regime; after a nearer regime, the last observations already
  // show another.
  const next = seen === regime ? null : { regime: seen, observed, last: observed, closes: 1 }
  return { regime, begins: day, anchor: pending.observed, pending: next, observed }
}

/** The states after each close of a fold, from which a later fold over mostly the same closes can continue. */
export interface FoldedCloses {
  rows: readonly PillarRow[]
  states: readonly (Counted | null)[]
}

/**
 * Folds the closes, oldest first. Where a state equals the one that an earlier fold had after the same close, the
 * following states are taken from that fold for the closes that both share.
 */
export function foldCloses(rows: readonly PillarRow[], earlier: FoldedCloses | null = null): FoldedCloses {
  const shift = earlier && rows.length > 0 ? earlier.rows.indexOf(rows[0]!) : -1
  const isShared = (at: number): boolean => shift >= 0 && earlier!.rows[at + shift] === rows[at]
  const states: (Counted | null)[] = []
  for (let at = 0; at < rows.length; at++) {
    states.push(addClose(states[at - 1] ?? null, rows[at]!))
    if (!isShared(at) || states[at] !== earlier!.states[at + shift]) continue
    while (at + 1 < rows.length && isShared(at + 1)) {
      at++
      states.push(earlier!.states[at + shift]!)
    }
  }
  return { rows, states }
}

/** The state after all closes, oldest first. */
export function foldRegimes(rows: readonly PillarRow[], folded = foldCloses(rows)): RegimeState | null {
  const { states } = folded
  const since = states.findLast((state) => state?.begins)?.begins
  const state = states.at(-1)
  if (!state || !since) return null
  const { begins: _, ...counted } = state
  return { ...counted, since }
}

const side = (regime: Regime, current: Regime): number => Math.sign(REGIMES.indexOf(regime) - REGIMES.indexOf(current))

const nearer = (a: Regime, b: Regime, current: Regime): Regime => {
  const distance = (regime: Regime) => Math.abs(REGIMES.indexOf(regime) - REGIMES.indexOf(current))
  return distance(a) <= distance(b) ? a : b
}
