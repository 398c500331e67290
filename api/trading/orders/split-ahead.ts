import { parseInstrument } from '../../../shared/domain/trading/instrument.ts'
import { isCloser } from '../../../shared/domain/trading/order-check.ts'
import type { Order } from '../../../shared/domain/trading/trade.ts'
import type { AppError } from '../../../shared/errors.ts'
import { payingSplitAhead } from '../../../shared/postgres/trading/corporate-actions.ts'
import { readHoldings } from '../../../shared/postgres/trading/holdings.ts'
import type { ApiContext } from '../../http/context.ts'
import { refuse } from '../refuse.ts'

/**
 * A split that pays contracts out leaves them no time value, and its ratio is public days ahead: whoever wrote some the
 * day before would keep that value. So what outlives such a split is only closed once the split is known.
 */
export async function refuseBeforeSplit(
  { reader }: Pick<ApiContext, 'reader'>,
  { underlying, legs }: Order,
  accountId: number,
): Promise<AppError | null> {
  const expirations = new Map(
    legs.flatMap(({ instrument }) => {
      const named = parseInstrument(instrument)
      return named?.kind === 'option' ? [[instrument, named.expiration] as const] : []
    }),
  )
  if (expirations.size === 0) return null
  return await reader.read(async (sql) => {
    const split = await payingSplitAhead(sql, underlying)
    if (split === null) return null
    const { exDate, newShares, oldShares } = split
    const holdings = await readHoldings(sql, accountId)
    const held = new Map(holdings?.positions.map(({ instrument, quantity }) => [instrument, quantity]))
    const opens = legs.some(
      ({ instrument, quantity }) =>
        (expirations.get(instrument) ?? '') >= exDate && !isCloser(held.get(instrument) ?? 0, quantity),
    )
    const reason = `a split of ${newShares}:${oldShares} on ${exDate} pays these contracts out, so they can only be closed`
    return opens ? refuse('not_tradable', { reason }) : null
  })
}
