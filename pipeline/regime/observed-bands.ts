import type { TradingDay } from '../../shared/time/trading-day.ts'
import { oncePer } from '../maths/once-per.ts'
import { rememberedStep } from '../maths/remembered-step.ts'
import { PILLARS, type Pillar } from '../signals/component.ts'
import { type Band, heldBand, type PillarBands, type PillarReadings, pillarBands } from './pillar-bands.ts'

export interface PillarObservation {
  band: Band
  /** The day the pillar's observation is for. */
  day: TradingDay
  /** Closes since the pillar was last live. */
  missed: number
}
export type Observations = Partial<Record<Pillar, PillarObservation>>

/** A pillar that drops out neither worsens nor clears the regime for a week; after that it no longer counts. */
const CARRY_CLOSES = 5

interface Ranked {
  bands: PillarBands
  withMargin: PillarBands
}

/** A replay of many evenings folds the same closes again and again. */
const ranked = oncePer(
  (pillars: PillarReadings): Ranked => ({ bands: pillarBands(pillars), withMargin: pillarBands(pillars, true) }),
)

const isSame = (a: Observations, b: Observations): boolean =>
  PILLARS.every((pillar) => {
    const [one, other] = [a[pillar], b[pillar]]
    if (!one || !other) return one === other
    return one.band === other.band && one.day === other.day && one.missed === other.missed
  })

/** The bands after a close, each left only by its margin; a pillar without a reading keeps its band for a week. */
export const observe = rememberedStep(observeOnce, isSame)

function observeOnce(before: Observations, pillars: PillarReadings): Observations {
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

/** The bands that the closes count, with their margins. */
export const bandsOf = (observed: Observations): PillarBands =>
  Object.fromEntries(Object.entries(observed).map(([pillar, { band }]) => [pillar, band]))

/** The bands without their margins. */
export const rawBands = (pillars: PillarReadings): PillarBands => ranked(pillars).bands

/**
 * Returns whether a pillar whose band differs from the confirmed one has a newer observation than `before`. Once a
 * pillar is gone for good, any other pillar decides; otherwise its last band would hold the regime forever.
 */
export function hasNewer(observed: Observations, before: Observations, anchor: Observations): boolean {
  const isGone = PILLARS.some((pillar) => anchor[pillar] && !observed[pillar])
  return PILLARS.some((pillar) => {
    const now = observed[pillar]
    if (!now || now.missed > 0 || (!isGone && now.band === anchor[pillar]?.band)) return false
    const then = before[pillar]
    return !then || now.day > then.day
  })
}
