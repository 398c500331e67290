import type { Db } from '../../../shared/postgres/server/db.ts'
import type { EpochOf, FoldedEntry } from './ledger-fold.ts'

export interface FilledEntry extends FoldedEntry {
  /** Null for an entry without a trade. */
  feesE4: number | null
  touchE4: number
  midE4: number
}

/** Entries with what their fills cost. */
export const filledEntries = (sql: Db, { accountId, epoch }: EpochOf, from: number, limit: number) =>
  sql<FilledEntry[]>`
    select e.number, e.id, e.recorded_at as "recordedAt", t.fill_fees_e4 as "feesE4",
      coalesce(c.touch_e4, 0)::bigint as "touchE4", coalesce(c.mid_e4, 0)::float8 as "midE4"
    from (
      select n.number, n.id, n.recorded_at, case when n.kind = 'trade' then n.trade_id end as trade_id
      from ledger_entries as n
      where n.account_id = ${accountId} and n.epoch = ${epoch} and n.number >= ${from}
      order by n.number limit ${limit}
    ) as e
    left join trades as t on t.id = e.trade_id
    left join lateral (
      select sum(case when q.quantity > 0 then (q.price - q.ask) else (q.price - q.bid) end * q.quantity * q.multiplier) as touch_e4,
        sum((q.price - (q.bid + q.ask) / 2.0) * q.quantity * q.multiplier) as mid_e4
      from (
        select g.quantity, g.multiplier, coalesce(f.price_e4, g.price_e4) as price, coalesce(f.bid_e4, g.bid_e4) as bid,
          coalesce(f.ask_e4, g.ask_e4) as ask
        from trade_legs as g left join trade_fills as f on f.trade_id = g.trade_id and f.leg = g.leg
        where g.trade_id = t.id
      ) as q
    ) as c on true
    order by e.number`
