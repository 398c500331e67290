import type { Regime } from '../../shared/domain/contract/signals.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { oncePer } from '../maths/once-per.ts'
import { LIVE_PILLARS_MIN } from '../score/score.ts'
import { PILLARS, type Pillar } from '../signals/component.ts'
import { type Band, heldBand, type PillarBands, type PillarReadings, pillarBands } from './pillar-bands.ts'
import { REGIMES, regimeOfBands } from './regime-now.ts'

/** The pillars' readings at the close of a session. */
export interface PillarRow {
  day: TradingDay
  pillars: PillarReadings
}

interface PillarObservation {
  band: Band
  /** The day the pillar's observation is for. */
  day: TradingDay
  /** Closes since the pillar was last live. */
  missed: number
}
type Observations = Partial<Record<Pillar, PillarObservation>>

export interface RegimeState {
  regime: Regime
  /** The session whose close confirmed the regime. */
  since: TradingDay
  /** The observations when the regime was last confirmed. */
  anchor: Observations
  /** A change under way: the nearest regime of its closes, the observations behind it, the last ones, and the count. */
  pending: { regime: Regime; observed: Observations; last: Observations; closes: number } | null
  /** The last observations, carried for pillars that drop out. */
  observed: Observations
}

const CLOSES_TO_WORSEN = 2
/** The first good closes in a decline are rallies, so easing takes more closes than worsening. */
const CLOSES_TO_EASE = 3

/** A pillar that drops out neither worsens nor clears the regime for a week; after that it no longer counts. */
const CARRY_CLOSES = 5

/**
 * Adds one close. The regime worsens after two closes on the same side and eases after three, to the nearest regime
 * shown. Each close must rest on a newer observation of a deciding pillar: a spread published once and read twice is one
 * observation. PANIC needs no second close, since two pillars agree already.
 */
export function foldRegime(state: RegimeState | null, { day, pillars }: PillarRow): RegimeState | null {
  const observed = observe(state?.observed ?? {}, pillars)
  const bands: PillarBands = {}
  let live = 0
  for (const pillar of PILLARS) {
    const seen = observed[pillar]
    if (!seen) continue
    bands[pillar] = seen.band
    if (seen.missed === 0) live++
  }
  if (live < LIVE_PILLARS_MIN) return state && { ...state, observed }
  const seen = regimeOfBands(bands)
  if (seen === null) return state && { ...state, observed }
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
  if (pending.closes < closesNeeded(seen, state.regime)) return { ...state, observed, pending }
  const { regime } = pending
  // The anchor is the observations that showed the regime; after a nearer one the last ones already show another.
  const next = seen === regime ? null : { regime: seen, observed, last: observed, closes: 1 }
  return { regime, since: day, anchor: pending.observed, pending: next, observed }
}

/** How many closes a change to the side of `seen` takes. */
export const closesNeeded = (seen: Regime, current: Regime): number =>
  side(seen, current) > 0 ? CLOSES_TO_WORSEN : CLOSES_TO_EASE

export const foldRegimes = (rows: readonly PillarRow[]): RegimeState | null =>
  rows.reduce<RegimeState | null>(foldRegime, null)

interface Ranked {
  bands: PillarBands
  withMargin: PillarBands
}

/** A replay of many evenings folds the same closes again and again. */
const ranked = oncePer(
  (pillars: PillarReadings): Ranked => ({ bands: pillarBands(pillars), withMargin: pillarBands(pillars, true) }),
)

function observe(before: Observations, pillars: PillarReadings): Observations {
  const { bands, withMargin } = ranked(pillars)
  const observed: Observations = {}
  for (const pillar of PILLARS) {
    const now = bands[pillar]
    const reading = pillars[pillar]
    const carried = before[pillar]
    if (now && reading) {
      const band = carried ? heldBand(now, withMargin[pillar] ?? now, carried.band) : now
      observed[pillar] = { band, day: reading.day, missed: 0 }
    } else if (carried && carried.missed < CARRY_CLOSES) observed[pillar] = { ...carried, missed: carried.missed + 1 }
  }
  return observed
}

/**
 * Whether a pillar whose band differs from the confirmed one has a newer observation than `before`. Once a pillar is
 * gone for good, any other pillar decides; otherwise its last band would hold the regime for ever.
 */
function hasNewer(observed: Observations, before: Observations, anchor: Observations): boolean {
  const isGone = PILLARS.some((pillar) => anchor[pillar] && !observed[pillar])
  return PILLARS.some((pillar) => {
    const now = observed[pillar]
    if (!now || now.missed > 0 || (!isGone && now.band === anchor[pillar]?.band)) return false
    const then = before[pillar]
    return !then || now.day > then.day
  })
}

const side = (regime: Regime, current: Regime): number => Math.sign(REGIMES.indexOf(regime) - REGIMES.indexOf(current))

const nearer = (a: Regime, b: Regime, current: Regime): Regime => {
  const distance = (regime: Regime) => Math.abs(REGIMES.indexOf(regime) - REGIMES.indexOf(current))
  return distance(a) <= distance(b) ? a : b
}
