import { daysBetween, type TradingDay } from '../../../shared/time/trading-day.ts'
import { type PricedOption, priceOption, type Side } from '../black-scholes.ts'
import { quoteAround } from '../chain.ts'
import { dayNumber } from '../daily-path.ts'
import { openInterest, sessionVolume } from '../open-interest.ts'
import { inverseNormal, mix, uniformOf } from '../random.ts'
import { securityOf } from '../securities.ts'
import { securityClose, securityPrice } from '../security.ts'
import { elapsedAt } from '../session-clock.ts'
import { type Surface, totalVariance } from '../surface.ts'
import { instantOf, surfaceAt, timeTo, yearsTo } from '../surface-at.ts'
import type { Moment, World } from '../world.ts'
import { type NameExpiration, nameListing, ownVariance } from './name-listing.ts'
import type { Optioned } from './optioned.ts'
import { reportMoveOf } from './report-move.ts'
import { type Report, reportsAround } from './reports.ts'

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
const DIVIDEND = 0.004
/** Four weeks and six months of a name are listed, so an expiration joins them this long before its day. */
const LIFE_DAYS = { weekly: 35, monthly: 182 } as const
/** Open interest of a name against the index fund's. */
const INTEREST_SHARE = 0.35

/** The premium of sellers beyond the walk's variance: a level of the name that wanders slowly around a tenth. */
const premium = (world: World, { hash }: Optioned, index: number): number => {
  const level = 1.06 + 0.1 * uniformOf(world.seed, STREAM.level, hash)
  const at = (block: number): number => inverseNormal(uniformOf(world.seed, STREAM.mood, hash, block))
  const [block, share] = [Math.floor(index / 15), (index % 15) / 15]
  return level * Math.exp(0.09 * ((1 - share) * at(block) + share * at(block + 1)))
}

/** A name at a moment, as all of its expirations see it. */
type Frame = {
  world: World
  moment: Moment
  spot: number
  beta: number
  /** The name's own variance of a year. */
  own: number
  /** Reports to come, and the variance of each. */
  reports: readonly Report[]
  event: number
  surface: Surface
  morning: { seed: number; dayNumber: number; reference: number; volatility: number; tilt: number }
}

function frameOf(world: World, name: Optioned, moment: Moment): Frame {
  const security = securityOf(world, name.symbol)!
  const { index, day } = moment
  const own = ownVariance(world, security, index) * premium(world, name, index)
  const now = instantOf(moment)
  const { filer } = name
  const ahead = filer ? reportsAround(world.seed, filer, day, { back: 1, ahead: 3 }).filter(({ at }) => at > now) : []
  return {
    world,
    moment,
    spot: securityPrice(world, security, moment),
    beta: security.beta,
    own,
    reports: ahead,
    event: filer ? reportMoveOf(world.seed, filer) ** 2 : 0,
    surface: surfaceAt(world, moment),
    morning: {
      seed: mix(world.seed, name.hash),
      dayNumber: dayNumber(day),
      reference: 10 * securityClose(world, security, Math.max(0, index - 1)),
      volatility: Math.sqrt(own + (1.1 * security.beta) ** 2 * 0.03),
      tilt: world.daily(index).dealers.tilt,
    },
  }
}

function contractsOf(frame: Frame, { day: expiration, kind, strikes }: NameExpiration): NameContract[] {
  const { world, moment, spot, beta, own, reports, event, surface, morning } = frame
  const { years, tradingYears } = timeTo(world, moment, expiration)
  const carry = { rate: surface.carry(years).rate, dividend: DIVIDEND }
  const forward = spot * Math.exp((carry.rate - carry.dividend) * years)
  // A report in the evening of the last day comes after the contracts.
  const told = reports.filter(
    (each) => each.day < expiration || (each.day === expiration && each.time === 'pre-market'),
  )
  const theta = beta ** 2 * surface.theta(tradingYears) + own * tradingYears + told.length * event
  const traded = elapsedAt(moment)
  const open = { ...moment, minute: 0, second: 0 }
  const listedDays = Math.max(0, LIFE_DAYS[kind] - daysBetween(moment.day, expiration))
  const fixed = { kind, years: yearsTo(open, expiration), expirationNumber: dayNumber(expiration), listedDays }
  return strikes.flatMap((strike) =>
    (['C', 'P'] as const).map((side): NameContract => {
      const variance = years > 0 ? totalVariance(theta, RHO, Math.log(strike / forward)) : 0
      const priced = priceOption(side, spot, strike, years, variance, carry)
      const position = { ...fixed, side, strike: Math.round(strike * 10) }
      const interest = Math.floor(INTEREST_SHARE * openInterest(position, morning))
      return {
        ...priced,
        ...quoteAround(priced, years),
        side,
        strike,
        expiration,
        years,
        volatility: years > 0 ? Math.sqrt(variance / years) : 0,
        openInterest: interest,
        volume: Math.floor(sessionVolume(position, morning, interest) * INTEREST_SHARE * 0.1 * traded),
      }
    }),
  )
}

/** The options of a name at a moment: all that are listed, or those of the wanted expirations. */
export const nameChain = (
  world: World,
  name: Optioned,
  moment: Moment,
  isWanted: (expiration: TradingDay) => boolean = () => true,
): NameChain => {
  const frame = frameOf(world, name, moment)
  const listed = nameListing(world, name.symbol, moment.index).filter(({ day }) => isWanted(day))
  return { moment, spot: frame.spot, contracts: listed.flatMap((expiration) => contractsOf(frame, expiration)) }
}
