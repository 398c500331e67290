import type { Order } from '../../domain/trading/trade.ts'
import type { Tx } from '../server/db.ts'
import type { Account } from './accounts.ts'

/** The fills of this long count, so that slices of an order pay its impact. */
const RECENT = '5 minutes'
/**
 * A trade fills within a minute of its quote, so a trade filled in the last five minutes was quoted in the last six. On a
 * delayed feed the fill comes later, after an hour at most.
 */
const QUOTED_WITHIN = { live: '6 minutes', delayed: '66 minutes' }
/** Exact up to 500 orders a minute; if an account makes more, orders before its last three thousand are not counted. */
const LOOKED_AT = 3_000

interface TakenRow {
  instrument: string
  quantity: number
}

/**
 * The quantity per instrument of an order that the account has taken on the same side: filled within the last five
 * minutes and, for a new quote, pending now. A confirmation counts fills alone, because pending trades may never fill.
 * The caller must hold the account lock.
 */
export async function takenRecently(
  tx: Tx,
  accountId: number,
  { class: kind, side, underlying, legs }: Pick<Order, 'class' | 'side' | 'underlying' | 'legs'>,
  { withPending, isDelayed = false }: { withPending: boolean; isDelayed?: boolean },
): Promise<Map<string, number>> {
  // The subselect makes Postgres compute the time once, and the index gives the rows in order.
  const latest = tx`(
    select t.id, t.class, t.side, t.underlying, t.quantity, t.status, t.expires_at, t.ended_at from trades as t
    where t.account_id = ${accountId} and t.created_at > (select service_now()) - ${isDelayed ? QUOTED_WITHIN.delayed : QUOTED_WITHIN.live}::interval
    order by t.created_at desc limit ${LOOKED_AT})`
  const counts = tx`
    t.underlying = ${underlying} and ((${withPending} and (t.status = 'executing' or t.status = 'pending' and t.expires_at >= (select service_now())))
      or (t.status = 'executed' and t.ended_at > (select service_now()) - ${RECENT}::interval))`
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

/**
 * Shares of one side, filled since an instant of the same day and, for a new quote, pending; for the few orders above the
 * displayed size.
 */
export async function takenSince(
  tx: Tx,
  account: Pick<Account, 'id'>,
  { side, underlying }: Pick<Order, 'side' | 'underlying'>,
  { since, now, withPending }: { since: Date; now: Date; withPending: boolean },
): Promise<number> {
  const [row] = await tx<{ quantity: number }[]>`
    select coalesce(sum(t.quantity), 0)::bigint as quantity from trades as t
    where t.account_id = ${account.id} and t.class = 'stock' and t.underlying = ${underlying} and t.side = ${side}
      and t.created_at >= ${since}
      and (t.status = 'executed'
        or (${withPending} and (t.status = 'executing' or t.status = 'pending' and t.expires_at >= ${now})))`
  return row!.quantity
}
