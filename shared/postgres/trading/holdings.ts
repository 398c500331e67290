import type { Db } from '../server/db.ts'
import { type Account, accountColumns, accountOf } from './accounts.ts'
import { POSITIONS_MAX, type Position } from './ledger.ts'

export interface Holdings {
  account: Account
  positions: Position[]
}

/** An account and what it holds at one moment: between two statements a trade could change both. */
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
