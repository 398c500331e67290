import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { type PricedOption, priceOption, type Side } from '../black-scholes.ts'
import { quoteAround } from '../chain.ts'
import { dayNumber } from '../daily-path.ts'
import { type Expiration, expirationsOn } from '../expirations.ts'
import { openInterest, sessionVolume } from '../open-interest.ts'
import { inverseNormal, mix, uniformOf } from '../random.ts'
import { securityOf } from '../securities.ts'
import { type Security, securityClose, securityPrice } from '../security.ts'
import { elapsedAt } from '../session-clock.ts'
import { totalVariance } from '../surface.ts'
import { instantOf, surfaceAt, timeTo } from '../surface-at.ts'
import type { Moment, World } from '../world.ts'
import type { Filer } from './filers.ts'
import { reportMoveOf } from './report-move.ts'
import { reportsAround } from './reports.ts'

export type NameContract = PricedOption & {
  side: Side
  strike: number
  expiration: TradingDay
  years: number
  volatility: number
  bid: number
  ask: number
  openInterest: number
  volume: number
}

export type NameChain = { moment: Moment; spot: number; contracts: NameContract[] }

const STREAM = { level: 96, mood: 97 } as const
/** Shares lean less to the downside than the index does. */
const RHO = -0.42
const WEEKLIES = 4
const MONTHLIES = 6
const SESSIONS_YEAR = 252
/** Open interest of a name against the index fund's. */
const INTEREST_SHARE = 0.35
const DEVIATIONS = 2.6
const STRIKES_SIDE = 11

/** The next weeks, the months, and one far expiration. */
const listedOn = (day: TradingDay): Expiration[] => {
  const all = expirationsOn(day).filter(
    ({ kind, day: last }) => (kind === 'weekly' || kind === 'monthly') && last > day,
  )
  const weeklies = all.filter(({ kind }) => kind === 'weekly').slice(0, WEEKLIES)
  const monthlies = all.filter(({ kind }) => kind === 'monthly').slice(0, MONTHLIES)
  return [...weeklies, ...monthlies].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** Steps that exchanges list by price. */
const stepOf = (price: number): number =>
  price < 25 ? 0.5 : price < 100 ? 1 : price < 250 ? 2.5 : price < 1_000 ? 5 : 25

const strikesFor = (reference: number, deviation: number): number[] => {
  const base = stepOf(reference)
  // Wide enough for the deviation with a bounded number of strikes.
  const step = base * Math.max(1, Math.round((DEVIATIONS * deviation * reference) / STRIKES_SIDE / base))
  const middle = Math.round(reference / step)
  return Array.from({ length: 2 * STRIKES_SIDE + 1 }, (_, at) => (middle - STRIKES_SIDE + at) * step).filter(
    (strike) => strike > 0,
  )
}

/** Variance of a year beside the market's: the name's own news and its sector's, as they are in its walk. */
const ownVariance = (world: World, { exposures }: Security, index: number): number => {
  const { length } = exposures
  let sum = 0
  for (let at = 0; at < length; at++) {
    const { factor, weight } = exposures[at]!
    sum += factor.name.startsWith('report ') ? 0 : (weight * factor.deviation(world, index)) ** 2
  }
  return sum * SESSIONS_YEAR
}

/** The premium of sellers beyond the walk's variance: a level of the name that wanders slowly around a tenth. */
const premium = (world: World, filer: Filer, index: number): number => {
  const level = 1.06 + 0.1 * uniformOf(world.seed, STREAM.level, filer.hash)
  const at = (block: number): number => inverseNormal(uniformOf(world.seed, STREAM.mood, filer.hash, block))
  const [block, share] = [Math.floor(index / 15), (index % 15) / 15]
  return level * Math.exp(0.09 * ((1 - share) * at(block) + share * at(block + 1)))
}

export const nameChain = (world: World, filer: Filer, moment: Moment): NameChain => {
  const security = securityOf(world, filer.symbol)!
  const spot = securityPrice(world, security, moment)
  const { index, day } = moment
  const reference = securityClose(world, security, Math.max(0, index - 1))
  const surface = surfaceAt(world, moment)
  const own = ownVariance(world, security, index) * premium(world, filer, index)
  const move = reportMoveOf(world.seed, filer)
  const reports = reportsAround(world.seed, filer, day, { back: 1, ahead: 3 }).filter(
    ({ at }) => at > instantOf(moment),
  )
  const morning = {
    seed: mix(world.seed, filer.hash),
    dayNumber: dayNumber(day),
    reference,
    volatility: Math.sqrt(own + (1.1 * security.beta) ** 2 * 0.03),
    tilt: world.daily(index).dealers.tilt,
  }
  const traded = elapsedAt(moment)
  const contracts = listedOn(day).flatMap(({ day: expiration, kind }) => {
    const time = timeTo(world, moment, expiration)
    const { rate } = surface.carry(time.years)
    const carry = { rate, dividend: 0.004 }
    const forward = spot * Math.exp((carry.rate - carry.dividend) * time.years)
    // A report in the evening of the last day comes after the contracts.
    const told = reports.filter(
      (each) => each.day < expiration || (each.day === expiration && each.time === 'pre-market'),
    )
    const theta =
      security.beta ** 2 * surface.theta(time.tradingYears) + own * time.tradingYears + told.length * move ** 2
    const deviation = Math.max(0.02, Math.sqrt(own + 0.03) * Math.sqrt(time.years))
    return strikesFor(reference, deviation).flatMap((strike) =>
      (['C', 'P'] as const).map((side): NameContract => {
        const variance = totalVariance(theta, RHO, Math.log(strike / forward))
        const priced = priceOption(side, spot, strike, time.years, variance, carry)
        const position = {
          side,
          strike: Math.round(strike * 10),
          kind,
          years: time.years,
          expirationNumber: dayNumber(expiration),
        }
        const counted = { ...morning, reference: reference * 10 }
        const interest = Math.floor(INTEREST_SHARE * openInterest(position, counted))
        return {
          ...priced,
          ...quoteAround(priced, time.years),
          side,
          strike,
          expiration,
          years: time.years,
          volatility: Math.sqrt(variance / time.years),
          openInterest: interest,
          volume: Math.floor(sessionVolume(position, counted, interest) * INTEREST_SHARE * 0.1 * traded),
        }
      }),
    )
  })
  return { moment, spot, contracts }
}
