import { marketAt } from '../../time/calendar.ts'
import type { AuditRule } from './audit-rule.ts'

/** Trades and their ledger entries, derived again from the legs alone. */
export const TRADES_AUDIT: readonly AuditRule[] = [
  {
    name: 'executed-trades-have-their-entry',
    promise: 'a trade is executed if and only if one entry of kind trade is in the ledger of its account and epoch',
    offenders: (sql) => sql`
      select t.id as trade, t.status, e.id as entry from trades as t
      full join (select le.id, le.trade_id, le.account_id, le.epoch from ledger_entries as le where le.kind = 'trade') as e
        on e.trade_id = t.id and e.account_id = t.account_id and e.epoch = t.epoch
      where (t.status = 'executed' and e.id is not null) is not true and (t.status = 'executed' or e.id is not null)`,
  },
  {
    name: 'trades-post-their-fill',
    promise: 'the cash and fees of a trade’s entry are its fill, which follows from its legs at their fill prices',
    offenders: (sql) => sql`
      select t.id, l.cash_e4 as filled_e4, p.cash_e4 as posted_e4, t.fill_fees_e4, p.fees_e4 as posted_fees_e4
      from trades as t join ledger_entries as e on e.trade_id = t.id and e.kind = 'trade'
      cross join lateral (
        select sum(-g.quantity * coalesce(f.price_e4, g.price_e4) * g.multiplier) as cash_e4,
          sum(g.quantity * coalesce(f.price_e4, g.price_e4)) as net_e4,
          bool_and(f.leg is not null or t.rules_version < 2) as is_kept
        from trade_legs as g left join trade_fills as f on f.trade_id = g.trade_id and f.leg = g.leg
        where g.trade_id = t.id
      ) as l
      cross join lateral (
        select coalesce(sum(q.amount_e4) filter (where q.book = 'account'), 0) as cash_e4,
          coalesce(sum(q.amount_e4) filter (where q.book = 'fees'), 0) as fees_e4
        from ledger_postings as q where q.entry_id = e.id
      ) as p
      where t.status = 'executed' and (l.is_kept and p.cash_e4 = l.cash_e4 - t.fill_fees_e4 and p.cash_e4 = t.fill_total_e4
        and p.fees_e4 = t.fill_fees_e4 and abs(l.cash_e4) = t.fill_notional_e4
        and l.net_e4 = t.executed_price_e4 * t.quantity * case t.side when 'sell' then -1 else 1 end) is not true`,
  },
  {
    name: 'positions-are-trades-and-the-service',
    promise: 'the positions of an account are the legs of its executed trades plus the entries of the service itself',
    offenders: (sql) => sql`
      select account_id, epoch, instrument, h.quantity, m.quantity as derived from positions as h
      full join (
        select s.account_id, s.epoch, s.instrument, sum(s.quantity) as quantity from (
          select t.account_id, t.epoch, g.instrument, g.quantity from trades as t
          join trade_legs as g on g.trade_id = t.id where t.status = 'executed'
          union all
          select e.account_id, e.epoch, p.instrument, p.quantity from ledger_entries as e
          join ledger_postings as p on p.entry_id = e.id
          where e.kind <> 'trade' and p.book = 'account' and p.quantity is not null
        ) as s group by s.account_id, s.epoch, s.instrument
      ) as m using (account_id, epoch, instrument)
      where coalesce(h.quantity, 0) <> coalesce(m.quantity, 0)`,
  },
  {
    name: 'trades-end-in-time',
    promise:
      'a quote ran for at most 60 seconds, no trade was confirmed, cancelled or rejected after it ran out or ended before it was created, and none is open in a past epoch or a deleted account',
    offenders: (sql) => sql`
      select t.id, t.status, t.epoch, t.ended_at, t.expires_at from trades as t join accounts as a on a.id = t.account_id
      where (t.status in ('executed', 'cancelled', 'rejected') and coalesce(t.confirmed_at, t.ended_at) > t.expires_at)
        or t.expires_at - t.created_at > interval '60 seconds' or t.ended_at < t.created_at or t.ended_at < t.confirmed_at
        or (t.status = 'expired' and t.ended_at <> t.expires_at)
        or (t.status in ('pending', 'executing') and (t.epoch <> a.epoch or a.status = 'deleted'))`,
  },
  {
    name: 'trades-are-their-legs',
    promise: 'the price of a trade is the net of its legs per unit, and its notional is their total',
    offenders: (sql) => sql`
      select t.id, t.side, t.quantity, t.price_e4, l.net_e4, t.notional_e4, l.cash_e4 from trades as t
      cross join lateral (
        select sum(g.quantity * g.price_e4) as net_e4, sum(g.quantity * g.price_e4 * g.multiplier) as cash_e4
        from trade_legs as g where g.trade_id = t.id
      ) as l
      where (l.net_e4 = t.price_e4 * t.quantity * case t.side when 'sell' then -1 else 1 end
        and abs(l.cash_e4) = t.notional_e4) is not true`,
  },
  {
    name: 'trades-fill-within-worst-price',
    promise: 'no trade was filled at a price beyond the worst one that its quote named',
    offenders: (sql) => sql`
      select t.id, t.side, t.price_e4, t.worst_price_e4, t.executed_price_e4, t.tolerance_e4 from trades as t
      where t.status = 'executed' and (case t.side when 'sell' then t.executed_price_e4 >= t.worst_price_e4
        else t.executed_price_e4 <= t.worst_price_e4 end
        and (t.rules_version < 2 or t.worst_price_e4 = greatest(case t.side when 'sell' then 0 end,
          t.price_e4 + t.tolerance_e4 * case t.side when 'sell' then -1 else 1 end))) is not true`,
  },
  {
    name: 'fills-are-live',
    promise:
      'every leg was filled at the live touch of its own side or worse, which was not older than the trade’s quote and, on a live feed, at most five seconds old; on a delayed feed not older than the confirmation',
    offenders: (sql) => sql`
      select t.id, f.leg, t.quoted_at, f.quoted_at as filled_from, t.ended_at, f.price_e4, f.bid_e4, f.ask_e4
      from trade_fills as f join trades as t on t.id = f.trade_id
      join trade_legs as g on g.trade_id = f.trade_id and g.leg = f.leg
      where (t.status = 'executed' and f.quoted_at >= coalesce(t.confirmed_at, t.quoted_at)
        and (f.delay_seconds > 0 or t.ended_at - f.quoted_at <= interval '5 seconds')
        and case when g.quantity > 0 then f.price_e4 >= f.ask_e4 else f.price_e4 <= f.bid_e4 end) is not true`,
  },
  {
    name: 'trades-fill-in-sessions',
    promise: 'every trade was confirmed while the exchange was open, by its calendar',
    offenders: (sql) => sql`
      select min(coalesce(t.confirmed_at, t.ended_at)) as first, max(coalesce(t.confirmed_at, t.ended_at)) as last,
        count(*)::integer as trades
      from trades as t where t.status = 'executed' group by (coalesce(t.confirmed_at, t.ended_at) at time zone 'America/New_York')::date`,
    // A session is one stretch of its day, so checking the first and the last trade covers all between them.
    isOffender: ({ first, last }) => [first, last].some((at) => marketAt(at as Date).phase === 'closed'),
  },
]
