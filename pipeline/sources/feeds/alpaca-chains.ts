import { z } from 'zod'
import type { ContractGreeks, LiveContract } from '../../../shared/domain/market/live-chain.ts'
import { AppError } from '../../../shared/errors.ts'
import { AlpacaCount, AlpacaInstant, AlpacaSide } from './alpaca-quotes.ts'
import { parseOsi } from './cboe-options.ts'
import { isAhead } from './is-ahead.ts'

const CONTRACTS_MAX = 10_000
const greek = z.number().min(-1e6).max(1e6)
const Contract = z.object({
  latestQuote: z
    .object({ t: AlpacaInstant, bp: AlpacaSide, bs: AlpacaCount, ap: AlpacaSide, as: AlpacaCount })
    .nullish(),
  impliedVolatility: z.number().positive().max(100).nullish().catch(null),
  greeks: z.object({ delta: greek, gamma: greek, theta: greek, vega: greek, rho: greek }).nullish().catch(null),
})
type Contract = z.infer<typeof Contract>

const Body = z.object({
  snapshots: z.record(z.string().max(30), z.unknown()),
  next_page_token: z.string().min(1).max(500).nullish(),
})

export interface AlpacaPage {
  contracts: LiveContract[]
  /** The time of the newest quote; null if no contract is quoted. */
  quotedAt: Date | null
  /** The token of the next page; null on the last one. */
  next: string | null
}

/** Snapshots of contracts by their names; invalid ones, adjusted roots and quotes of the future are left out. */
export function parseAlpacaContracts(body: unknown, underlying: string, now: Date): AlpacaPage {
  const parsed = Body.safeParse(body)
  if (!parsed.success) throw new AppError('invalid', 'not the shape of snapshots of options')
  const { snapshots, next_page_token } = parsed.data
  const listed = Object.entries(snapshots)
  if (listed.length > CONTRACTS_MAX) throw new AppError('invalid', 'more contracts than were requested')
  const root = underlying.replace('.', '')
  const contracts: LiveContract[] = []
  let newestMs = 0
  for (const [name, given] of listed) {
    const contract = Contract.safeParse(given)
    const osi = parseOsi(name)
    if (!contract.success || osi.root !== root || osi.strike <= 0) continue
    const at = contract.data.latestQuote?.t
    if (at && isAhead(at, now)) continue
    contracts.push(contractOf(name, osi, contract.data))
    newestMs = Math.max(newestMs, at?.getTime() ?? 0)
  }
  if (listed.length > 0 && contracts.length === 0) throw new AppError('invalid', 'no valid contract')
  return { contracts, quotedAt: newestMs > 0 ? new Date(newestMs) : null, next: next_page_token ?? null }
}

function contractOf(
  name: string,
  { expiration, strike, right }: ReturnType<typeof parseOsi>,
  { latestQuote, impliedVolatility, greeks }: Contract,
): LiveContract {
  const iv = impliedVolatility ?? null
  return {
    contract: name,
    expiration,
    strike,
    right,
    bid: latestQuote?.bp ?? 0,
    ask: latestQuote?.ap ?? 0,
    bidSize: latestQuote?.bs ?? null,
    askSize: latestQuote?.as ?? null,
    iv,
    greeks: iv === null ? null : ((greeks ?? null) satisfies ContractGreeks | null),
    // The interface has neither.
    openInterest: null,
    volume: null,
  }
}
