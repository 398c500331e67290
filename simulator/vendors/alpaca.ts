import type { World } from '../world/world.ts'
import { accountOf, isStockFeed, mayRead, type Plan } from './alpaca-account.ts'
import { optionSnapshots } from './alpaca-options.ts'
import { snapshotOf } from './alpaca-shares.ts'
import { json, type Vendor, type VendorReply, type VendorRequest } from './vendor.ts'

const OPTIONS = /^\/v1beta1\/options\/snapshots\/([A-Z.]{1,6})$/
/** An invalid symbol refuses the whole request. */
const NAME = /^[A-Z]{1,5}(?:\.[A-Z]{1,2})?$/
const PER_MINUTE = 200

const failed = (status: number, message: string): VendorReply => json(status, { message })

const shareSnapshots = (world: World, plan: Plan, { query, instant }: VendorRequest): VendorReply => {
  const symbols = query.get('symbols')?.split(',').filter(Boolean) ?? []
  const feed = query.get('feed') ?? (plan === 'plus' ? 'sip' : 'iex')
  if (symbols.length === 0) return failed(400, 'symbols is required')
  const wrong = symbols.find((symbol) => !NAME.test(symbol))
  if (wrong !== undefined) return failed(400, `code=400, message=invalid symbol: ${wrong}`)
  if (!isStockFeed(feed)) return failed(400, `invalid feed: ${feed}`)
  if (!mayRead(plan, feed)) return failed(403, 'subscription does not permit querying recent SIP data')
  const found = symbols.map((symbol) => [symbol, snapshotOf(world, symbol, feed, instant)] as const)
  // Symbols are at the root of the object, and unknown ones are absent.
  return json(200, Object.fromEntries(found.filter(([, snapshot]) => snapshot)))
}

const respond = (world: World, request: VendorRequest): VendorReply => {
  const account = accountOf(request.headers)
  if (!account) return failed(401, 'unauthorized.')
  if (!account.plan) return failed(403, 'forbidden.')
  const { plan } = account
  const answer = (): VendorReply => {
    if (request.path === '/v2/stocks/snapshots') return shareSnapshots(world, plan, request)
    const underlying = OPTIONS.exec(request.path)?.[1]
    return underlying ? optionSnapshots(world, underlying, { ...request, plan }) : failed(404, 'endpoint not found.')
  }
  const reply = answer()
  return { ...reply, headers: { ...reply.headers, 'x-ratelimit-limit': String(PER_MINUTE) } }
}

/** Market data by key: shares of one exchange or of all, and options, by the plan of the key. */
export const alpaca: Vendor = {
  name: 'alpaca',
  prefix: 'alpaca',
  quota: { per_minute: PER_MINUTE, refusal: failed(429, 'too many requests.') },
  respond,
}
