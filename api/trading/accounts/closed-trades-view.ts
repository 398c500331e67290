import type { Db } from '../../../shared/postgres/server/db.ts'

/**
 * Whether the lines `l` of an entry do no more than deliver options into shares: they realise nothing and close no
 * shares. An entry settles all contracts of an account, so one that also lets an option expire realises its cost.
 */
export const becomesShares = (sql: Db) => sql`
  bool_and(l.kind = 'settlement') and sum(coalesce(l.amount_e4, 0) + coalesce(l.cost_e4, 0)) = 0
    and bool_or(char_length(l.instrument) <= 15) and not bool_or(char_length(l.instrument) <= 15 and l.closes)`

/** Whether a line reduces or ends the position that was held before it; null for a line of cash. */
export const closesPosition = (sql: Db, line: string) =>
  sql`(${sql(`${line}.held_before`)} <> 0 and sign(${sql(`${line}.held_before`)}) <> sign(${sql(`${line}.quantity`)}))`

/** Whether the lines `l` of an entry gain or lose something: those of a split do where it pays cash for what it ends. */
export const realises = (sql: Db) => sql`(sum(coalesce(l.amount_e4, 0) + coalesce(l.cost_e4, 0)) <> 0)`

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
 * out, with the fees in the same entry. A split closes what it pays out, and otherwise only moves quantity; dividends
 * and separate fees close nothing. An option that is exercised into shares closes nothing either, because its cost becomes
 * part of theirs.
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
        bool_or(l.closes) and not (${becomesShares(sql)})
          and (l.kind <> 'split' or ${realises(sql)}) as closes
      from (
        select h.number, h.kind, h.instrument, h.amount_e4, h.cost_e4,
          ${closesPosition(sql, 'h')} as closes
        from (
          select e.number, e.kind, p.instrument, p.amount_e4, p.quantity, p.cost_e4,
            sum(p.quantity) over (partition by p.instrument order by e.number, p.line) - p.quantity as held_before
          from ledger_entries as e join ledger_postings as p on p.entry_id = e.id and p.book = 'account'
          where e.account_id = ${accountId} and e.epoch = ${epoch}
        ) as h
      ) as l
      where l.kind in ('trade', 'settlement', 'liquidation', 'split')
      group by l.number, l.kind
    ) as c
    where c.closes`
  return row!
}
