import type { Db } from '../../../shared/postgres/server/db.ts'

interface NewestEntry {
  epoch: number
  number: number
  afterE4: number
}

/** The newest ledger entry of an epoch, 0 being the current one; null when the account has no such epoch. */
export async function newestEntry(sql: Db, accountId: number, epoch: number): Promise<NewestEntry | null> {
  const [row] = await sql<NewestEntry[]>`
    select n.epoch, n.number, n.after_e4 as "afterE4"
    from accounts as a
    cross join lateral (
      select e.epoch, e.number, e.cash_after_e4 as after_e4 from ledger_entries as e
      where e.account_id = a.id and e.epoch = case when ${epoch}::integer = 0 then a.epoch else ${epoch}::integer end
      order by e.number desc limit 1
    ) as n
    where a.id = ${accountId}`
  return row ?? null
}
