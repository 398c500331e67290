import { z } from 'zod'
import type { NameContract } from '../world/company/name-chain.ts'
import { mix } from '../world/random.ts'
import { quotedAt } from '../world/surface-at.ts'
import type { Moment, World } from '../world/world.ts'
import type { Plan } from './alpaca-account.ts'
import { nanoseconds } from './alpaca-shares.ts'
import { round } from './cboe-underlying.ts'
import { osiName, tradedChain } from './traded-chain.ts'
import { json, type VendorReply } from './vendor.ts'

const DELAY_MS = 15 * 60_000
/** Beyond this delta the premium holds no volatility, and the vendor leaves the figures out. */
const DELTA_DEEP = 0.985

const dollars = z.coerce.number().nonnegative()
const Query = z.object({
  feed: z.enum(['indicative', 'opra']).optional(),
  type: z.enum(['call', 'put']).optional(),
  strike_price_gte: dollars.optional(),
  strike_price_lte: dollars.optional(),
  expiration_date: z.iso.date().optional(),
  expiration_date_gte: z.iso.date().optional(),
  expiration_date_lte: z.iso.date().optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  page_token: z.string().max(100).optional(),
})
type Query = z.infer<typeof Query>

const fits = (contract: NameContract, query: Query): boolean => {
  const { side, strike, expiration } = contract
  return (
    (query.type === undefined || query.type === (side === 'C' ? 'call' : 'put')) &&
    strike >= (query.strike_price_gte ?? 0) &&
    strike <= (query.strike_price_lte ?? Number.POSITIVE_INFINITY) &&
    isInTime(expiration, query)
  )
}
const isInTime = (expiration: string, query: Query): boolean =>
  (query.expiration_date === undefined || expiration === query.expiration_date) &&
  expiration >= (query.expiration_date_gte ?? '') &&
  expiration <= (query.expiration_date_lte ?? '9999')

const tokenOf = (name: string): string => Buffer.from(name).toString('base64url')

/** A page of the options of an underlying; for one without any the vendor serves an empty page. */
export const optionSnapshots = (
  world: World,
  underlying: string,
  { plan, query, instant }: { plan: Plan; query: URLSearchParams; instant: Date },
): VendorReply => {
  const parsed = Query.safeParse(Object.fromEntries(query))
  if (!parsed.success) return json(400, { message: `invalid ${parsed.error.issues[0]!.path.join('.')}` })
  const feed = parsed.data.feed ?? (plan === 'plus' ? 'opra' : 'indicative')
  if (feed === 'opra' && plan !== 'plus') return json(403, { message: 'OPRA agreement is not signed' })
  const seenAt = feed === 'indicative' ? new Date(instant.getTime() - DELAY_MS) : instant
  const moment = world.momentAt(seenAt)
  const chain = tradedChain(world, underlying, moment, (day) => isInTime(day, parsed.data))
  if (!chain) return json(200, { snapshots: {}, next_page_token: null })
  const named = chain.contracts
    .filter((contract) => fits(contract, parsed.data))
    .map((contract) => [osiName(chain.root, contract), contract] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const after = parsed.data.page_token ? Buffer.from(parsed.data.page_token, 'base64url').toString('utf8') : ''
  const rest = named.filter(([name]) => name > after)
  const page = rest.slice(0, parsed.data.limit)
  const snapshots = Object.fromEntries(
    page.map(([name, contract]) => [name, snapshot(world, moment, contract, quotedAt(moment, seenAt))]),
  )
  return json(200, { snapshots, next_page_token: rest.length > page.length ? tokenOf(page.at(-1)![0]) : null })
}

const snapshot = (world: World, moment: Moment, contract: NameContract, at: Date): object => {
  const { side, strike, expiration, bid, ask, years, delta } = contract
  const draw = mix(world.seed, moment.index, moment.minute, strike, expiration.charCodeAt(9), side.charCodeAt(0))
  const t = nanoseconds(at, draw)
  const isKnown = bid > 0 && years > 0 && Math.abs(delta) < DELTA_DEEP
  return {
    latestQuote: {
      ap: ask,
      as: 1 + (draw % 480),
      ax: 'X',
      bp: bid,
      bs: bid > 0 ? 1 + ((draw >>> 9) % 480) : 0,
      bx: 'X',
      c: ' ',
      t,
    },
    ...(contract.volume > 0 ? { latestTrade: { c: 'I', p: round((bid + ask) / 2, 2), s: 1, t, x: 'W' } } : {}),
    ...(isKnown
      ? {
          greeks: {
            delta: round(delta, 4),
            gamma: round(contract.gamma, 4),
            rho: round(contract.rho, 4),
            theta: round(contract.theta, 4),
            vega: round(contract.vega, 4),
          },
          impliedVolatility: round(contract.volatility, 4),
        }
      : {}),
  }
}
