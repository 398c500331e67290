import { z } from 'zod'
import type { ContractGreeks, LiveContract } from '../../../shared/domain/market/live-chain.ts'
import { AppError } from '../../../shared/errors.ts'
import { TradingDay } from '../../../shared/time/trading-day.ts'
import { type OsiSymbol, parseOsi } from './cboe-options.ts'
import { isAhead } from './is-ahead.ts'

/** -999 and NaN mean "none", and an absurd number counts as none too. */
const orNull = (schema: z.ZodNumber) => schema.nullable().catch(null).default(null)
const premium = orNull(z.number().nonnegative().max(1e6))
const count = orNull(z.number().nonnegative().max(1e12))
const greek = orNull(z.number().min(-998).max(1e6))

/** A contract whose name cannot be read is left out like one with another defect; the others are still worth serving. */
const osiName = z
  .string()
  .max(30)
  .transform((text, context): OsiSymbol & { contract: string } => {
    try {
      const osi = parseOsi(text)
      return { ...osi, contract: `${osi.root}${text.slice(-15)}` }
    } catch {
      context.addIssue('not the name of a contract')
      return z.NEVER
    }
  })

/** The wire has `bid`, the vendor's documentation `bidPrice`: both are read. */
const Contract = z.object({
  putCall: z.enum(['CALL', 'PUT']),
  symbol: osiName,
  bid: premium,
  bidPrice: premium,
  ask: premium,
  askPrice: premium,
  bidSize: count,
  askSize: count,
  totalVolume: count,
  openInterest: count,
  /** In percent; some thousands on the last day, deep in the money. */
  volatility: orNull(z.number().positive().max(1000)),
  delta: greek,
  gamma: greek,
  theta: greek,
  vega: greek,
  rho: greek,
  settlementType: z.string().nullish(),
  nonStandard: z.boolean().nullish(),
  isNonStandard: z.boolean().nullish(),
  quoteTimeInLong: orNull(z.number().positive()),
})
type Contract = z.infer<typeof Contract>

/** A strike holds a list of one contract; the vendor's documentation has the contract itself. */
const ByStrike = z.record(z.string(), z.union([z.array(z.unknown()), z.unknown().transform((one) => [one])]))
const Body = z.object({
  status: z.string(),
  isDelayed: z.boolean().default(false),
  underlyingPrice: orNull(z.number().positive().max(1e6)),
  underlying: z
    .object({
      last: orNull(z.number().positive().max(1e6)),
      mark: orNull(z.number().positive().max(1e6)),
      quoteTime: orNull(z.number().positive()),
      tradeTime: orNull(z.number().positive()),
    })
    .nullish(),
  callExpDateMap: z.record(z.string(), ByStrike),
  putExpDateMap: z.record(z.string(), ByStrike),
})

export interface SchwabChain {
  spot: number
  quotedAt: Date
  delayed: boolean
  contracts: LiveContract[]
}

/** Null if the vendor has no such contracts. Those quoted in the future are left out, like invalid ones. */
export function parseSchwabChain(
  body: unknown,
  { expiration, now }: { expiration: TradingDay; now: Date },
): SchwabChain | null {
  const parsed = Body.safeParse(body)
  if (!parsed.success) throw new AppError('invalid', 'not the shape of a chain')
  const { status, isDelayed, underlying, underlyingPrice, callExpDateMap, putExpDateMap } = parsed.data
  if (status !== 'SUCCESS') return null
  const listed = [callExpDateMap, putExpDateMap]
    .flatMap((byDate) => Object.values(byDate))
    .flatMap((byStrike) => Object.values(byStrike).flat())
  const valid = listed.flatMap((one) => {
    const contract = Contract.safeParse(one)
    if (!contract.success || contract.data.nonStandard || contract.data.isNonStandard) return []
    return isAhead(new Date(contract.data.quoteTimeInLong ?? 0), now) ? [] : [contract.data]
  })
  if (listed.length === 0) return null
  const contracts = valid.filter(({ symbol }) => symbol.expiration === expiration).map(contractOf)
  const spot = underlying?.last ?? underlying?.mark ?? underlyingPrice
  const times = [underlying?.quoteTime, underlying?.tradeTime, ...valid.map((one) => one.quoteTimeInLong)]
  const at = Math.max(0, ...times.map((time) => time ?? 0))
  if (spot === null || at === 0 || contracts.length === 0)
    throw new AppError('invalid', 'no valid contract, price or time')
  const quotedAt = new Date(at)
  if (isAhead(quotedAt, now)) throw new AppError('invalid', 'the chain lies in the future')
  return { spot, quotedAt, delayed: isDelayed, contracts }
}

function contractOf(one: Contract): LiveContract {
  const { contract, expiration, right, strike } = one.symbol
  return {
    contract,
    expiration,
    right,
    strike,
    bid: one.bid ?? one.bidPrice ?? 0,
    ask: one.ask ?? one.askPrice ?? 0,
    bidSize: one.bidSize,
    askSize: one.askSize,
    iv: one.volatility === null ? null : one.volatility / 100,
    greeks: greeksOf(one),
    openInterest: one.openInterest ?? 0,
    volume: one.totalVolume ?? 0,
    settlement: one.settlementType === 'A' ? 'am' : 'pm',
  }
}

function greeksOf({ volatility, delta, gamma, theta, vega, rho }: Contract): ContractGreeks | null {
  if (volatility === null) return null
  if (delta === null || gamma === null || theta === null || vega === null || rho === null) return null
  return { delta, gamma, theta, vega, rho }
}

const Expirations = z.object({
  expirationList: z.array(z.object({ expirationDate: TradingDay, standard: z.boolean().nullish() })).max(1_000),
})

/** Nearest first; empty if the underlying has no options. */
export function parseSchwabExpirations(body: unknown): TradingDay[] {
  const parsed = Expirations.safeParse(body)
  if (!parsed.success) throw new AppError('invalid', 'not the shape of a list of expirations')
  const days = parsed.data.expirationList.flatMap((one) => (one.standard === false ? [] : [one.expirationDate]))
  return [...new Set(days)].sort()
}
