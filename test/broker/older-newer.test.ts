import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { postgresTransport } from '../../harness/broker/postgres-transport.ts'
import { rabbitTransport } from '../../harness/broker/rabbitmq-transport.ts'
import { eventually } from '../../harness/eventually.ts'
import { RABBIT_START_MS } from '../../harness/rabbitmq.ts'
import { witness } from '../../harness/witness.ts'
import type { NewMessage } from '../../shared/broker/new-message.ts'
import { silentLog } from '../../shared/log.ts'
import { openCycle, readCycle, startComputing } from '../../shared/postgres/signals/cycles.ts'
import { readModel } from '../../shared/postgres/signals/read-models.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { signalsStage } from '../../workers/compute-signals.ts'
import { reportStage } from '../../workers/write-report.ts'
import { openWorld, type World } from './world.ts'

const CYCLES = ['2026-11-20T10:00', '2026-11-20T10:15', '2026-11-20T10:30'] as const
const NEWEST = CYCLES[2]
const opened = (id: string) => new Date(`${id}:00-05:00`)

/** Runs the product's own stages and checks what they store per cycle and serve as the newest. */
describe.each([postgresTransport, rabbitTransport])('$name', (factory) => {
  let world: World
  beforeAll(() => factory.prepare(), RABBIT_START_MS)
  afterEach(() => world.end())

  it('cycles out of order: each is stored, and the newest one stays the newest served', async ({ task }) => {
    world = await openWorld(factory)
    const worker = await world.worker()
    await worker.stage(signalsStage())
    await worker.stage(
      reportStage({ sql: world.sql, log: silentLog, clock: fixedClock(opened(NEWEST)), dataMode: 'simulated' }),
    )
    for (const id of [NEWEST, CYCLES[0], CYCLES[1]]) {
      await world.publish(await begun(world, id))
      await eventually(async () => expect(await stateOf(world, id)).toBe('reported'))
      expect(await served(world)).toEqual({ signals: NEWEST, report: `report-20261120-103000.md` })
    }
    const stored = await world.sql`
      select c.id, c.state, count(distinct s.cycle_id)::int as snapshots, count(distinct r.cycle_id)::int as reports
      from cycles as c left join signal_snapshots as s on s.cycle_id = c.id left join reports as r on r.cycle_id = c.id
      group by c.id order by c.id`
    expect([...stored]).toEqual(CYCLES.map((id) => ({ id, state: 'reported', snapshots: 1, reports: 1 })))
    const attack = 'cycle 10:30 comes before 10:00 and 10:15'
    const effects = stored.reduce((sum, row) => sum + row.snapshots + row.reports, 0)
    witness(task, { invariant: 'I-03', broker: factory.name, attack, messages: 2 * CYCLES.length, effects })
  })
})

/** Closes a cycle at its deadline without any source, and returns the message that starts its computation. */
async function begun(world: World, id: string): Promise<NewMessage<'cycle.ready'>> {
  const at = opened(id)
  await openCycle(world.sql, {
    id,
    scheduledFor: at,
    expected: ['market'],
    deadline: at,
    origin: 'scheduled',
    openedAt: at,
  })
  await world.sql.begin((tx) => startComputing(tx, id, { run: 1, cutoff: at, traceparent: null }))
  const payload = { cycleId: id, run: 1, cutoff: at.toISOString(), origin: 'scheduled' } as const
  return { id: `cycle:${id}#1`, type: 'cycle.ready', occurredAt: at, cycleId: id, payload }
}

const stateOf = async ({ sql }: World, id: string) => (await readCycle(sql, id))?.state

async function served({ sql }: World): Promise<{ signals: unknown; report: unknown }> {
  const body = async (key: string) => JSON.parse((await readModel(sql, key))?.body ?? '{}')
  return { signals: (await body('signals/latest')).cycle_id, report: (await body('reports/latest')).filename }
}
