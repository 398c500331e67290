import type { Db } from '../../../shared/postgres/server/db.ts'
import { addDays, type TradingDay } from '../../../shared/time/trading-day.ts'
import { becomesShares, closesPosition, realises } from './closed-trades-view.ts'

/** The part of an instrument's position that a ledger entry closed. */
export interface ClosedLine {
  entry: number
  instrument: string
  openedAt: Date
  closedAt: Date
  /** Held before: below zero is short. */
  heldBefore: number
  /** The basis that was taken out; below zero for a short position. */
  basisE4: number
  /** Cash of the whole entry and the basis it took out, which is the gain of all its lines together. */
  gainE4: number
  /** Regime of the last daily row known when the position was opened. */
  regime: string | null
}

const CLOSED_LINES_MAX = 5_000

/**
 * The closed trades of an epoch, newest first. A position is opened where it was flat before, or where one entry
 * turned it round. An option that is exercised into shares is not closed by that, and a split closes what it pays out.
 */
export async function closedLines(sql: Db, accountId: number, epoch: number): Promise<ClosedLine[]> {
  return await sql<ClosedLine[]>`
    with lines as (
      select e.number, e.kind, e.at, p.line, p.instrument, p.amount_e4, p.quantity, p.cost_e4,
        sum(p.quantity) over w - p.quantity as held_before
      from ledger_entries as e join ledger_postings as p on p.entry_id = e.id and p.book = 'account'
      where e.account_id = ${accountId} and e.epoch = ${epoch}
      window w as (partition by p.instrument order by e.number, p.line)
    ), begun as (
      select l.number, l.kind, l.at, l.line, l.instrument, l.quantity, l.cost_e4, l.held_before,
        case when l.held_before = 0 then l.at
          when sign(l.held_before) <> sign(lag(l.held_before) over w) and lag(l.held_before) over w <> 0
            then lag(l.at) over w
        end as begun_at
      from lines as l where l.instrument is not null
      window w as (partition by l.instrument order by l.number, l.line)
    ), spells as (
      select b.number, b.kind, b.at, b.line, b.instrument, b.quantity, b.cost_e4, b.held_before,
        max(b.begun_at) over (partition by b.instrument order by b.number, b.line) as opened_at
      from begun as b
    )
    select s.number as entry, s.instrument, s.opened_at as "openedAt", s.at as "closedAt",
      s.held_before::float8 as "heldBefore", (-s.cost_e4)::bigint as "basisE4", (
        select sum(coalesce(p.amount_e4, 0) + coalesce(p.cost_e4, 0))::bigint
        from ledger_entries as e join ledger_postings as p on p.entry_id = e.id and p.book = 'account'
        where e.account_id = ${accountId} and e.epoch = ${epoch} and e.number = s.number
      ) as "gainE4", (
        select d.regime from signals_daily as d where d.as_of <= s.opened_at order by d.trade_date desc limit 1
      ) as regime
    from spells as s
    where s.kind in ('trade', 'settlement', 'liquidation', 'split') and ${closesPosition(sql, 's')}
      and s.number not in (
        select l.number from (
          select d.number, d.kind, d.instrument, d.amount_e4, d.cost_e4, ${closesPosition(sql, 'd')} as closes
          from lines as d
        ) as l group by l.number, l.kind having ${becomesShares(sql)} or (l.kind = 'split' and not ${realises(sql)})
      )
    order by s.number desc, s.line limit ${CLOSED_LINES_MAX}`
}

/** The amounts that an epoch's fills paid above the touch, and above the middle of bid and ask, at the instant of each. */
export async function fillCosts(
  sql: Db,
  accountId: number,
  epoch: number,
): Promise<{ fills: number; beyondTouchE4: number; beyondMidE4: number; feesE4: number }> {
  const [row] = await sql<{ fills: number; beyondTouchE4: number; beyondMidE4: number; feesE4: number }[]>`
    select count(distinct t.id)::integer as fills,
      coalesce(sum(case when g.quantity > 0 then (q.price - q.ask) else (q.price - q.bid) end
        * g.quantity * g.multiplier), 0)::bigint as "beyondTouchE4",
      coalesce(round(sum((q.price - (q.bid + q.ask) / 2.0) * g.quantity * g.multiplier)), 0)::bigint as "beyondMidE4",
      coalesce((select sum(f.fill_fees_e4) from trades as f
        where f.account_id = ${accountId} and f.epoch = ${epoch} and f.status = 'executed'), 0)::bigint as "feesE4"
    from trades as t join trade_legs as g on g.trade_id = t.id
    left join trade_fills as f on f.trade_id = g.trade_id and f.leg = g.leg
    cross join lateral (
      select coalesce(f.price_e4, g.price_e4) as price, coalesce(f.bid_e4, g.bid_e4) as bid,
        coalesce(f.ask_e4, g.ask_e4) as ask
    ) as q
    where t.account_id = ${accountId} and t.epoch = ${epoch} and t.status = 'executed'`
  return row!
}

/** Calendar days that hold 252 sessions. */
const YEAR_DAYS = 366

/** Closes of the year that ends on `upTo`, oldest first, of the symbols that have any; SPY from the daily rows. */
export async function closesOfYear(
  sql: Db,
  symbols: readonly string[],
  upTo: TradingDay,
): Promise<Map<string, number[]>> {
  const from = addDays(upTo, -YEAR_DAYS)
  const rows = await sql<{ symbol: string; closes: number[] }[]>`
    select k.symbol, json_agg(k.close order by k.day) as closes
    from (
      select distinct on (b.symbol, b.day) b.symbol, b.day, b.close from member_bars as b
      where b.symbol = any(string_to_array(${symbols.join(',')}, ',')) and b.symbol <> 'SPY'
        and b.day >= ${from}::text::date and b.day <= ${upTo}::text::date
      order by b.symbol, b.day, b.revision desc
    ) as k group by k.symbol
    union all
    select 'SPY', json_agg(d.spy_close order by d.trade_date) from signals_daily as d
    where d.trade_date >= ${from}::text::date and d.trade_date <= ${upTo}::text::date and d.spy_close is not null
    having count(*) > 0`
  return new Map(rows.map(({ symbol, closes }) => [symbol, closes]))
}
