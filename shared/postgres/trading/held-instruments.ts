import type { Db } from '../server/db.ts'

/** A contract's name holds its root, and what follows it has always the same length. */
const OSI_TAIL = '[0-9]{6}[CP][0-9]{8}$'

/**
 * One instrument of everything that is held in accounts as they are now, those of one underlying once: what the quotes
 * of their prices hang on. The one whose quote was fetched longest ago first.
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
