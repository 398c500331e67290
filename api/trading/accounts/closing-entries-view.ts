import type { Db } from '../../../shared/postgres/server/db.ts'
import type { EpochOf, FoldedEntry } from './ledger-fold.ts'

/** An entry with the lines of instruments in the account's book. */
export interface ClosingEntry extends FoldedEntry {
  kind: string
  at: Date
  changeE4: number
  lines: readonly { instrument: string; quantity: number; cost_e4: number }[]
}

type LineRow = Omit<ClosingEntry, 'lines'> & { instrument: string | null; quantity: number; cost_e4: number }

/** The lines of an entry are read by its index, whatever the statistics say of the table: `offset 0` keeps the subquery. */
export async function closingEntries(
  sql: Db,
  { accountId, epoch }: EpochOf,
  from: number,
  limit: number,
): Promise<ClosingEntry[]> {
  const rows = await sql<LineRow[]>`
    select e.number, e.id, e.recorded_at as "recordedAt", e.kind, e.at, e.cash_change_e4 as "changeE4", l.instrument,
      l.quantity, l.cost_e4
    from (
      select n.number, n.id, n.recorded_at, n.kind, n.at, n.cash_change_e4 from ledger_entries as n
      where n.account_id = ${accountId} and n.epoch = ${epoch} and n.number >= ${from}
      order by n.number limit ${limit}
    ) as e
    left join lateral (
      select p.line, p.instrument, p.quantity, p.cost_e4 from ledger_postings as p
      where p.entry_id = e.id and p.book = 'account' and p.instrument is not null offset 0
    ) as l on true
    order by e.number, l.line`
  return [...Map.groupBy(rows, ({ number }) => number).values()].map(([first, ...others]) => ({
    ...first!,
    lines: [first!, ...others].flatMap(({ instrument, quantity, cost_e4 }) =>
      instrument === null ? [] : [{ instrument, quantity, cost_e4 }],
    ),
  }))
}
