import { z } from 'zod'
import type { OptionPrint } from '../../../shared/domain/market/option-print.ts'
import { AppError } from '../../../shared/errors.ts'
import { decodeJson } from '../decode-text.ts'
import { type Feed, type FeedContext, NO_DATA } from '../source.ts'
import { parseOsi } from './cboe-options.ts'

/** The vendor's largest page. */
const PAGE_ROWS = 200
/** Ten pages every five minutes are within its 120 requests a minute. */
const PAGES_MAX = 10
/** Smaller prints are not requested: the tape begins at this premium too. */
const PRINT_PREMIUM_MIN = 10_000
const BYTES_MAX = 3_000_000
const EMPTY_PAGE_BYTES = '{"data":[]}'.length
/** How far a vendor's clock may be ahead of ours. */
const AHEAD_MAX_MS = 60_000

/** The vendor writes numbers as texts in one of its interfaces and as numbers in another. */
const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(?:\.\d+)?$/)
      .transform(Number),
  ])
  .pipe(z.number().min(0).max(1e12))
const known = number.nullish().catch(null)
const instant = z
  .union([z.int().min(1e12).max(1e13), z.iso.datetime({ offset: true })])
  .transform((value) => new Date(value))
const flag = z.boolean().nullish().catch(null)
const text = z.string().min(1).max(40)

/** A row of one trade, or of several that the vendor reports together: the names differ, the meaning does not. */
const Row = z
  .object({
    id: z.string().min(1).max(100),
    option_chain: text.optional(),
    option_symbol: text.optional(),
    executed_at: instant.optional(),
    end_time: instant.optional(),
    start_time: instant.optional(),
    created_at: instant.optional(),
    total_size: number.optional(),
    size: number.optional(),
    price: number,
    bid: known,
    ask: known,
    nbbo_bid: known,
    nbbo_ask: known,
    total_premium: known,
    premium: known,
    total_ask_side_prem: known,
    total_bid_side_prem: known,
    underlying_price: known,
    open_interest: known,
    volume: known,
    all_opening_trades: flag,
    has_multileg: flag,
    multi_vol: known,
    canceled: flag,
    tags: z.array(z.string().max(60)).max(50).nullish().catch(null),
  })
  .refine((row) => (row.total_size ?? row.size ?? 0) > 0 && row.price > 0, 'a print has a size and a price')
type Row = z.infer<typeof Row>

const Body = z.object({ data: z.array(z.unknown()).max(5_000) })

function multiLegOf({ has_multileg, multi_vol }: Row): boolean | null {
  if (typeof has_multileg === 'boolean') return has_multileg
  return typeof multi_vol === 'number' ? multi_vol > 0 : null
}

/**
 * The vendor flags trades that open positions; if some trades of a sum did not open, nothing is known about the rest.
 */
function opensOf({ all_opening_trades, tags }: Row): boolean | null {
  if (all_opening_trades || tags?.includes('opening')) return true
  return tags?.includes('closing') ? false : null
}

function printOf(row: Row, at: Date): OptionPrint {
  const { root, expiration, right, strike } = parseOsi(row.option_chain ?? row.option_symbol ?? '')
  const executedAt = row.executed_at ?? row.end_time ?? row.start_time ?? row.created_at
  if (!executedAt) throw new AppError('invalid', 'a print has no time')
  if (executedAt.getTime() > at.getTime() + AHEAD_MAX_MS) throw new AppError('invalid', 'a print is of the future')
  const size = row.total_size ?? row.size ?? 0
  return {
    id: row.id,
    underlying: root,
    expiration,
    strike,
    right,
    executedAt,
    size,
    price: row.price,
    bid: row.bid ?? row.nbbo_bid ?? null,
    ask: row.ask ?? row.nbbo_ask ?? null,
    premium: row.total_premium ?? row.premium ?? size * row.price * 100,
    atAsk: row.total_ask_side_prem ?? null,
    atBid: row.total_bid_side_prem ?? null,
    opens: opensOf(row),
    isMultiLeg: multiLegOf(row),
    spot: row.underlying_price ?? null,
    openInterest: row.open_interest ?? null,
    sessionVolume: row.volume ?? null,
  }
}

/**
 * Parses the prints of a page. Rows that are not a print of a standard contract are counted, and a page without any
 * print is refused.
 */
export function parsePrints(
  body: Uint8Array,
  { at }: Pick<FeedContext, 'at'>,
): { prints: OptionPrint[]; rows: number; left: number } {
  const parsed = Body.safeParse(decodeJson(body))
  if (!parsed.success) throw new AppError('invalid', 'prints: not the shape of a page', { cause: parsed.error })
  const { data } = parsed.data
  const prints = data.flatMap((each) => {
    const row = Row.safeParse(each)
    if (!row.success || row.data.canceled) return []
    try {
      return [printOf(row.data, at)]
    } catch {
      return []
    }
  })
  if (data.length > 0 && prints.length === 0) throw new AppError('invalid', 'prints: no row of the page can be read')
  return { prints, rows: data.length, left: data.length - prints.length }
}

/** The prints since an instant, newest first; a full page is followed by the one with older prints. */
export function flowPrints(since: Date, page = 1, olderThan: Date | null = null): Feed {
  return {
    id: page === 1 ? 'prints' : `prints-${page}`,
    vendor: 'prints',
    forbidden: 'blocked',
    required: true,
    request: ({ printsToken }: FeedContext) => ({
      path: '/api/option-trades/flow-alerts',
      query: {
        limit: String(PAGE_ROWS),
        min_premium: String(PRINT_PREMIUM_MIN),
        newer_than: since.toISOString(),
        ...(olderThan ? { older_than: olderThan.toISOString() } : {}),
      },
      headers: { authorization: `Bearer ${printsToken ?? ''}`, accept: 'application/json' },
      accept: 'json',
      bytesMin: EMPTY_PAGE_BYTES,
      bytesMax: BYTES_MAX,
    }),
    parse(body, context) {
      const { prints, left } = parsePrints(body, context)
      return { ...NO_DATA, prints, notes: left > 0 ? [`rows of prints left out: ${left}`] : [] }
    },
    more({ prints }) {
      // Some rows of a full page may have been left out.
      if (prints.length < PAGE_ROWS / 2 || page === PAGES_MAX) return null
      // Prints of one millisecond may be split between pages, so the next page begins a millisecond later and repeats
      // some.
      const oldest = Math.min(...prints.map(({ executedAt }) => executedAt.getTime())) + 1
      return olderThan !== null && oldest >= olderThan.getTime() ? null : flowPrints(since, page + 1, new Date(oldest))
    },
  }
}
