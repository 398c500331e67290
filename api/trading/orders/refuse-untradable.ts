import { parseInstrument } from '../../../shared/domain/trading/instrument.ts'
import { reducesPosition } from '../../../shared/domain/trading/order-check.ts'
import type { Order } from '../../../shared/domain/trading/trade.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { Db } from '../../../shared/postgres/server/db.ts'
import { whyClosingOnly } from '../../../shared/postgres/trading/action-proposals.ts'
import { payingSplitAhead } from '../../../shared/postgres/trading/corporate-actions.ts'
import { readHoldings } from '../../../shared/postgres/trading/holdings.ts'
import type { ApiContext } from '../../http/context.ts'
import { knownSymbols, mayExist } from '../market/read-quotes.ts'
import { refuse } from '../refuse.ts'

/** Refuses an order for an index, an unknown symbol, or something that may only be closed and that the order opens. */
export async function refuseUntradable(context: ApiContext, order: Order, accountId: number): Promise<AppError | null> {
  const known = await knownSymbols(context)
  const ticker = known.universe.find(order.underlying)
  if (ticker?.kind === 'index') return refuse('not_tradable')
  if (!mayExist(order.underlying, known)) return refuse('unknown_symbol')
  const { members, tradeable } = known.universe
  const hasLeftIndex = ticker !== null && members !== null && !tradeable.some(({ symbol }) => symbol === ticker.symbol)
  if (hasLeftIndex && !(await onlyCloses(context, order, accountId))) return refuse('not_tradable')
  const undecided = await context.reader.read((sql) => whyClosingOnly(sql, order.underlying))
  if (undecided !== null && !(await onlyCloses(context, order, accountId)))
    return refuse('not_tradable', { reason: undecided })
  return await refuseBeforeSplit(context, order, accountId)
}

async function onlyCloses({ reader }: ApiContext, { legs }: Order, accountId: number): Promise<boolean> {
  const held = await reader.read((sql) => heldQuantities(sql, accountId))
  return legs.every(({ instrument, quantity }) => reducesPosition(held.get(instrument) ?? 0, quantity))
}

/** The last check for an order whose instrument has no quote. */
export const holdsOf =
  ({ reader }: Pick<ApiContext, 'reader'>, accountId: number) =>
  async (instrument: string): Promise<boolean> =>
    (await reader.read((sql) => heldQuantities(sql, accountId))).has(instrument)

async function heldQuantities(sql: Db, accountId: number): Promise<ReadonlyMap<string, number>> {
  const holdings = await readHoldings(sql, accountId)
  return new Map(holdings?.positions.map(({ instrument, quantity }) => [instrument, quantity]))
}

/**
 * A split that pays contracts out leaves them no time value, and its ratio is public days ahead: an account could write
 * such contracts the day before and keep their time value. Once the split is known, contracts that expire on its ex-date
 * or later may therefore only be closed.
 */
async function refuseBeforeSplit(
  { reader }: Pick<ApiContext, 'reader'>,
  { underlying, legs }: Order,
  accountId: number,
): Promise<AppError | null> {
  const expirations = new Map(
    legs.flatMap(({ instrument }) => {
      const parsed = parseInstrument(instrument)
      return parsed?.kind === 'option' ? [[instrument, parsed.expiration] as const] : []
    }),
  )
  if (expirations.size === 0) return null
  return await reader.read(async (sql) => {
    const split = await payingSplitAhead(sql, underlying)
    if (split === null) return null
    const { exDate, newShares, oldShares } = split
    const held = await heldQuantities(sql, accountId)
    const opens = legs.some(
      ({ instrument, quantity }) =>
        (expirations.get(instrument) ?? '') >= exDate && !reducesPosition(held.get(instrument) ?? 0, quantity),
    )
    const reason = `a split of ${newShares}:${oldShares} on ${exDate} pays these contracts out, so they can only be closed`
    return opens ? refuse('not_tradable', { reason }) : null
  })
}
