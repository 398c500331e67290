import type { IndexMember } from '../../../shared/domain/market/index-member.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import { type Feed, type FeedContext, type FeedData, NO_DATA } from '../source.ts'
import { type Chart, chartRequest, parseChart, settledBars } from './yahoo-chart.ts'

/** 252 sessions of percentiles before each of the 300 that are back-filled, and 200 for the first average. */
const HISTORY_DAYS = 1_120
/** 200 sessions for the average of a day five weeks ago, with holes. */
const LATEST_DAYS = 360
/** Older splits are already in the closes, and in everything traded since. */
const SPLIT_DAYS = 7

/** A member's closes, adjusted for splits only: averages are of quoted prices, not of total returns. */
export function yahooMember({ symbol }: Pick<IndexMember, 'symbol'>): Feed {
  const vendorSymbol = symbol.replace('.', '-')
  return {
    id: `yahoo-member-${vendorSymbol.toLowerCase()}`,
    vendor: 'yahoo',
    forbidden: 'unknown_symbol',
    required: false,
    request: (context) =>
      chartRequest(
        vendorSymbol,
        context,
        addDays(context.day, context.mode === 'history' ? -HISTORY_DAYS : -LATEST_DAYS),
      ),
    parse: (body, context) => ({
      ...NO_DATA,
      ...wholeBars(symbol, parseChart(body, vendorSymbol, context.at), context),
    }),
  }
}

/** The settled bars of a chart under our spelling of its symbol, and the splits of the last days. */
export function wholeBars(symbol: string, chart: Chart, { at, day }: FeedContext): Pick<FeedData, 'actions' | 'bars'> {
  const bars = settledBars(chart.bars, at)
  return {
    actions: chart.splits
      .filter((split) => split.day >= addDays(day, -SPLIT_DAYS))
      .map(({ day: exDate, newShares: new_shares, oldShares: old_shares }) => ({
        symbol,
        exDate,
        vendor: 'yahoo',
        terms: { kind: 'split', new_shares, old_shares },
      })),
    bars: [
      {
        symbol,
        days: bars.map(({ day }) => day),
        closes: bars.map(({ close }) => close),
        ranges: bars.map(({ range }) => range),
        rebased: chart.hasSplit,
      },
    ],
  }
}
