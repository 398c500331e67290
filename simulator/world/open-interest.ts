import type { Side } from './black-scholes.ts'
import type { ExpirationKind } from './expirations.ts'
import { inverseNormal, uniformOf } from './random.ts'

export type Position = {
  side: Side
  strike: number
  expirationNumber: number
  kind: ExpirationKind
  /** From the morning to the expiration. */
  years: number
  /** Calendar days since the expiration was listed. */
  listedDays: number
}
/** The conditions of positions that cannot change before the next morning. */
export type Morning = { seed: number; dayNumber: number; reference: number; volatility: number; tilt: number }

const KIND_WEIGHT: Record<ExpirationKind, number> = {
  daily: 0.16,
  weekly: 0.5,
  monthly: 3.4,
  quarterly: 2.4,
  leap: 3.2,
}
/** A listing begins with no open interest and gathers two thirds of it in so many days. */
const GATHERING_DAYS: Record<ExpirationKind, number> = { daily: 4, weekly: 10, monthly: 30, quarterly: 30, leap: 60 }
const BASE = 2900
const TILT = 0.42
const TILT_OFFSET = 0.14
/** In quiet months hedgers still choose strikes for an ordinary one. */
const VOLATILITY_MIN = 0.15
const YEARS_MIN = 16 / 365
const STREAM = { own: 31, day: 32, volume: 33 } as const

const roundness = (strike: number): number =>
  strike % 50 === 0 ? 3.4 : strike % 25 === 0 ? 2.4 : strike % 10 === 0 ? 1.9 : strike % 5 === 0 ? 1.3 : 0.55

const sideNumber = (side: Side): number => (side === 'C' ? 1 : 2)

const lognormal = (sigma: number, ...parts: number[]): number => Math.exp(sigma * inverseNormal(uniformOf(...parts)))

/** Call writers sell calls above the market, hedgers buy puts below it. */
const moneynessWeight = (side: Side, distance: number): number =>
  side === 'C'
    ? Math.exp(-0.5 * ((distance - 1) / 0.95) ** 2) + 0.002
    : 1.55 * Math.exp(-0.5 * ((distance + 2) / 1.45) ** 2) + 0.004

/**
 * The clearing house's count on a morning. The contract's own factor never changes and the day's is small, so changes
 * from day to day look like trading, not like noise. Dealers' tilt decides which side is crowded, so that the chain's
 * net gamma has the sign of the market's mood.
 */
export const openInterest = (position: Position, morning: Morning): number => {
  const { side, strike, kind, expirationNumber } = position
  const years = Math.max(YEARS_MIN, position.years)
  const distance =
    Math.log(strike / morning.reference) / (Math.max(VOLATILITY_MIN, morning.volatility) * Math.sqrt(years))
  const lean = Math.exp((side === 'C' ? 1 : -1) * TILT * (morning.tilt + TILT_OFFSET))
  const contract = [morning.seed, expirationNumber, strike, sideNumber(side)] as const
  const own = lognormal(0.75, STREAM.own, ...contract)
  const today = lognormal(0.045, STREAM.day, ...contract, morning.dayNumber)
  const age = Math.exp(-position.years / 0.7)
  const gathered = 1 - Math.exp(-position.listedDays / GATHERING_DAYS[kind])
  return Math.floor(
    BASE *
      KIND_WEIGHT[kind] *
      roundness(strike) *
      moneynessWeight(side, distance) *
      lean *
      own *
      today *
      age *
      gathered,
  )
}

/** Few trade what is in the money: one deviation deep, a tenth of what trades as far out of it. */
const ITM_DECAY = 2.3

/** Contracts traded by the close: a share of open interest, plus day trading in the front expiration. */
export const sessionVolume = (position: Position, morning: Morning, interest: number): number => {
  const years = Math.max(1 / 365, position.years)
  const distance = Math.log(position.strike / morning.reference) / (morning.volatility * Math.sqrt(years))
  const depth = Math.max(0, position.side === 'C' ? -distance : distance)
  const front = 95_000 * Math.exp(-0.5 * (distance / 0.8) ** 2 - ITM_DECAY * depth) * Math.exp(-position.years * 200)
  const own = lognormal(
    1.1,
    STREAM.volume,
    morning.seed,
    position.expirationNumber,
    position.strike,
    sideNumber(position.side),
    morning.dayNumber,
  )
  const turnover = 0.05 * Math.exp(-0.25 * distance * distance) + 0.004
  return Math.floor((turnover * interest + front) * own)
}
