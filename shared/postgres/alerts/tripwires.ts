import type { WireKey, WireMemories, WireMemory } from '../../domain/contract/tripwire.ts'
import type { Db, Tx } from '../server/db.ts'

type WireRow = WireMemory & { wire: WireKey }

export async function readWires(sql: Db): Promise<WireMemories> {
  const rows = await sql<WireRow[]>`
    select t.wire, t.rules_version as "rulesVersion", t.evaluated_through as "evaluatedThrough",
      t.observed_at as "observedAt", t.met, t.episode, t.flipped, t.held_since as "heldSince", t.fired_at as "firedAt",
      t.fired_episode as "firedEpisode", t.no_data as "noData", t.reading
    from tripwires as t order by t.wire limit 1000`
  return Object.fromEntries(rows.map(({ wire, ...memory }) => [wire, memory]))
}

/** Locks all wires, so that evaluations run one after the other and each begins where the last one ended. */
export async function lockWires(tx: Tx, keys: readonly WireKey[], rulesVersion: string): Promise<WireMemories> {
  const rows = [...keys].sort().map((wire) => ({ wire, rules_version: rulesVersion }))
  // Read by a separate statement, because one that waited for a lock does not see what was committed while it waited.
  const lockAndRead = () =>
    Promise.all([tx`select t.wire from tripwires as t order by t.wire for update`, readWires(tx)])
  const [locked, memories] = await lockAndRead()
  if (locked.count >= keys.length) return memories
  await tx`insert into tripwires ${tx(rows)} on conflict do nothing`
  return (await lockAndRead())[1]
}

export async function saveWires(tx: Tx, memories: WireMemories): Promise<void> {
  const rows = (Object.entries(memories) as [WireKey, WireMemory][]).map(([wire, memory]) => ({
    wire,
    rules_version: memory.rulesVersion,
    evaluated_through: memory.evaluatedThrough,
    observed_at: memory.observedAt,
    met: memory.met,
    episode: memory.episode,
    flipped: memory.flipped,
    held_since: memory.heldSince,
    fired_at: memory.firedAt,
    fired_episode: memory.firedEpisode,
    no_data: memory.noData,
    reading: memory.reading && tx.json(memory.reading),
  }))
  if (rows.length === 0) return
  await tx`
    insert into tripwires ${tx(rows)}
    on conflict (wire) do update set rules_version = excluded.rules_version,
      evaluated_through = excluded.evaluated_through, observed_at = excluded.observed_at, met = excluded.met,
      episode = excluded.episode, flipped = excluded.flipped, held_since = excluded.held_since,
      fired_at = excluded.fired_at, fired_episode = excluded.fired_episode, no_data = excluded.no_data,
      reading = excluded.reading, updated_at = clock_timestamp()`
}
