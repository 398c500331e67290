import { z } from 'zod'
import type { BarRange } from '../../../shared/domain/market/index-member.ts'
import { AppError } from '../../../shared/errors.ts'
import { isSession, sessionOn } from '../../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../../shared/time/eastern.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { decodeJson } from '../decode-text.ts'
import type { FeedContext, FeedRequest } from '../source.ts'

const price = z.number().nullable()
const SplitEvent = z.object({ date: z.int(), numerator: z.number().nullish(), denominator: z.number().nullish() })
const Result = z.object({
  meta: z.object({
    symbol: z.string(),
    exchangeTimezoneName: z.string(),
    dataGranularity: z.string(),
    regularMarketTime: z.int().nonnegative().optional(),
  }),
  /** Absent for a symbol without a trade in the range. */
  timestamp: z.array(z.int()).default([]),
  events: z.object({ splits: z.record(z.string(), SplitEvent).optional() }).optional(),
  indicators: z.object({
    quote: z
      .array(
        z.object({
          open: z.array(price).default([]),
          high: z.array(price).default([]),
          low: z.array(price).default([]),
          close: z.array(price).default([]),
          volume: z.array(price).default([]),
        }),
      )
      .length(1),
    adjclose: z.array(z.object({ adjclose: z.array(price) })).optional(),
  }),
})
const Body = z.object({
  chart: z.object({ result: z.array(Result).length(1).nullable(), error: z.object({ code: z.string() }).nullable() }),
})

export interface ChartBar {
  day: TradingDay
  close: number
  /** The rest of the bar; null where the vendor lacks a part of it. */
  range: BarRange | null
  /** Adjusted for dividends too; null where the vendor has none (indices, futures). */
  adjusted: number | null
  /** When the bar opened or, while it is still running, last traded. */
  at: Date
}

export interface Chart {
  bars: ChartBar[]
  hasSplit: boolean
  /** The splits of the range in whole shares; the vendor may lack the ratio of one. */
  splits: { day: TradingDay; newShares: number; oldShares: number }[]
  /** When the symbol last traded, if the vendor states it. */
  tradedAt: Date | null
}

/** No share, index or future listed here has ever cost a tenth of it. */
const CLOSE_MAX = 1e7
/** Vendors' clocks and ours differ by seconds. */
const AHEAD_MS_MAX = 5 * 60_000
/** Quotes of the exchanges, ICE and CBOT are final within half an hour of the session's close. */
const SETTLED_AFTER_MS = 30 * 60_000
/** Splits are requested because they change every earlier close; dividends are in the adjusted column anyway. */
const EVENTS = 'split'

/** A request by `range` may silently return months for years, so the range is given in seconds. */
export function chartRequest(symbol: string, { at }: FeedContext, from: TradingDay): FeedRequest {
  const seconds = (instant: Date) => String(Math.floor(instant.getTime() / 1000))
  return {
    path: `/v8/finance/chart/${symbol}`,
    query: { period1: seconds(instantAt(from, '00:00')), period2: seconds(at), interval: '1d', events: EVENTS },
    // Yahoo answers 429 to everything that does not look like a browser.
    headers: { 'user-agent': 'Mozilla/5.0 (compatible; market-state/0.1)' },
    accept: 'json',
  }
}

/**
 * Daily bars, one per session, oldest first. The date is always Eastern wall time: the `gmtoffset` of the response is
 * today's, and puts a midnight bar of the other half of the year on the day before. Holes are nulls inside the
 * columns; the running session may come twice, as its bar and as an extra one, of which the later counts.
 */
export function parseChart(body: Uint8Array, symbol: string, now: Date): Chart {
  const parsed = Body.safeParse(decodeJson(body))
  if (!parsed.success) throw new AppError('invalid', `${symbol}: not the shape of a chart`, { cause: parsed.error })
  const { result, error } = parsed.data.chart
  if (error || !result?.[0]) throw new AppError('invalid', `${symbol}: the chart has no result`)
  const { meta, timestamp, indicators, events } = result[0]
  if (meta.symbol !== symbol) throw new AppError('invalid', `requested ${symbol}, got another symbol`)
  if (meta.dataGranularity !== '1d') throw new AppError('invalid', `${symbol}: the bars are not daily`)
  if (meta.exchangeTimezoneName !== 'America/New_York')
    throw new AppError('invalid', `${symbol}: the exchange is not on Eastern Time`)
  const closes = indicators.quote[0]!.close
  const adjusted = indicators.adjclose?.[0]?.adjclose
  if (closes.length !== timestamp.length || (adjusted && adjusted.length !== timestamp.length))
    throw new AppError('invalid', `${symbol}: columns of unequal length`)
  const bars: ChartBar[] = []
  for (const [index, seconds] of timestamp.entries()) {
    const close = closes[index]
    const at = new Date(seconds * 1000)
    if (at.getTime() > now.getTime() + AHEAD_MS_MAX)
      throw new AppError('invalid', `${symbol}: a bar lies in the future`)
    const { day } = eastern(at)
    if (bars.length > 0 && day < bars.at(-1)!.day) throw new AppError('invalid', `${symbol}: bars out of order`)
    if (close === null || close === undefined || !isSession(day)) continue
    if (!(close > 0 && close <= CLOSE_MAX)) throw new AppError('invalid', `${symbol}: a close of ${close}`)
    if (bars.at(-1)?.day === day) bars.pop()
    bars.push({ day, close, range: rangeOf(indicators.quote[0]!, index), adjusted: adjusted?.[index] ?? null, at })
  }
  return {
    bars,
    hasSplit: Object.keys(events?.splits ?? {}).length > 0,
    splits: Object.values(events?.splits ?? {}).flatMap(splitOf),
    tradedAt: meta.regularMarketTime ? new Date(meta.regularMarketTime * 1000) : null,
  }
}

const SHARES_MAX = 1_000
const isShares = (value: number | null | undefined): value is number =>
  Number.isInteger(value) && value! >= 1 && value! <= SHARES_MAX

function splitOf({ date, numerator, denominator }: z.output<typeof SplitEvent>): Chart['splits'] {
  if (!isShares(numerator) || !isShares(denominator) || numerator === denominator) return []
  return [{ day: eastern(new Date(date * 1000)).day, newShares: numerator, oldShares: denominator }]
}

type Columns = z.output<typeof Result>['indicators']['quote'][number]

/** A bar whose parts contradict each other is read as a close alone. */
function rangeOf({ open, high, low, close, volume }: Columns, at: number): BarRange | null {
  const [first, top, bottom, last, shares] = [open[at], high[at], low[at], close[at], volume[at]]
  if (first == null || top == null || bottom == null || last == null || shares == null) return null
  if (!(bottom > 0) || shares < 0 || bottom > Math.min(first, last) || top < Math.max(first, last)) return null
  return { open: first, high: top, low: bottom, volume: shares }
}

/** The bars whose session is over: a running bar has a price, not a close. */
export const settledBars = (bars: readonly ChartBar[], at: Date): ChartBar[] =>
  bars.filter(({ day }) => sessionOn(day)!.close.getTime() + SETTLED_AFTER_MS <= at.getTime())
