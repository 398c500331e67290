import type { Regime } from '../../shared/domain/contract/signals.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { LIVE_PILLARS_MIN } from '../score/score.ts'
import { PILLARS } from '../signals/component.ts'
import { hasNewer, type Observations, observe } from './observed-bands.ts'
import type { PillarBands, PillarReadings } from './pillar-bands.ts'
import { isMilder, REGIMES, regimeOfBands } from './regime-now.ts'
import { foldShock, SHOCK_FLOOR, type Shock } from './shock.ts'

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
  /** A change under way: the nearest regime of its closes, the observations behind it, the last ones, and the count. */
  pending: { regime: Regime; observed: Observations; last: Observations; closes: number } | null
  /** The last observations, carried for pillars that drop out. */
  observed: Observations
  shock: Shock | null
}

/** A change takes so many closes, to either side. */
export const CLOSES_NEEDED = 2

/** Adds one close: what the closes confirm, and the shock that may hold the regime above it. */
export function foldRegime(state: RegimeState | null, { day, pillars }: PillarRow): RegimeState | null {
  const before = state?.observed ?? {}
  const observed = observe(before, pillars)
  const seen = regimeSeen(observed)
  if (seen === null && !state) return null
  const confirmed = seen === null ? { ...state!, observed } : confirm(state, { day, observed, seen })
  const shock = foldShock(state?.shock ?? null, { day, pillars, observed, before, seen })
  if (!shock || isMilder(confirmed.regime, SHOCK_FLOOR)) return { ...confirmed, shock }
  // The closes have confirmed what the shock showed before them, so the spell goes on.
  const since = confirmed.regime === SHOCK_FLOOR && confirmed.since === day ? shock.since : confirmed.since
  return { ...confirmed, since, shock: null }
}

/** The regime that is served, and the session since which it stands. */
export const standing = ({ regime, since, shock }: RegimeState): Pick<RegimeState, 'regime' | 'since'> =>
  shock ? { regime: SHOCK_FLOOR, since: shock.since } : { regime, since }

function regimeSeen(observed: Observations): Regime | null {
  const bands: PillarBands = {}
  let live = 0
  for (const pillar of PILLARS) {
    const seen = observed[pillar]
    if (!seen) continue
    bands[pillar] = seen.band
    if (seen.missed === 0) live++
  }
  return live < LIVE_PILLARS_MIN ? null : regimeOfBands(bands)
}

/**
 * The regime changes after two closes on the same side, to the nearest regime shown. Each close must rest on a newer
 * observation of a deciding pillar: a spread published once and read twice is one observation. PANIC needs no second
 * close, since two pillars agree already.
 */
function confirm(
  state: RegimeState | null,
  { day, observed, seen }: { day: TradingDay; observed: Observations; seen: Regime },
): Omit<RegimeState, 'shock'> {
  if (!state) return { regime: seen, since: day, anchor: observed, pending: null, observed }
  if (seen === state.regime) return { ...state, anchor: observed, pending: null, observed }
  if (seen === 'PANIC') return { regime: seen, since: day, anchor: observed, pending: null, observed }

  const before = state.pending
  if (!before || side(before.regime, state.regime) !== side(seen, state.regime)) {
    const decided = hasNewer(observed, state.anchor, state.anchor)
    return { ...state, observed, pending: decided ? { regime: seen, observed, last: observed, closes: 1 } : null }
  }
  if (!hasNewer(observed, before.last, state.anchor)) return { ...state, observed }
  const nearest = nearer(before.regime, seen, state.regime) === seen ? { regime: seen, observed } : before
  const pending = { regime: nearest.regime, observed: nearest.observed, last: observed, closes: before.closes + 1 }
  if (pending.closes < CLOSES_NEEDED) return { ...state, observed, pending }
  const { regime } = pending
  // The anchor is the observations that showed the regime; after a nearer one the last ones already show another.
  const next = seen === regime ? null : { regime: seen, observed, last: observed, closes: 1 }
  return { regime, since: day, anchor: pending.observed, pending: next, observed }
}

export const foldRegimes = (rows: readonly PillarRow[]): RegimeState | null =>
  rows.reduce<RegimeState | null>(foldRegime, null)

const side = (regime: Regime, current: Regime): number => Math.sign(REGIMES.indexOf(regime) - REGIMES.indexOf(current))

const nearer = (a: Regime, b: Regime, current: Regime): Regime => {
  const distance = (regime: Regime) => Math.abs(REGIMES.indexOf(regime) - REGIMES.indexOf(current))
  return distance(a) <= distance(b) ? a : b
}
