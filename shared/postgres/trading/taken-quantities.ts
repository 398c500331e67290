import type { Order } from '../../domain/trading/trade.ts'
import type { Tx } from '../server/db.ts'
import type { Account } from './accounts.ts'

/** A trade fills within a minute of its quote, so a trade filled in the last minute was quoted in the last two. */
const QUOTED_WITHIN = '2 minutes'
/** Exact up to 500 orders a minute; if an account makes more, orders before its last thousand are not counted. */
const LOOKED_AT = 1_000

interface TakenRow {
  instrument: string
  quantity: number
}

/**
 * The quantity per instrument of an order that the account has on the same side: pending now, or filled within the last
 * minute. The caller must hold the account lock.
 */
export async function takenLastMinute(
  tx: Tx,
  accountId: number,
  { class: kind, side, underlying, legs }: Pick<Order, 'class' | 'side' | 'underlying' | 'legs'>,
): Promise<Map<string, number>> {
  // The subselect makes Postgres compute the time once, and the index gives the rows in order.
  const latest = tx`(
    select t.id, t.class, t.side, t.underlying, t.quantity, t.status, t.expires_at, t.ended_at from trades as t
    where t.account_id = ${accountId} and t.created_at > (select service_now()) - ${QUOTED_WITHIN}::interval
    order by t.created_at desc limit ${LOOKED_AT})`
  const counts = tx`
    t.underlying = ${underlying} and ((t.status = 'pending' and t.expires_at >= (select service_now()))
      or (t.status = 'executed' and t.ended_at > (select service_now()) - interval '1 minute'))`
  const rows = await (kind === 'stock'
    ? tx<TakenRow[]>`
        select t.underlying as instrument, sum(t.quantity)::bigint as quantity from ${latest} as t
        where t.class = 'stock' and t.side = ${side} and ${counts} group by t.underlying`
    : tx<TakenRow[]>`
        select l.instrument, sum(abs(l.quantity))::bigint as quantity from ${latest} as t
        join trade_legs as l on l.trade_id = t.id
        join jsonb_to_recordset(${JSON.stringify(legs)}::text::jsonb) as o (instrument text, quantity bigint)
          on o.instrument = l.instrument and sign(o.quantity) = sign(l.quantity)
        where t.class <> 'stock' and ${counts} group by l.instrument`)
  return new Map(rows.map(({ instrument, quantity }) => [instrument, quantity]))
}

/** Shares of one side, pending or filled since an instant of the same day; for the few orders above the shown size. */
export async function takenSince(
  tx: Tx,
  account: Pick<Account, 'id'>,
  { side, underlying }: Pick<Order, 'side' | 'underlying'>,
  { since, now }: { since: Date; now: Date },
): Promise<number> {
  const [row] = await tx<{ quantity: number }[]>`
    select coalesce(sum(t.quantity), 0)::bigint as quantity from trades as t
    where t.account_id = ${account.id} and t.class = 'stock' and t.underlying = ${underlying} and t.side = ${side}
      and t.created_at >= ${since}
      and (t.status = 'executed' or (t.status = 'pending' and t.expires_at >= ${now}))`
  return row!.quantity
}
