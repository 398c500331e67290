import { z } from 'zod'
import { type PricedContract, priceContracts } from '../../../pipeline/gamma/contract-greeks.ts'
import type { ContractGreeks, LiveChain } from '../../../shared/domain/market/live-chain.ts'
import { MULTIPLIER, type OptionInstrument } from '../../../shared/domain/trading/instrument.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { daysBetween } from '../../../shared/time/trading-day.ts'
import { strikesAround } from '../market/chain-document.ts'
import type { KnownRate } from '../market/known-rate.ts'
import type { Holding } from './holdings.ts'
import { markDocument, markFields, positionDocument, positionFields } from './position-documents.ts'

const figure = z.number().nullable()
const whose = z.enum(['vendor', 'own']).nullable()
/** As many as say where the forward is. */
const STRIKES_READ = 50

const Greeks = z.object({
  delta: figure.describe('change of the price for a dollar of the underlying'),
  gamma: figure.describe('change of delta for a dollar of the underlying'),
  theta: figure.describe('dollars a calendar day'),
  vega: figure.describe('dollars for a point (0.01) of volatility'),
  rho: figure.describe('dollars for a point (0.01) of the rate'),
})

export const OptionPosition = z
  .object({
    contract: z.string().describe('OSI symbol without padding'),
    underlying: z.string().describe('the symbol it is on'),
    underlying_price: figure.describe('its last price as of the chain'),
    type: z.enum(['call', 'put']).describe('the right'),
    strike: z.number().describe('in dollars'),
    expiration: z.iso.date().describe('its last day'),
    days_to_expiry: z.int().describe('calendar days from today, Eastern, to its last day; 0: today'),
    multiplier: z.int().describe('shares behind one contract'),
    ...positionFields,
    moneyness: z.enum(['in', 'at', 'out']).nullable().describe('in: exercising would be worth something now'),
    intrinsic_value: figure.describe('of a share: what exercising would be worth now, in dollars'),
    iv: figure.describe('implied volatility as a fraction (0.18)'),
    iv_source: whose.describe('own: solved from the strike’s quotes, because the vendor has none; null without one'),
    greeks: Greeks.describe('of one contract, for one of its shares'),
    position_greeks: Greeks.describe('of the whole position: times quantity and multiplier'),
    greeks_source: whose.describe('own: by Black-Scholes with this volatility, because the vendor lacks some'),
    ...markFields,
  })
  .meta({ id: 'OptionPosition', description: 'Contracts held or owed' })
export type OptionPosition = z.infer<typeof OptionPosition>

type Pricer = (chain: LiveChain) => ReadonlyMap<string, PricedContract>

/** Prices the contracts held and those around the money, each chain once. */
export function pricerOf(holdings: readonly Holding<OptionInstrument>[], { fedFunds }: KnownRate): Pricer {
  const strikesHeld = new Set(holdings.map(({ instrument }) => instrument.strike))
  const priced = new Map<LiveChain, ReadonlyMap<string, PricedContract>>()
  return (chain) => {
    const known = priced.get(chain)
    if (known) return known
    const listed = [...new Set(chain.contracts.map(({ strike }) => strike))]
    const near = new Set(strikesAround(listed, chain.spot, STRIKES_READ))
    const contracts = chain.contracts.filter(({ strike }) => near.has(strike) || strikesHeld.has(strike))
    const made = priceContracts({ ...chain, contracts }, fedFunds).contracts
    const byName = new Map(made.map((contract) => [contract.contract, contract]))
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
  const inside = option && (right === 'call' ? option.chain.spot - strike : strike - option.chain.spot)
  return {
    contract,
    underlying,
    underlying_price: option?.chain.spot ?? null,
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
