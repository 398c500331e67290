import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { NameContract } from '../world/company/name-chain.ts'
import { mix } from '../world/random.ts'
import { quotedAt } from '../world/surface-at.ts'
import type { Moment, World } from '../world/world.ts'
import { round } from './cboe-underlying.ts'
import { tradedChain, tradedExpirations } from './traded-chain.ts'
import type { VendorRequest } from './vendor.ts'

/** The vendor's value for a figure that it could not compute. */
const NONE = -999
const DAY_MS = 86_400_000
const LETTER = { daily: 'W', weekly: 'W', monthly: 'S', quarterly: 'Q', leap: 'S' } as const

/** Whole days to the end of trading, as the vendor counts them. */
const daysTo = (moment: Moment, day: TradingDay): number =>
  Math.round((instantAt(day, '12:00').getTime() - instantAt(moment.day, '12:00').getTime()) / DAY_MS)

/** Class shares have a slash. Null for a symbol without options. */
export const schwabExpirations = (world: World, { query, instant }: VendorRequest): object | null => {
  const moment = world.momentAt(instant)
  const found = tradedExpirations(world, query.get('symbol') ?? '', moment)
  if (!found) return null
  const expirationList = found.expirations.map(({ day, kind }) => ({
    expirationDate: day,
    daysToExpiration: daysTo(moment, day),
    expirationType: LETTER[kind],
    settlementType: 'P',
    optionRoots: found.root,
    standard: true,
  }))
  return { expirationList }
}

export const schwabChain = (world: World, { query, instant }: VendorRequest): object | null => {
  const symbol = query.get('symbol') ?? ''
  const moment = world.momentAt(instant)
  const [from, to] = [query.get('fromDate') ?? moment.day, query.get('toDate') ?? '9999-12-31']
  const found = tradedChain(world, symbol, moment, (day) => day >= from && day <= to)
  if (!found) return null
  const { root, contracts } = found
  const price = round(found.spot, 2)
  const at = quotedAt(moment, instant).getTime()
  const maps = Map.groupBy(contracts, ({ side }) => side)
  return {
    symbol,
    status: contracts.length > 0 ? 'SUCCESS' : 'FAILED',
    strategy: 'SINGLE',
    interval: 0,
    isDelayed: false,
    isIndex: false,
    interestRate: 4.1,
    underlyingPrice: price,
    volatility: 29,
    daysToExpiration: 0,
    numberOfContracts: contracts.length,
    underlying:
      query.get('includeUnderlyingQuote') === 'true'
        ? { symbol, last: price, mark: price, delayed: false, quoteTime: at, tradeTime: at }
        : null,
    callExpDateMap: byDate({ world, moment, at, root }, maps.get('C') ?? []),
    putExpDateMap: byDate({ world, moment, at, root }, maps.get('P') ?? []),
  }
}

/** The market that a request saw; `at` is the time of its quotes. */
type Seen = { world: World; moment: Moment; at: number; root: string }

/** `"2026-11-20:0"` → `"690.0"` → a list of one. */
const byDate = (seen: Seen, contracts: readonly NameContract[]): object =>
  Object.fromEntries(
    [...Map.groupBy(contracts, ({ expiration }) => expiration)].map(([expiration, listed]) => [
      `${expiration}:${daysTo(seen.moment, expiration)}`,
      Object.fromEntries(listed.map((one) => [one.strike.toFixed(1), [row(seen, one)]])),
    ]),
  )

const row = ({ world, moment, at, root }: Seen, contract: NameContract): object => {
  const { side, strike, expiration, bid, ask } = contract
  const known = bid > 0 && contract.years > 0
  const figure = (value: number): number => (known ? round(value, 4) : NONE)
  const draw = mix(world.seed, moment.index, strike, expiration.charCodeAt(9), side.charCodeAt(0))
  const day = expiration.slice(2).replaceAll('-', '')
  const [bidSize, askSize] = [bid > 0 ? 1 + (draw % 480) : 0, 1 + ((draw >>> 9) % 480)]
  return {
    putCall: side === 'C' ? 'CALL' : 'PUT',
    symbol: `${root.padEnd(6)}${day}${side}${String(Math.round(strike * 1000)).padStart(8, '0')}`,
    exchangeName: 'OPR',
    bid,
    ask,
    mark: round((bid + ask) / 2, 3),
    bidSize,
    askSize,
    bidAskSize: `${bidSize}X${askSize}`,
    totalVolume: contract.volume,
    tradeTimeInLong: at,
    quoteTimeInLong: at,
    volatility: known ? round(100 * contract.volatility, 3) : NONE,
    delta: figure(contract.delta),
    gamma: figure(contract.gamma),
    theta: figure(contract.theta),
    vega: figure(contract.vega),
    rho: figure(contract.rho),
    openInterest: contract.openInterest,
    theoreticalOptionValue: round(contract.value, 4),
    strikePrice: strike,
    expirationDate: `${expiration}T20:00:00.000+00:00`,
    daysToExpiration: daysTo(moment, expiration),
    multiplier: 100,
    settlementType: 'P',
    optionRoot: root,
    nonStandard: false,
    mini: false,
  }
}
