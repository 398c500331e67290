import type { Db } from '../../../shared/postgres/server/db.ts'
import type { Account } from '../../../shared/postgres/trading/accounts.ts'

/**
 * Dividends of the present epoch that went ex for an account and are not paid yet, in 1e-4 dollars; below zero where
 * short stock owes them. The few actions that are open are read first, because the events of an account are many.
 */
export async function dividendsDueE4(sql: Db, { id, epoch }: Pick<Account, 'id' | 'epoch'>): Promise<number> {
  const [due] = await sql<{ dueE4: number }[]>`
    select coalesce(sum(round((v.data->>'cash')::numeric * 10000)), 0)::bigint as "dueE4"
    from (
      select 'dividend:' || c.symbol || ':' || to_char(c.ex_date, 'YYYY-MM-DD') as key from corporate_actions as c
      where c.kind = 'dividend' and c.accrued_at is not null and c.closed_at is null
    ) as a
    join account_events as v on v.account_id = ${id} and v.epoch = ${epoch} and v.kind = 'dividend_accrued'
      and v.data->>'subject' = a.key
    where not exists (
      select 1 from ledger_entries as e where e.account_id = ${id} and e.epoch = ${epoch} and e.key = a.key)`
  return due?.dueE4 ?? 0
}
