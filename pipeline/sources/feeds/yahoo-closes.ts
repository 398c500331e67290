import type { SeriesId } from '../../../shared/domain/market/series.ts'
import { AppError } from '../../../shared/errors.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import { checkedObservations } from '../checked-observations.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { chartRequest, parseChart, settledBars } from './yahoo-chart.ts'
import { wholeBars } from './yahoo-member.ts'

interface Closes {
  symbol: string
  series: SeriesId
  /** Closes adjusted for dividends (total return). An index pays none. */
  adjusted: boolean
  required: boolean
  /** True of a fund whose whole bars are kept too: they are in the same chart. */
  withBars: boolean
}

/** Five years: the engine's longest window (252 sessions) for each of the 300 that the back-fill computes, and more. */
const HISTORY_DAYS = 5 * 366
/** A dividend changes every adjusted close before it, so all closes in the windows of a day are fetched again. */
export const LATEST_DAYS = 420
/** The vendor's adjusted closes differ between two responses in the seventh digit. */
const DECIMALS = 1e4

export function yahooCloses({ symbol, series, adjusted, required, withBars }: Closes): Feed {
  return {
    id: `yahoo-${symbol.replace(/[^A-Z0-9]+/g, '-').toLowerCase()}-closes`,
    vendor: 'yahoo',
    forbidden: 'unknown_symbol',
    required,
    request: (context) =>
      chartRequest(symbol, context, addDays(context.day, context.mode === 'history' ? -HISTORY_DAYS : -LATEST_DAYS)),
    parse(body, context) {
      const { at, day } = context
      const chart = parseChart(body, symbol, at)
      const bars = settledBars(chart.bars, at)
      if (bars.length === 0) throw new AppError('invalid', `${symbol}: the chart is empty`)
      const values = bars.map((bar) => {
        const value = adjusted ? bar.adjusted : bar.close
        if (value === null) throw new AppError('invalid', `${symbol}: no adjusted close on ${bar.day}`)
        return [bar.day, Math.round(value * DECIMALS) / DECIMALS] as const
      })
      const observations = checkedObservations(series, values, day)
      return withBars
        ? { ...NO_DATA, observations, ...wholeBars(symbol, chart, context) }
        : { ...NO_DATA, observations }
    },
  }
}
