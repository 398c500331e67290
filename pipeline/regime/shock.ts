import type { Regime } from '../../shared/domain/contract/signals.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { Pillar } from '../signals/component.ts'
import { hasNewer, type Observations, rawBands } from './observed-bands.ts'
import type { PillarReadings } from './pillar-bands.ts'
import { isMilder } from './regime-now.ts'

/** Gamma amplifies moves without being one, so it is no shock by itself. */
const SHOCKING: readonly Pillar[] = ['volatility', 'credit', 'breadth']
/** A shock lifts the regime to this one at least. */
export const SHOCK_FLOOR: Regime = 'TRANSITIONAL'
const CLOSES_TO_LEAVE = 2

export interface Shock {
  /** The session whose close lifted the regime. */
  since: TradingDay
  /** The pillars past their panic lines at the last such close. */
  pillars: readonly Pillar[]
  /** The observations of that close, the newest ones, and the milder closes since. */
  anchor: Observations
  last: Observations
  closes: number
}

export interface Close {
  day: TradingDay
  pillars: PillarReadings
  observed: Observations
  before: Observations
  /** The regime that the pillars show at this close; null below three live ones. */
  seen: Regime | null
}

/**
 * One close with volatility, credit or breadth past its panic line holds the regime at TRANSITIONAL or worse, from that
 * evening until two closes on newer observations are milder. It does not change what the closes have counted so far.
 */
export function foldShock(shock: Shock | null, { day, pillars, observed, before, seen }: Close): Shock | null {
  const bands = rawBands(pillars)
  const struck = SHOCKING.filter((pillar) => bands[pillar] === 'panic' && isNew(pillar, observed, before))
  if (struck.length > 0)
    return { since: shock?.since ?? day, pillars: struck, anchor: observed, last: observed, closes: 0 }
  if (!shock || seen === null) return shock
  if (!isMilder(seen, SHOCK_FLOOR)) return { ...shock, closes: 0, last: observed }
  if (!hasNewer(observed, shock.last, shock.anchor)) return shock
  const closes = shock.closes + 1
  return closes < CLOSES_TO_LEAVE ? { ...shock, last: observed, closes } : null
}

export function isSameShock(a: Shock | null, b: Shock | null): boolean {
  if (!a || !b) return a === b
  const isEqual = a.since === b.since && a.anchor === b.anchor && a.last === b.last && a.closes === b.closes
  return isEqual && a.pillars.length === b.pillars.length && a.pillars.every((pillar, at) => pillar === b.pillars[at])
}

const isNew = (pillar: Pillar, observed: Observations, before: Observations): boolean => {
  const now = observed[pillar]
  const then = before[pillar]
  return now !== undefined && now.missed === 0 && (then === undefined || now.day > then.day)
}
