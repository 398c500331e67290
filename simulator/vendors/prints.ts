import { z } from 'zod'
import { sessionOn } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { NameContract } from '../world/company/name-chain.ts'
import { memo } from '../world/memo.ts'
import { perWorld } from '../world/per-world.ts'
import { mix, uniformOf } from '../world/random.ts'
import type { World } from '../world/world.ts'
import { round } from './cboe-underlying.ts'
import { osiName, tradedChain } from './traded-chain.ts'
import { json, type Vendor, type VendorReply, type VendorRequest } from './vendor.ts'

const MINUTE_MS = 60_000
/** Prints of a minute: most are in the index fund. */
const UNDERLYINGS = ['SPY', 'SPY', 'SPY', 'AAPL', 'NVDA', 'TSLA', 'AMZN', 'MSFT'] as const
const OF_MINUTE = 5
/** Expirations within which nearly all is traded. */
const NEAR_DAYS = 21
/** A chain costs much, so the prints of so many minutes share the quotes of the first of them. */
const QUOTES_MINUTES = 5
const CHAINS_KEPT = 100
const STREAM = { underlying: 131, contract: 132, size: 133, side: 134, flags: 135, second: 136 } as const
const DAY_MS = 86_400_000

const Query = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  min_premium: z.coerce.number().nonnegative().default(0),
  newer_than: z.coerce.date().optional(),
  older_than: z.coerce.date().optional(),
})

/** A row in the vendor's form, with numbers as texts, and the instant of its last trade. */
type Print = { at: Date; premium: number; row: object }

type Quotes = { root: string; spot: number; contracts: readonly NameContract[] }

/** The contracts of a symbol that trade, by the session, the minute and the symbol. */
const quotesOf = perWorld((world) =>
  memo(
    CHAINS_KEPT,
    ({ symbol, at }: { symbol: string; at: Date }) => `${symbol} ${at.getTime()}`,
    ({ symbol, at }): { quotes: Quotes | null } => {
      const last = new Date(at.getTime() + NEAR_DAYS * DAY_MS).toISOString().slice(0, 10)
      const chain = tradedChain(world, symbol, world.momentAt(at), (day) => day <= last)
      if (!chain) return { quotes: null }
      const contracts = chain.contracts.filter(({ bid, volume }) => bid > 0.05 && volume > 0)
      return { quotes: { ...chain, contracts } }
    },
  ),
)

/** Busy contracts trade most: the draw falls on a share of the volume. */
function tradedContract(quoted: readonly NameContract[], share: number): NameContract | null {
  let rest = share * quoted.reduce((sum, { volume }) => sum + volume, 0)
  for (const contract of quoted) {
    rest -= contract.volume
    if (rest <= 0) return contract
  }
  return quoted.at(-1) ?? null
}

function printOf(world: World, minuteAt: Date, place: number): Print | null {
  const moment = world.momentAt(minuteAt)
  const draw = (stream: number): number => uniformOf(world.seed, stream, moment.index, moment.minute, place)
  const symbol = UNDERLYINGS[Math.floor(draw(STREAM.underlying) * UNDERLYINGS.length)]!
  const grid = QUOTES_MINUTES * MINUTE_MS
  const { quotes: chain } = quotesOf(world)({ symbol, at: new Date(Math.floor(minuteAt.getTime() / grid) * grid) })
  const contract = chain && tradedContract(chain.contracts, draw(STREAM.contract))
  if (!chain || !contract) return null
  const { bid, ask, side, strike, expiration, volume, openInterest } = contract
  const size = Math.min(volume, Math.ceil(40 / (draw(STREAM.size) + 0.004) ** 0.9))
  const where = draw(STREAM.side)
  // Most trades touch a side of the quote, some the middle.
  const price = round(where < 0.44 ? ask : where < 0.84 ? bid : (bid + ask) / 2, 3)
  const premium = round(size * price * 100, 2)
  const flags = draw(STREAM.flags)
  const at = new Date(minuteAt.getTime() + Math.floor(draw(STREAM.second) * MINUTE_MS))
  const isMultiLeg = flags < 0.22
  const side_premium = (isSide: boolean): string => (isSide ? String(premium) : '0')
  const row = {
    id: `${mix(world.seed, moment.index, moment.minute, place).toString(16).padStart(8, '0')}-${moment.index}-${moment.minute}-${place}`,
    ticker: symbol,
    option_chain: osiName(chain.root, contract),
    type: side === 'C' ? 'call' : 'put',
    strike: String(strike),
    expiry: expiration,
    price: String(price),
    bid: String(bid),
    ask: String(ask),
    underlying_price: String(round(chain.spot, 2)),
    total_size: size,
    total_premium: String(premium),
    total_ask_side_prem: side_premium(price >= ask),
    total_bid_side_prem: side_premium(price <= bid),
    volume,
    open_interest: openInterest,
    volume_oi_ratio: String(round(openInterest > 0 ? volume / openInterest : 0, 2)),
    trade_count: 1,
    expiry_count: 1,
    has_sweep: flags > 0.8,
    has_floor: false,
    has_multileg: isMultiLeg,
    has_singleleg: !isMultiLeg,
    all_opening_trades: size > openInterest,
    alert_rule: 'RepeatedHits',
    start_time: at.getTime(),
    end_time: at.getTime(),
    created_at: at.toISOString(),
  }
  return { at, premium, row }
}

type Window = { from: Date; until: Date; premiumMin: number; limit: number }

/** The newest prints of a session in a window, newest first. */
function printsIn(world: World, { from, until, premiumMin, limit }: Window): Print[] {
  const session = sessionOn(eastern(until).day)
  if (!session) return []
  const first = Math.max(from.getTime(), session.open.getTime() + MINUTE_MS)
  const last = Math.min(until.getTime(), session.close.getTime() - 1)
  const found: Print[] = []
  for (let minute = Math.floor(last / MINUTE_MS) * MINUTE_MS; minute > first - MINUTE_MS; minute -= MINUTE_MS) {
    for (let place = 0; place < OF_MINUTE; place++) {
      const print = printOf(world, new Date(minute), place)
      if (print && print.at >= from && print.at < until && print.premium >= premiumMin) found.push(print)
    }
    if (found.length >= limit) break
  }
  return found.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, limit)
}

/** Trades of options as a vendor of prints reports them, for a bearer of any token. */
function respond(world: World, { path, query, headers, instant }: VendorRequest): VendorReply {
  if (!/^Bearer \S+/.test(headers.authorization ?? '')) return json(401, { error: 'Unauthorized' })
  if (path !== '/api/option-trades/flow-alerts') return json(404, { error: 'Not Found' })
  const parsed = Query.safeParse(Object.fromEntries(query))
  if (!parsed.success) return json(422, { error: `invalid ${parsed.error.issues[0]!.path.join('.')}` })
  const { limit, min_premium, newer_than, older_than } = parsed.data
  const until = older_than && older_than < instant ? older_than : instant
  const from = newer_than ?? new Date(until.getTime() - 60 * MINUTE_MS)
  const found = printsIn(world, { from, until, premiumMin: min_premium, limit })
  return json(200, { data: found.map(({ row }) => row) })
}

export const prints: Vendor = {
  name: 'prints',
  prefix: 'prints',
  quota: { per_minute: 120, refusal: json(429, { error: 'Too many requests' }) },
  respond,
}
