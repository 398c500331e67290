import { FedFundFuture } from '../../../shared/domain/market/fed-fund-future.ts'
import { AppError } from '../../../shared/errors.ts'
import { sessionOn } from '../../../shared/time/calendar.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import { type Feed, type FeedContext, NO_DATA } from '../source.ts'
import { type ChartBar, chartRequest, parseChart, settledBars } from './yahoo-chart.ts'

/** The exchanges' letters for January to December. */
const MONTH_CODES = 'FGHJKMNQUVXZ'
const HISTORY_DAYS = 366
/** Enough for a bar of the last session before the longest weekend. */
const LATEST_DAYS = 10
/** 100 minus the rate: rates from minus 2 % to 25 %, the bounds of the funds rate itself. */
const PRICE_MIN = 75
const PRICE_MAX = 102
const AHEAD_MS_MAX = 60_000

/** 'YYYY-MM' as `ZQZ26.CBT`. */
export const contractSymbol = (month: string): string =>
  `ZQ${MONTH_CODES[Number(month.slice(5)) - 1]}${month.slice(2, 4)}.CBT`

/** One contract month. The vendor does not know a month that has ended or is not listed yet. */
export function fedFundFuture(month: string, { required }: { required: boolean }): Feed {
  const symbol = contractSymbol(month)
  return {
    id: `yahoo-${symbol.toLowerCase().replace('.', '-')}`,
    vendor: 'yahoo',
    forbidden: 'unknown_symbol',
    required,
    request: (context) =>
      chartRequest(symbol, context, addDays(context.day, context.mode === 'history' ? -HISTORY_DAYS : -LATEST_DAYS)),
    parse(body, context) {
      const { bars, tradedAt } = parseChart(body, symbol, context.at)
      const outside = bars.find(({ close }) => close < PRICE_MIN || close > PRICE_MAX)
      if (outside) throw new AppError('invalid', `${symbol} on ${outside.day} is outside ${PRICE_MIN} to ${PRICE_MAX}`)
      if (bars.length === 0) throw new AppError('invalid', `${symbol}: the chart is empty`)
      const wanted = context.mode === 'history' ? settledBars(bars, context.at) : bars.slice(-1)
      return { ...NO_DATA, futures: wanted.map((bar) => priceOf(month, bar, tradedAt, context)) }
    },
  }
}

/** A settled bar has its session's close, a running bar the time of its last trade, which may not lie ahead of us. */
function priceOf(month: string, bar: ChartBar, tradedAt: Date | null, { at }: FeedContext): FedFundFuture {
  const close = sessionOn(bar.day)!.close
  const quotedAt = settledBars([bar], at).length > 0 || close <= at ? close : (tradedAt ?? bar.at)
  if (quotedAt.getTime() > at.getTime() + AHEAD_MS_MAX)
    throw new AppError('invalid', `${contractSymbol(month)}: the price lies in the future`)
  return FedFundFuture.parse({ month, price: bar.close, quotedAt })
}
