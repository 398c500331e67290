import type { ContractGreeks, LiveChain, LiveContract } from '../../shared/domain/market/live-chain.ts'
import { optionGreeks } from '../maths/black-scholes.ts'
import { rateFromFedFunds } from './interest-rate.ts'
import { type Slice, volatilitySlices } from './volatility-slices.ts'

const DAYS_OF_YEAR = 365
/** Vendors print vega and rho per hundredth. */
const POINT = 0.01

/** A contract with volatility and greeks where they are known, and with their sources. */
export interface PricedContract extends LiveContract {
  ivSource: 'vendor' | 'own' | null
  greeksSource: 'vendor' | 'own' | null
}

export interface PricedChain {
  contracts: PricedContract[]
  rate: number
  rateSource: string
}

/** Fills what the vendor lacks from the strike's own quotes: one volatility for call and put, the forward by parity. */
export function priceContracts(chain: LiveChain, fedFunds: Parameters<typeof rateFromFedFunds>[0]): PricedChain {
  const { rate, source } = rateFromFedFunds(fedFunds)
  // A volatility does not depend on either count.
  const counted = chain.contracts.map((contract) => ({
    ...contract,
    openInterest: contract.openInterest ?? 0,
    volume: contract.volume ?? 0,
  }))
  const { slices } = volatilitySlices({ ...chain, contracts: counted }, rate)
  const contracts = chain.contracts.map((contract) => {
    const own = contract.iv === null || contract.greeks === null ? ownReading(contract, slices, chain.spot) : null
    const iv = contract.iv ?? own?.iv ?? null
    const greeks = contract.greeks ?? own?.greeks ?? null
    return {
      ...contract,
      iv,
      ivSource: iv === null ? null : contract.iv === null ? 'own' : 'vendor',
      greeks,
      greeksSource: greeks === null ? null : contract.greeks === null ? 'own' : 'vendor',
    } satisfies PricedContract
  })
  return { contracts, rate, rateSource: source }
}

function ownReading(
  contract: LiveContract,
  slices: readonly Slice[],
  spot: number,
): { iv: number; greeks: ContractGreeks } | null {
  const { expiration, settlement = 'pm', strike, right } = contract
  const slice = slices.find((each) => each.expiration === expiration && each.settlement === settlement)
  const found = slice?.strikes.find((each) => each.strike === strike)
  // Exposures may use the other side's vendor volatility, but it does not describe this contract.
  const volatility = contract.iv ?? (found?.from === 'own' ? found.volatility : null)
  if (!slice || volatility === null) return null
  const { years, rate, forward } = slice
  // The yield that carries spot to the forward that the options imply.
  const dividendYield = rate - Math.log(forward.price / spot) / years
  const { price, delta, gamma, theta, vega } = optionGreeks(
    { right, spot, strike, years, rate, dividendYield },
    volatility,
  )
  const greeks = {
    delta,
    gamma,
    theta: theta / DAYS_OF_YEAR,
    vega: vega * POINT,
    // The delta's stock exceeds the price by the discounted strike times its probability.
    rho: years * (spot * delta - price) * POINT,
  }
  return { iv: volatility, greeks }
}
