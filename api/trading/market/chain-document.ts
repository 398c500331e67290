import { z } from 'zod'
import { type PricedContract, priceContracts } from '../../../pipeline/gamma/contract-greeks.ts'
import type { LiveChain, LiveContract } from '../../../shared/domain/market/live-chain.ts'
import { isStale, judgeTouch, QUOTE_QUALITIES, type QuoteQuality } from '../../../shared/domain/market/market-quote.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { ageFields, ageOf } from './quote-document.ts'

const figure = z.number().nullable()
const whose = z.enum(['vendor', 'own']).nullable()

const Contract = z.object({
  contract: z.string().describe('OSI symbol without padding'),
  type: z.enum(['call', 'put']).describe('the right'),
  strike: z.number().describe('in dollars'),
  expiration: z.iso.date().describe('its expiration day'),
  bid: z.number().describe('bid per share; 0: there is no bid'),
  ask: z.number().describe('ask per share; 0: there is no offer'),
  mark: figure.describe(
    'the middle of bid and ask per share, like every price of an option here: one contract is 100 shares; null ' +
      'without an ask, or when they are crossed',
  ),
  bid_size: figure.describe('displayed size in contracts; null when the vendor does not give it'),
  ask_size: figure.describe('displayed size in contracts; null when the vendor does not give it'),
  volume: figure.describe('contracts traded in this session so far; null when the vendor does not give it'),
  open_interest: figure.describe('open contracts as of this morning; null when the vendor does not give it'),
  iv: figure.describe('implied volatility as a fraction (0.18)'),
  iv_source: whose.describe('own: we solved it from the strike’s quotes, because the vendor has none; null without iv'),
  delta: figure.describe('change of the price per dollar of the underlying, per share'),
  gamma: figure.describe('change of delta per dollar of the underlying'),
  theta: figure.describe('dollars per calendar day'),
  vega: figure.describe('dollars per point (0.01) of volatility'),
  rho: figure.describe('dollars per point (0.01) of the rate'),
  greeks_source: whose.describe('own: we computed them by Black-Scholes with this iv, because the vendor lacks some'),
  quality: z.enum(QUOTE_QUALITIES).describe('the quality of the quote, as for stocks: only good can be traded on'),
})

export const ChainAnswer = z.object({
  symbol: z.string().describe('the underlying'),
  underlying_price: figure.describe('its last price as of the chain; null without one'),
  ...ageFields,
  expirations: z.array(z.iso.date()).describe('every day on which contracts expire, nearest first'),
  expiration: z.iso
    .date()
    .nullable()
    .describe('the expiration of these contracts: the requested one, else the nearest'),
  strike_count: z.int().describe('the number of strikes requested'),
  strikes: z.int().describe('the number of strikes in this answer'),
  strikes_listed: z.int().describe('the number of strikes listed for that expiration'),
  rate: figure.describe('the overnight rate in our own figures, continuously compounded'),
  rate_source: z.string().nullable().describe('where that rate comes from'),
  contracts: z.array(Contract).describe('strikes around the money, ascending, call before put'),
  reason: z
    .string()
    .nullable()
    .describe('why there are no contracts, or no newer ones; null when they have just been fetched'),
})
export type ChainAnswer = z.infer<typeof ChainAnswer>

interface ChainOptions {
  strikeCount: number
  now: Date | null
  fedFunds: { day: TradingDay; value: number } | null
}

/**
 * Half of the strikes at or below spot and half above; with an odd number the strike nearest to spot is in the middle.
 * If one side has too few, the other side fills up.
 */
export function strikesAround(strikes: readonly number[], spot: number, count: number): number[] {
  const sorted = [...strikes].sort((a, b) => a - b)
  const above = sorted.findIndex((strike) => strike > spot)
  const firstAbove = above === -1 ? sorted.length : above
  const isLowerNearer = spot - sorted[firstAbove - 1]! <= (sorted[firstAbove] ?? Number.POSITIVE_INFINITY) - spot
  const below = Math.floor(count / 2) + (count % 2 === 1 && isLowerNearer ? 1 : 0)
  const from = Math.max(0, Math.min(firstAbove - below, sorted.length - count))
  return sorted.slice(from, from + count)
}

export const emptyChain = (symbol: string, strikeCount: number, reason: string | null): ChainAnswer => ({
  symbol,
  underlying_price: null,
  ...ageOf(null, null),
  expirations: [],
  expiration: null,
  strike_count: strikeCount,
  strikes: 0,
  strikes_listed: 0,
  rate: null,
  rate_source: null,
  contracts: [],
  reason,
})

export function chainDocument(
  symbol: string,
  { expirations, chain }: { expirations: readonly TradingDay[]; chain: LiveChain | null },
  { strikeCount, now, fedFunds }: ChainOptions,
  reason: string | null,
): ChainAnswer {
  if (!chain) return { ...emptyChain(symbol, strikeCount, reason), expirations: [...expirations] }
  const listed = new Set(chain.contracts.map(({ strike }) => strike))
  const near = new Set(strikesAround([...listed], chain.spot, strikeCount))
  const contracts = chain.contracts.filter(({ strike }) => near.has(strike))
  const priced = priceContracts({ ...chain, contracts }, fedFunds)
  const isOld = now !== null && isStale(chain, now)
  const fresh: QuoteQuality = isOld ? 'stale' : chain.delaySeconds > 0 ? 'delayed' : 'good'
  return {
    symbol,
    underlying_price: chain.spot,
    ...ageOf(chain, now),
    expirations: [...expirations],
    expiration: chain.expiration,
    strike_count: strikeCount,
    strikes: near.size,
    strikes_listed: listed.size,
    rate: rounded(priced.rate),
    rate_source: priced.rateSource,
    contracts: priced.contracts.sort(byStrikeThenRight).map((contract) => contractDocument(contract, fresh)),
    reason,
  }
}

const byStrikeThenRight = (a: LiveContract, b: LiveContract): number =>
  a.strike - b.strike || (a.right < b.right ? -1 : 1)

const rounded = (value: number): number => Math.round(value * 1e6) / 1e6
const roundedOrNull = (value: number | undefined | null): number | null =>
  typeof value === 'number' ? rounded(value) : null

/** `fresh` is the quality of a contract whose two sides are in order. */
function contractDocument(contract: PricedContract, fresh: QuoteQuality): ChainAnswer['contracts'][number] {
  const { bid, ask, greeks } = contract
  const touch = judgeTouch(contract)
  return {
    contract: contract.contract,
    type: contract.right,
    strike: contract.strike,
    expiration: contract.expiration,
    bid,
    ask,
    mark: ask > 0 && ask >= bid ? rounded((bid + ask) / 2) : null,
    bid_size: contract.bidSize,
    ask_size: contract.askSize,
    volume: contract.volume,
    open_interest: contract.openInterest,
    iv: roundedOrNull(contract.iv),
    iv_source: contract.ivSource,
    delta: roundedOrNull(greeks?.delta),
    gamma: roundedOrNull(greeks?.gamma),
    theta: roundedOrNull(greeks?.theta),
    vega: roundedOrNull(greeks?.vega),
    rho: roundedOrNull(greeks?.rho),
    greeks_source: contract.greeksSource,
    quality: touch === 'good' ? fresh : touch,
  }
}
