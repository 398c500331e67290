import type { Db } from '../server/db.ts'
import { type Account, accountColumns, accountOf } from './accounts.ts'
import { POSITIONS_MAX, type Position } from './ledger.ts'

export interface Holdings {
  account: Account
  positions: Position[]
}

/** An account and its positions in one statement: between two of them a trade could change both. */
export async function readHoldings(sql: Db, accountId: number): Promise<Holdings | null> {
  const [row] = await sql<(Account & { positions: Position[] })[]>`
    select ${accountColumns(sql)}, (
      select coalesce(jsonb_agg(jsonb_build_object('instrument', h.instrument, 'quantity', h.quantity,
        'costE4', h.cost_e4) order by h.instrument), '[]')
      from (
        select p.instrument, p.quantity, p.cost_e4 from positions as p
        where p.account_id = a.id and p.epoch = a.epoch and p.quantity <> 0 order by p.instrument limit ${POSITIONS_MAX}
      ) as h
    ) as positions
    from accounts as a where a.id = ${accountId}`
  if (!row) return null
  const { positions, ...account } = row
  return { account: accountOf(account), positions }
}

/** The positions of an account's epoch before an instant, with their basis, from the ledger. */
export async function heldBefore(sql: Db, accountId: number, epoch: number, at: Date): Promise<Position[]> {
  return await sql<Position[]>`
    select p.instrument, sum(p.quantity)::bigint as quantity, sum(p.cost_e4)::bigint as "costE4"
    from ledger_entries as e join ledger_postings as p on p.entry_id = e.id
    where e.account_id = ${accountId} and e.epoch = ${epoch} and e.at < ${at}
      and p.book = 'account' and p.instrument is not null
    group by p.instrument having sum(p.quantity) <> 0 order by p.instrument`
}

export interface DayBeginning {
  cashE4: number
  positions: Position[]
}

/** The cash and positions of an epoch when a day began, from its ledger; a younger epoch begins with its opening. */
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
  return { cashE4: cash?.cashE4 ?? 0, positions: await heldBefore(sql, accountId, epoch, at) }
}

/** The part of a contract's name after its root, which always has the same length. */
const OSI_TAIL = '[0-9]{6}[CP][0-9]{8}$'

/**
 * One held instrument per underlying over all open accounts, for the quotes that their prices need. The one whose quote
 * was fetched longest ago comes first.
 */
export async function heldInstruments(sql: Db, limit: number): Promise<string[]> {
  const rows = await sql<{ instrument: string }[]>`
    select min(p.instrument) as instrument
    from positions as p
    join accounts as a on a.id = p.account_id and a.epoch = p.epoch
    left join latest_quotes as l on l.symbol = regexp_replace(p.instrument, ${OSI_TAIL}, '')
    where p.quantity <> 0 and a.status <> 'deleted'
    group by regexp_replace(p.instrument, ${OSI_TAIL}, '')
    order by min(l.fetched_at) nulls first, min(p.instrument)
    limit ${limit}`
  return rows.map(({ instrument }) => instrument)
}
