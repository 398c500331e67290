import { z } from 'zod'
import { type PricedContract, priceContracts } from '../../../pipeline/gamma/contract-greeks.ts'
import type { ContractGreeks, LiveChain } from '../../../shared/domain/market/live-chain.ts'
import { MULTIPLIER, type OptionInstrument } from '../../../shared/domain/trading/instrument.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { daysBetween } from '../../../shared/time/trading-day.ts'
import { strikesAround } from '../market/chain-document.ts'
import type { KnownRate } from '../market/known-rate.ts'
import type { Holding } from './holdings.ts'
import { dollarsOrNull, markDocument, markFields, positionDocument, positionFields } from './position-documents.ts'

const figure = z.number().nullable()
const whose = z.enum(['vendor', 'own']).nullable()
/** Enough strikes to find the forward price. */
const STRIKES_READ = 50

const Greeks = z.object({
  delta: figure.describe('change of the price per dollar of the underlying'),
  gamma: figure.describe('change of delta per dollar of the underlying'),
  theta: figure.describe('dollars per calendar day'),
  vega: figure.describe('dollars per point (0.01) of volatility'),
  rho: figure.describe('dollars per point (0.01) of the rate'),
})

export const OptionPosition = z
  .object({
    contract: z.string().describe('OSI symbol without padding'),
    underlying: z.string().describe('its underlying symbol'),
    underlying_price: figure.describe(
      'last price of the underlying as of the chain; without a chain, the middle of its own quote; of an ' +
        'option that has ended, the close at which it settles',
    ),
    type: z.enum(['call', 'put']).describe('the right'),
    strike: z.number().describe('strike in dollars'),
    expiration: z.iso.date().describe('its expiration day'),
    days_to_expiry: z.int().describe('calendar days from today, Eastern, to its expiration; 0: today'),
    multiplier: z.int().describe('shares per contract'),
    ...positionFields,
    moneyness: z.enum(['in', 'at', 'out']).nullable().describe('in: exercising now would have a value'),
    intrinsic_value: figure.describe('value per share of exercising now, in dollars'),
    iv: figure.describe('implied volatility as a fraction (0.18)'),
    iv_source: whose.describe(
      'own: we solved it from the strike’s quotes, because the vendor has none; null without iv',
    ),
    greeks: Greeks.describe('greeks of one contract, per share'),
    position_greeks: Greeks.describe('greeks of the whole position: times quantity and multiplier'),
    greeks_source: whose.describe('own: we computed them by Black-Scholes with this iv, because the vendor lacks some'),
    ...markFields,
  })
  .meta({ id: 'OptionPosition', description: 'A long or short position in option contracts' })
export type OptionPosition = z.infer<typeof OptionPosition>

type Pricer = (chain: LiveChain) => ReadonlyMap<string, PricedContract>

/** Prices the held contracts and those around the money, once per chain. */
export function pricerOf(holdings: readonly Holding<OptionInstrument>[], { fedFunds }: KnownRate): Pricer {
  const strikesHeld = new Set(holdings.map(({ instrument }) => instrument.strike))
  const priced = new Map<LiveChain, ReadonlyMap<string, PricedContract>>()
  return (chain) => {
    const known = priced.get(chain)
    if (known) return known
    const listed = [...new Set(chain.contracts.map(({ strike }) => strike))]
    const near = new Set(strikesAround(listed, chain.spot, STRIKES_READ))
    const contracts = chain.contracts.filter(({ strike }) => near.has(strike) || strikesHeld.has(strike))
    const byName = new Map(
      priceContracts({ ...chain, contracts }, fedFunds).contracts.map((contract) => [contract.contract, contract]),
    )
    priced.set(chain, byName)
    return byName
  }
}

const rounded = (value: number | null | undefined): number | null =>
  typeof value === 'number' ? Math.round(value * 1e6) / 1e6 || 0 : null

const greeksDocument = (greeks: ContractGreeks | null, times: number): z.infer<typeof Greeks> => ({
  delta: rounded(greeks && greeks.delta * times),
  gamma: rounded(greeks && greeks.gamma * times),
  theta: rounded(greeks && greeks.theta * times),
  vega: rounded(greeks && greeks.vega * times),
  rho: rounded(greeks && greeks.rho * times),
})

export function optionDocument(holding: Holding<OptionInstrument>, now: Date, pricer: Pricer): OptionPosition {
  const { contract, underlying, right, strike, expiration } = holding.instrument
  const option = holding.answer.touch?.option ?? null
  const priced = option ? (pricer(option.chain).get(option.contract.contract) ?? null) : null
  const price = dollarsOrNull(holding.underlyingE4)
  const inside = price === null ? null : right === 'call' ? price - strike : strike - price
  return {
    contract,
    underlying,
    underlying_price: price,
    type: right,
    strike,
    expiration,
    days_to_expiry: daysBetween(eastern(now).day, expiration),
    multiplier: MULTIPLIER,
    ...positionDocument(holding, MULTIPLIER),
    moneyness: inside === null ? null : inside > 0 ? 'in' : inside === 0 ? 'at' : 'out',
    intrinsic_value: inside === null ? null : Math.round(Math.max(0, inside) * 10_000) / 10_000,
    iv: rounded(priced?.iv),
    iv_source: priced?.ivSource ?? null,
    greeks: greeksDocument(priced?.greeks ?? null, 1),
    position_greeks: greeksDocument(priced?.greeks ?? null, MULTIPLIER * holding.position.quantity),
    greeks_source: priced?.greeksSource ?? null,
    ...markDocument(holding, now),
  }
}
