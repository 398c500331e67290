import { z } from 'zod'
import type { KnownDailyBar, KnownQuarterHour } from '../../../shared/postgres/market/bars-known.ts'
import { hoursOn } from '../../../shared/time/calendar.ts'
import { easternIso } from '../../../shared/time/eastern.ts'

export const TIMEFRAMES = ['1d', '15m'] as const
export type Timeframe = (typeof TIMEFRAMES)[number]

export const QUARTER_MS = 15 * 60_000

const instant = (words: string) => z.iso.datetime({ offset: true }).describe(`${words}, Eastern offset`)
const price = (words: string) => z.number().nullable().describe(`${words}, dollars`)

const Bar = z
  .object({
    start: instant('when it begins: the open of its session, or its quarter hour'),
    end: instant('when it ends'),
    day: z.iso.date().describe('its Eastern day'),
    open: price('first price; null where the vendor sent the close alone'),
    high: price('highest price; null where the vendor sent the close alone'),
    low: price('lowest price; null where the vendor sent the close alone'),
    close: z.number().describe('last price, dollars'),
    volume: z
      .number()
      .nullable()
      .describe('shares traded; null where the vendor did not send it, and on every bar of 15m'),
    minutes: z.int().nullable().describe('minutes with a price, of 15, that the bar is made of; null on daily bars'),
    complete: z.boolean().describe('false: the bar had not ended at as_of, or minutes of it are missing'),
    known_at: instant('when this revision of the bar was known'),
    source: z.string().describe('the source that brought it'),
  })
  .meta({ id: 'Bar', description: 'Prices of a session or of a quarter hour' })

export const BarsAnswer = z
  .object({
    symbol: z.string().describe('our spelling of the symbol; class shares with a dot'),
    timeframe: z.enum(TIMEFRAMES).describe('as requested'),
    as_of: instant('cutoff: nothing that became known later was read')
      .nullable()
      .describe('null while the database cannot be read'),
    adjustment: z
      .enum(['splits', 'none'])
      .describe('splits: in the shares of as_of, by the splits known then, dividends not; none: as quoted'),
    bars: z.array(Bar).describe('oldest first; the newest of the range'),
    count: z.int().describe('number of bars in this answer'),
    has_more: z.boolean().describe('true: older bars of the range exist; ask again with `to` before the first bar'),
    reason: z.string().nullable().describe('why there is no bar; null otherwise'),
  })
  .meta({ id: 'Bars', description: 'Bars of a symbol as they were known' })
export type BarsAnswer = z.infer<typeof BarsAnswer>
type Bar = z.infer<typeof Bar>

export const emptyBars = (symbol: string, timeframe: Timeframe, reason: string): BarsAnswer => ({
  symbol,
  timeframe,
  as_of: null,
  adjustment: timeframe === '1d' ? 'splits' : 'none',
  bars: [],
  count: 0,
  has_more: false,
  reason,
})

export function dailyBar({ day, knownAt, ...bar }: KnownDailyBar, asOf: Date): Bar {
  const { open: start, close: end } = hoursOn(day)
  return {
    ...bar,
    start: easternIso(start),
    end: easternIso(end),
    day,
    minutes: null,
    complete: end <= asOf,
    known_at: easternIso(knownAt),
  }
}

export function quarterBar({ start, knownAt, ...bar }: KnownQuarterHour, asOf: Date): Bar {
  const end = new Date(start.getTime() + QUARTER_MS)
  return {
    ...bar,
    start: easternIso(start),
    end: easternIso(end),
    day: easternIso(start).slice(0, 10),
    volume: null,
    complete: end <= asOf && bar.minutes === 15,
    known_at: easternIso(knownAt),
  }
}

/** `found` is newest first and may hold one bar more than the limit, which means that there are older ones. */
export function barsDocument(
  { symbol, timeframe }: { symbol: string; timeframe: Timeframe },
  found: readonly Bar[],
  { limit, asOf, reason }: { limit: number; asOf: Date; reason: string },
): BarsAnswer {
  const bars = found.slice(0, limit).reverse()
  return {
    ...emptyBars(symbol, timeframe, reason),
    as_of: easternIso(asOf),
    bars,
    count: bars.length,
    has_more: found.length > limit,
    reason: bars.length > 0 ? null : reason,
  }
}
