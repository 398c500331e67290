import type { MarketQuote } from '../../../shared/domain/market/market-quote.ts'
import type { Expiry } from '../../../shared/domain/trading/expiry-preview.ts'
import { e4Of } from '../../../shared/domain/trading/money.ts'
import { expiresAt, settlementPrice } from '../../../shared/domain/trading/settlement-price.ts'
import type { Lookup } from '../../../shared/market/live-market.ts'
import type { Db } from '../../../shared/postgres/server/db.ts'
import { wasSplit } from '../../../shared/postgres/trading/corporate-actions.ts'
import { closesOfSession } from '../../../shared/postgres/trading/settlement.ts'
import { sessionOnOrBefore } from '../../../shared/time/calendar.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import type { ApiContext } from '../../http/context.ts'

export const PRICE_BASES = ['frozen', 'close', 'touch', 'last'] as const

/** The assumed close of the underlying, or why none can be assumed. */
export interface AssumedPrice {
  priceE4: number | null
  basis: (typeof PRICE_BASES)[number] | null
  reason: string | null
}

const keyOf = ({ underlying, expiration }: Expiry): string => `${underlying} ${expiration}`
const symbolsOf = (expiries: readonly Expiry[]): string[] => [...new Set(expiries.map(({ underlying }) => underlying))]

/**
 * The price at which each expiry is previewed: the frozen one if there is one; once its options have ended, the close
 * by the rule that settles them, because an after-hours price decides nothing; until then the present price.
 */
export async function assumedPrices(
  { reader, market }: Pick<ApiContext, 'reader' | 'market'>,
  expiries: readonly Expiry[],
  { frozen, now }: { frozen: ReadonlyMap<string, number>; now: Date },
): Promise<(expiry: Expiry) => AssumedPrice> {
  const unfrozen = expiries.filter((expiry) => !frozen.has(keyOf(expiry)))
  const ended = unfrozen.filter(({ expiration }) => expiresAt(expiration) <= now)
  const trading = symbolsOf(unfrozen.filter((expiry) => !ended.includes(expiry)))
  const [{ answers }, closes] = await Promise.all([
    market.quotes(trading, now),
    ended.length === 0 ? null : closesOf({ reader, market }, ended, now),
  ])
  return (expiry) => {
    const priceE4 = frozen.get(keyOf(expiry))
    if (priceE4 !== undefined) return { priceE4, basis: 'frozen', reason: null }
    return closes?.get(keyOf(expiry)) ?? priceOfNow(answers.get(expiry.underlying) ?? { value: null, reason: null })
  }
}

function priceOfNow({ value, reason }: Pick<Lookup<MarketQuote>, 'value' | 'reason'>): AssumedPrice {
  if (!value) return { priceE4: null, basis: null, reason: reason ?? 'no provider has a quote of the underlying' }
  const { bid, ask, price } = value
  const isTouch = bid !== null && ask !== null && bid > 0 && ask >= bid
  const dollars = isTouch ? (bid + ask) / 2 : price
  return { priceE4: e4Of(dollars), basis: isTouch ? 'touch' : 'last', reason: null }
}

/** Vendors are called, because a stored quote does not hold the last regular trade. */
async function closesOf(
  { reader, market }: Pick<ApiContext, 'reader' | 'market'>,
  ended: readonly Expiry[],
  now: Date,
): Promise<ReadonlyMap<string, AssumedPrice>> {
  const [quotes, bars] = await Promise.all([
    market.vendorQuotes(symbolsOf(ended)),
    reader.read((sql) => barsOf(sql, ended, now)),
  ])
  return new Map(
    ended.map((expiry) => {
      const { underlying, expiration } = expiry
      const bar = bars.get(keyOf(expiry))
      const quote = quotes.get(underlying)?.value ?? null
      const price = bar === 'split' ? null : settlementPrice(expiration, { close: bar ?? null, quote }, now)
      const reason = `these options have ended, and the close of ${underlying} on ${sessionOnOrBefore(expiration).day} is not known yet`
      return [
        keyOf(expiry),
        price ? { priceE4: price.priceE4, basis: 'close', reason: null } : { priceE4: null, basis: null, reason },
      ]
    }),
  )
}

type Bar = { price: number; source: string } | 'split'

/** The bars of the days on which they ended; a split since then makes such a day's price incomparable. */
async function barsOf(sql: Db, ended: readonly Expiry[], now: Date): Promise<Map<string, Bar>> {
  const bars = new Map<string, Bar>()
  for (const expiry of ended) {
    const { underlying, expiration } = expiry
    const { day } = sessionOnOrBefore(expiration)
    const isSplit = await wasSplit(sql, underlying, { after: day, through: eastern(now).day })
    const bar = isSplit ? 'split' : (await closesOfSession(sql, day, [underlying])).get(underlying)
    if (bar) bars.set(keyOf(expiry), bar)
  }
  return bars
}
