import { z } from 'zod'
import { QUOTE_QUALITIES } from '../../../shared/domain/market/market-quote.ts'
import type { StockInstrument } from '../../../shared/domain/trading/instrument.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { ageFields, ageOf } from '../market/quote-document.ts'
import type { Holding, Totals } from './holdings.ts'

const figure = z.number().nullable()

export const dollarsOrNull = (e4: number | null): number | null => (e4 === null ? null : dollarsOf(e4))
export const rounded = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10_000) / 10_000 || 0

/** The fields that stock and option positions share. */
export const positionFields = {
  side: z.enum(['long', 'short']).describe('long: held; short: owed'),
  quantity: z.int().describe('shares or contracts; below zero when short'),
  average_cost: z.number().describe('cost per share in dollars; of a short position, the price it was sold at'),
  cost: z.number().describe('cost of the whole position in dollars; below zero when short'),
  bid: figure.describe('bid per share'),
  ask: figure.describe('ask per share'),
  mark: figure.describe(
    'the middle of bid and ask per share, also for an option: one contract is 100 shares; null when one is missing ' +
      'or they are crossed; of an option that has ended, what it settles for',
  ),
  market_value: figure.describe('the whole position at the mark, in dollars; below zero when short'),
  liquidation_value: figure.describe(
    'value of closing the whole position now: long at the bid, short at the ask (below zero: a cost); of options that ' +
      'have ended, their market_value',
  ),
  unrealized_pnl: figure.describe('market_value minus cost, in dollars'),
  unrealized_pnl_percent: figure.describe('unrealized_pnl in percent of the size of cost; null when cost is 0'),
}

/** The age and quality of the quote that a mark is from. */
export const markFields = {
  ...ageFields,
  quality: z
    .enum(QUOTE_QUALITIES)
    .nullable()
    .describe('quality of the quote behind the mark: only good can be traded on; null without a quote'),
  reason: z.string().nullable().describe('why there is no mark, or no newer one; null when it has just been fetched'),
}

export const StockPosition = z
  .object({
    symbol: z.string().describe('its symbol'),
    ...positionFields,
    day_change: figure.describe('mark minus the close of the previous session, per share, in dollars'),
    day_change_percent: figure.describe('day_change in percent of that close'),
    ...markFields,
  })
  .meta({ id: 'StockPosition', description: 'A long or short position in shares' })
export type StockPosition = z.infer<typeof StockPosition>

export const TotalsDocument = z
  .object({
    cost: z.number().describe('cost of all positions in dollars'),
    market_value: figure.describe('all positions at their marks'),
    liquidation_value: figure.describe('value of closing all positions now'),
    unrealized_pnl: figure.describe('market_value minus cost'),
    unmarked: z
      .array(z.string())
      .describe('the positions without a mark, which are why market_value and unrealized_pnl are null'),
  })
  .meta({ id: 'PositionTotals', description: 'Sums in dollars; null while a part is unknown' })

export const totalsDocument = (totals: Totals): z.infer<typeof TotalsDocument> => ({
  cost: dollarsOf(totals.costE4),
  market_value: dollarsOrNull(totals.valueE4),
  liquidation_value: dollarsOrNull(totals.liquidationE4),
  unrealized_pnl: dollarsOrNull(totals.unrealizedE4),
  unmarked: totals.unmarked,
})

export function positionDocument(holding: Holding, multiplier: number) {
  const { position, answer } = holding
  const averageE4 = position.costE4 / (position.quantity * multiplier)
  return {
    side: position.quantity > 0 ? ('long' as const) : ('short' as const),
    quantity: position.quantity,
    average_cost: dollarsOf(Math.round(averageE4)),
    cost: dollarsOf(position.costE4),
    bid: dollarsOrNull(answer.touch?.bidE4 ?? null),
    ask: dollarsOrNull(answer.touch?.askE4 ?? null),
    mark: dollarsOrNull(holding.markE4),
    market_value: dollarsOrNull(holding.valueE4),
    liquidation_value: dollarsOrNull(holding.liquidationE4),
    unrealized_pnl: dollarsOrNull(holding.unrealizedE4),
    unrealized_pnl_percent: rounded(holding.unrealizedPercent),
  }
}

export const markDocument = ({ answer, reason }: Holding, now: Date) => ({
  ...ageOf(answer.touch, now),
  quality: answer.touch?.quality ?? null,
  reason,
})

export function stockDocument(holding: Holding<StockInstrument>, now: Date): StockPosition {
  const { midE4 = null, previousCloseE4 = null } = holding.answer.touch ?? {}
  const changeE4 = midE4 === null || !previousCloseE4 ? null : midE4 - previousCloseE4
  return {
    symbol: holding.instrument.symbol,
    ...positionDocument(holding, 1),
    day_change: dollarsOrNull(changeE4),
    day_change_percent: changeE4 === null ? null : rounded((100 * changeE4) / previousCloseE4!),
    ...markDocument(holding, now),
  }
}
