import type { Regime } from '../../shared/domain/contract/signals.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { oncePer } from '../maths/once-per.ts'
import { LIVE_PILLARS_MIN } from '../score/score.ts'
import { PILLARS, type Pillar } from '../signals/component.ts'
import { type Band, heldBand, type PillarBands, type PillarReadings, pillarBands } from './pillar-bands.ts'
import { REGIMES, regimeOfBands } from './regime-now.ts'

/** What the pillars showed at the close of a session. */
export interface PillarRow {
  day: TradingDay
  pillars: PillarReadings
}

interface Seen {
  band: Band
  /** The day the pillar's observation is for. */
  day: TradingDay
  /** Closes since it was last live. */
  missed: number
}
type Sight = Partial<Record<Pillar, Seen>>

export interface RegimeState {
  regime: Regime
  /** The session whose close brought the regime. */
  since: TradingDay
  /** What the pillars showed when the regime was last confirmed. */
  anchor: Sight
  /** A change under way: the nearest regime its closes have shown, the sight that showed it, the last, how many. */
  pending: { regime: Regime; sight: Sight; last: Sight; closes: number } | null
  /** The last sight, carried for pillars that drop out. */
  sight: Sight
}

const CLOSES_TO_WORSEN = 2
/** The first good closes of a decline are its rallies; trouble is believed sooner than its end. */
const CLOSES_TO_EASE = 3

/** A pillar that drops out neither worsens nor clears a regime for a week; then the regime is told without it. */
const CARRY_CLOSES = 5

/**
 * One close. The regime moves after two closes on the same side of it, to the nearer of the two, and each must rest
 * on a newer observation of a pillar that decides: a spread published once and looked at twice is one observation.
 * PANIC needs no second close, since two pillars agree already.
 */
export function foldRegime(state: RegimeState | null, { day, pillars }: PillarRow): RegimeState | null {
  const sight = look(state?.sight ?? {}, pillars)
  const bands: PillarBands = {}
  let live = 0
  for (const pillar of PILLARS) {
    const seen = sight[pillar]
    if (!seen) continue
    bands[pillar] = seen.band
    if (seen.missed === 0) live++
  }
  if (live < LIVE_PILLARS_MIN) return state && { ...state, sight }
  const seen = regimeOfBands(bands)
  if (seen === null) return state && { ...state, sight }
  if (!state) return { regime: seen, since: day, anchor: sight, pending: null, sight }
  if (seen === state.regime) return { ...state, anchor: sight, pending: null, sight }
  if (seen === 'PANIC') return { regime: seen, since: day, anchor: sight, pending: null, sight }

  const before = state.pending
  if (!before || side(before.regime, state.regime) !== side(seen, state.regime)) {
    const decided = hasNewer(sight, state.anchor, state.anchor)
    return { ...state, sight, pending: decided ? { regime: seen, sight, last: sight, closes: 1 } : null }
  }
  if (!hasNewer(sight, before.last, state.anchor)) return { ...state, sight }
  const nearest = nearer(before.regime, seen, state.regime) === seen ? { regime: seen, sight } : before
  const pending = { regime: nearest.regime, sight: nearest.sight, last: sight, closes: before.closes + 1 }
  if (pending.closes < closesNeeded(seen, state.regime)) return { ...state, sight, pending }
  const { regime } = pending
  // What showed the regime is its anchor: after a nearer one the last sight already shows another.
  const next = seen === regime ? null : { regime: seen, sight, last: sight, closes: 1 }
  return { regime, since: day, anchor: pending.sight, pending: next, sight }
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

function look(before: Sight, pillars: PillarReadings): Sight {
  const { bands, withMargin } = ranked(pillars)
  const sight: Sight = {}
  for (const pillar of PILLARS) {
    const now = bands[pillar]
    const reading = pillars[pillar]
    const carried = before[pillar]
    if (now && reading) {
      const band = carried ? heldBand(now, withMargin[pillar] ?? now, carried.band) : now
      sight[pillar] = { band, day: reading.day, missed: 0 }
    } else if (carried && carried.missed < CARRY_CLOSES) sight[pillar] = { ...carried, missed: carried.missed + 1 }
  }
  return sight
}

/**
 * Whether a pillar whose band differs from the confirmed one has been observed anew since `before`. Once a pillar is
 * gone for good, any of the others decides: else its last band would hold the regime for ever.
 */
function hasNewer(sight: Sight, before: Sight, anchor: Sight): boolean {
  const isGone = PILLARS.some((pillar) => anchor[pillar] && !sight[pillar])
  return PILLARS.some((pillar) => {
    const now = sight[pillar]
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
