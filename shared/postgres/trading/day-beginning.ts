import type { Db } from '../server/db.ts'
import type { Position } from './ledger.ts'

export interface DayBeginning {
  cashE4: number
  positions: Position[]
}

/** What an epoch was when a day began, by its ledger; what it opened with where it is younger. */
export async function dayBeginning(
  sql: Db,
  { accountId, epoch, at }: { accountId: number; epoch: number; at: Date },
): Promise<DayBeginning> {
  const [cash] = await sql<{ cashE4: number }[]>`
    select coalesce(
      (select e.cash_after_e4 from ledger_entries as e
       where e.account_id = ${accountId} and e.epoch = ${epoch} and e.at < ${at} order by e.number desc limit 1),
      (select e.cash_after_e4 from ledger_entries as e
       where e.account_id = ${accountId} and e.epoch = ${epoch} and e.number = 1)) as "cashE4"`
  const positions = await sql<Position[]>`
    select p.instrument, sum(p.quantity)::bigint as quantity, sum(p.cost_e4)::bigint as "costE4"
    from ledger_entries as e join ledger_postings as p on p.entry_id = e.id
    where e.account_id = ${accountId} and e.epoch = ${epoch} and e.at < ${at} and p.book = 'account'
      and p.instrument is not null
    group by p.instrument having sum(p.quantity) <> 0
    limit 5000`
  return { cashE4: cash?.cashE4 ?? 0, positions }
}
