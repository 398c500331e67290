import type { Db } from '../../../shared/postgres/server/db.ts'

export interface ClosedTrades {
  count: number
  wins: number
  losses: number
  realizedE4: number
  wonE4: number
  lostE4: number
}

/**
 * The entries of an epoch that closed a position, by what they realised: the cash they brought less the cost they took
 * out, with the fees in the same entry. Splits move quantity without closing; dividends and separate fees close nothing.
 */
export async function closedTrades(sql: Db, accountId: number, epoch: number): Promise<ClosedTrades> {
  const [row] = await sql<ClosedTrades[]>`
    select count(*)::integer as count, (count(*) filter (where c.gain_e4 > 0))::integer as wins,
      (count(*) filter (where c.gain_e4 < 0))::integer as losses,
      coalesce(sum(c.gain_e4), 0)::bigint as "realizedE4",
      coalesce(sum(c.gain_e4) filter (where c.gain_e4 > 0), 0)::bigint as "wonE4",
      coalesce(sum(c.gain_e4) filter (where c.gain_e4 < 0), 0)::bigint as "lostE4"
    from (
      select l.number, sum(coalesce(l.amount_e4, 0) + coalesce(l.cost_e4, 0)) as gain_e4,
        bool_or(l.instrument is not null and l.held_before <> 0 and sign(l.held_before) <> sign(l.quantity)) as closes
      from (
        select e.number, e.kind, p.instrument, p.amount_e4, p.quantity, p.cost_e4,
          sum(p.quantity) over (partition by p.instrument order by e.number, p.line) - p.quantity as held_before
        from ledger_entries as e join ledger_postings as p on p.entry_id = e.id and p.book = 'account'
        where e.account_id = ${accountId} and e.epoch = ${epoch}
      ) as l
      where l.kind in ('trade', 'settlement', 'liquidation')
      group by l.number
    ) as c
    where c.closes`
  return row!
}
