import { expect } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import type { Broker } from '../../shared/broker/port.ts'
import { COMPUTE_STAGES, INGEST_STAGES, type StageName } from '../../shared/broker/topology.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import type { Fleet, Member } from './fleet.ts'

/** Stages that are killed while handling a message, during the transaction that writes this table. */
export interface Phase {
  table: string
  holding: readonly StageName[]
  /** One process of each of these services dies at the same moment, in any state. */
  also: readonly string[]
}

const SIGNALS: Phase = { table: 'signal_snapshots', holding: ['signals'], also: [] }
const REPORT: Phase = { table: 'reports', holding: ['report'], also: [] }

const BESIDE = COMPUTE_STAGES.filter((stage) => stage !== 'signals' && stage !== 'report')

/** Kills one process of each kind. `due` are the sources that this slot requests. */
export function cycleDeaths(due: readonly StageName[], { long }: { long: boolean }): Phase[] {
  const idle = INGEST_STAGES.filter((stage) => !due.includes(stage))
  const ingest: Phase = { table: 'source_runs', holding: due, also: ['api', 'scheduler', ...idle] }
  // Each lost message takes its 10 to 16 seconds; by default the report's worker dies with the one before it.
  return long
    ? [
        ingest,
        {
          ...SIGNALS,
          also: [...BESIDE],
        },
        REPORT,
      ]
    : [
        ingest,
        {
          ...SIGNALS,
          also: ['report', ...BESIDE],
        },
      ]
}

/** Blocks all writes to a table until the returned function is called. */
export async function holdWrites(sql: Pool, table: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const done = sql.begin(async (tx) => {
    await tx`lock table ${tx(table)} in share mode`
    held.resolve()
    await over.promise
  })
  done.catch(held.reject)
  await held.promise
  return async () => {
    over.resolve()
    await done
  }
}

/**
 * In each phase, pauses the other copies of a stage so that the victim takes the message, locks the table so that it
 * cannot finish, then kills and replaces it. Returns the services that died.
 */
export async function killHolding(
  { sql, broker, fleet }: { sql: Pool; broker: Broker; fleet: Fleet },
  phases: readonly Phase[],
  trigger: () => Promise<void>,
): Promise<string[]> {
  const died: string[] = []
  let letGo = trigger
  for (const { table, holding, also } of phases) {
    const release = await holdWrites(sql, table)
    const pairs = holding.map((stage) => fleet.running(stage))
    const sisters = pairs.flatMap(([, ...others]) => others)
    const victims = pairs.map(([victim]) => victim!)
    for (const sister of sisters) fleet.pause(sister)
    // Only now the previous phase's work continues, so that its output reaches this phase's victims.
    await letGo()
    letGo = async () => {
      for (const sister of sisters) fleet.resume(sister)
      await release()
    }
    try {
      await eventually(
        async () => {
          const busy = (await broker.depths()).filter(({ active }) => active > 0).map(({ stage }) => stage)
          expect(busy).toEqual(expect.arrayContaining([...holding]))
        },
        { within: 120_000 },
      )
      const dying: Member[] = [...victims, ...also.map((service) => fleet.running(service)[0]!)]
      await Promise.all(dying.map((member) => fleet.killAndReplace(member)))
      died.push(...dying.map(({ service }) => service))
    } catch (error) {
      await letGo()
      throw error
    }
  }
  await letGo()
  return died
}
