import { z } from 'zod'
import { SYMBOL, symbolOf } from '../../../shared/domain/market/tradeable.ts'
import { ENDED_STATUSES, TRADE_CLASSES, TRADE_SIDES } from '../../../shared/domain/trading/trade.ts'
import type { Db } from '../../../shared/postgres/server/db.ts'
import { type EndedTradesPage, tradeNumber } from '../../../shared/postgres/trading/trade-lists.ts'
import { instantAt } from '../../../shared/time/eastern.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import { refuseParameter } from '../../http/errors.ts'
import { queryDay, queryInteger, refuseReversed } from '../../http/parameters.ts'

const LIMIT_MAX = 500
export const tradeLimit = (byDefault: number) =>
  queryInteger({ min: 1, max: LIMIT_MAX, default: byDefault }, 'trades per page')

const SYMBOL_RULE = 'must be a symbol, as SPY or BRK.B; options are found by their underlying'
const STATUS_RULE = `must be one of ${ENDED_STATUSES.join(', ')}`
const SIDE_RULE = `must be one of ${TRADE_SIDES.join(', ')}`
const CLASS_RULE = `must be one of ${TRADE_CLASSES.join(', ')}`
const BEFORE_RULE = 'must be the trade_id of a trade of the account'
const OFFSET_RULE = 'must be 0 with before'

export const historyQuery = (limit: number) =>
  z.object({
    limit: tradeLimit(limit),
    offset: queryInteger({ min: 0, max: 999_999, default: 0 }, 'trades to skip; with before only 0'),
    before: z.uuid(BEFORE_RULE).optional().meta({
      description: 'only trades ordered before this one: next_before of the last page',
      example: '5f0c1c1e-7d1f-4b58-9a62-0d6f2a6f4a11',
    }),
    symbol: z
      .string(SYMBOL_RULE)
      .transform(symbolOf)
      .refine((symbol) => SYMBOL.test(symbol), SYMBOL_RULE)
      .optional()
      .meta({
        description: 'only trades in this stock or fund and its options, in any case; absent: all',
        override: { type: 'string', maxLength: 100, example: 'SPY' },
      }),
    status: z
      .enum(ENDED_STATUSES, STATUS_RULE)
      .optional()
      .meta({ description: 'only trades that ended this way; absent: all', example: 'executed' }),
    side: z.enum(TRADE_SIDES, SIDE_RULE).optional().meta({
      description: 'only trades of this side, and so no packages, which have none; absent: all',
      example: 'buy',
    }),
    class: z.enum(TRADE_CLASSES, CLASS_RULE).optional().meta({
      description: 'only trades in stocks, in single options, or in packages; absent: all',
      example: 'option',
    }),
    from: queryDay('first Eastern day of the orders; absent: from the first order', '2026-10-01'),
    to: queryDay('last Eastern day of the orders; absent: to the newest order', '2026-11-20'),
  })
export type HistoryQuery = z.output<ReturnType<typeof historyQuery>>

/** Returns the page that a query means, or refuses the parameter that cannot be. */
export async function historyPage(
  sql: Db,
  accountId: number,
  now: Date,
  { limit, offset, before, symbol, from, to, ...wanted }: HistoryQuery,
): Promise<EndedTradesPage> {
  refuseReversed({ from, to })
  if (before !== undefined && offset > 0) throw refuseParameter('offset', OFFSET_RULE)
  const belowNumber = before === undefined ? undefined : await tradeNumber(sql, accountId, before)
  if (belowNumber === null) throw refuseParameter('before', BEFORE_RULE)
  return {
    accountId,
    now,
    limit,
    offset,
    belowNumber,
    underlying: symbol,
    status: wanted.status,
    side: wanted.side,
    class: wanted.class,
    orderedFrom: from && instantAt(from, '00:00'),
    orderedBefore: to && instantAt(addDays(to, 1), '00:00'),
  }
}
