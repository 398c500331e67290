import type { SignalsSnapshot } from '../../../shared/domain/contract/signals.ts'
import type { Pool } from '../../../shared/postgres/server/db.ts'
import { SNAPSHOT_KEY, saveCycleDocument } from '../../../shared/postgres/signals/cycle-documents.ts'
import { saveReadModel } from '../../../shared/postgres/signals/read-models.ts'
import { saveSnapshot } from '../../../shared/postgres/signals/snapshots.ts'
import { eastern, easternExact } from '../../../shared/time/eastern.ts'
import { snapshot } from './snapshot.ts'

/** Stores a cycle like the signals stage, with its documents; returns the bytes of the snapshot. */
export async function seedCycle(
  sql: Pool,
  at: string,
  {
    run = 1,
    documents = {},
    ...changes
  }: Partial<SignalsSnapshot> & { run?: number; documents?: Record<string, object> } = {},
): Promise<string> {
  const asOf = new Date(at)
  const { day, time } = eastern(asOf)
  const cycleId = `${day}T${time.slice(0, 5).replace(':', '')}`
  await sql`
    insert into cycles (id, scheduled_for, expected, deadline, state, cutoff, origin, opened_at)
    values (${cycleId}, ${asOf}, ${['fred']}, ${asOf}, 'computed', ${asOf}, 'scheduled', ${asOf})
    on conflict do nothing`
  const stored = snapshot({ as_of: easternExact(asOf), cycle_id: cycleId, trade_date: day, ...changes })
  const body = JSON.stringify(stored)
  await saveSnapshot(sql, stored, run)
  await saveReadModel(sql, { key: SNAPSHOT_KEY, contentType: 'application/json', body, asOf, run })
  for (const [key, document] of Object.entries(documents))
    await saveCycleDocument(sql, { cycleId, run, key, asOf, body: JSON.stringify(document) })
  return body
}
