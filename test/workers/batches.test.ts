import { beforeEach, expect, test } from 'vitest'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { createBatcher } from '../../shared/broker/handle-batch.ts'
import { type NewMessage, toEnvelope } from '../../shared/broker/new-message.ts'
import type { StageHandler } from '../../shared/broker/run-stage.ts'
import type { MessageType } from '../../shared/domain/contract/messages.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { signalsStage } from '../../workers/compute-signals.ts'
import { alertsStage } from '../../workers/evaluate-alerts.ts'
import { reportStage } from '../../workers/write-report.ts'
import { recordedLog } from '../api/support/recorded-log.ts'
import { CALM_QUOTES, cycleWorld, FIRST, idOf, PANIC_QUOTES } from './support/cycle-world.ts'

const world = cycleWorld()
const TIMES = ['09:30', '09:45', '10:00', '10:15', '10:30', '10:45', '11:00', '11:15']
const UNKNOWN = idOf(FIRST, '10:07')
const clock = fixedClock(instantAt(FIRST, '12:00'))

let logged: ReturnType<typeof recordedLog>
beforeEach(() => {
  logged = recordedLog()
})

/** Stands for a worker: what it is handed at once waits together. */
function worker<T extends MessageType, P>(stage: StageHandler<T, P>) {
  const handle = createBatcher({ sql: world.sql, relay: quietRelay(), log: logged.log }, stage, { concurrency: 2 })
  return async (messages: readonly NewMessage[]) => {
    const deliveries = messages.map((message) => ({ body: toEnvelope(message), deliveryId: '1', redelivered: false }))
    return (await Promise.all(deliveries.map(handle))).map(({ outcome }) => outcome)
  }
}

const computed = ({ payload, occurredAt }: NewMessage<'cycle.ready'>): NewMessage<'signals.computed'> => {
  const { cycleId, run } = payload
  return { id: `signals:${cycleId}#${run}`, type: 'signals.computed', occurredAt, cycleId, payload }
}

async function readyCycles(run = 1): Promise<NewMessage<'cycle.ready'>[]> {
  const messages: NewMessage<'cycle.ready'>[] = []
  for (const [at, time] of TIMES.entries()) {
    const quoted = at % 3 === 2 ? PANIC_QUOTES : CALM_QUOTES
    messages.push(await world.readyCycle(FIRST, time, quoted, { run }))
  }
  return messages
}

/** The same messages go to two workers that compete, in opposite orders. */
async function toTwo<T extends MessageType, P>(stage: () => StageHandler<T, P>, messages: readonly NewMessage[]) {
  const [one, two] = [worker(stage()), worker(stage())]
  const outcomes = await Promise.all([one(messages), two([...messages].reverse())])
  // The other worker is handling it, or has finished it.
  return outcomes
    .flat()
    .map((outcome) => (outcome === 'busy' ? 'duplicate' : outcome))
    .sort()
}

const failedBatches = () => logged.lines().filter(({ msg }) => msg === 'batch_failed')

test('batches of two workers save each cycle once, as if each had been handled alone, and take no lock in a circle', async () => {
  const { sql } = world
  const ready = await readyCycles()
  const once = [...TIMES.map(() => 'done'), ...TIMES.map(() => 'duplicate')]
  const halves = [ready.filter((_, at) => at % 2 === 0), ready.filter((_, at) => at % 2 === 1).reverse()]
  const both = await Promise.all(halves.map((half) => worker(signalsStage())(half)))
  expect(both.flat()).toEqual(TIMES.map(() => 'done'))
  const snapshots = ready.map(computed)
  const alerts = () => alertsStage({ clock, log: logged.log })
  const report = () => reportStage({ sql, log: logged.log, clock, dataMode: 'simulated' })
  expect(await Promise.all([toTwo(alerts, snapshots), toTwo(report, snapshots)])).toEqual([once, once])
  expect(failedBatches()).toEqual([])

  const shared = await sql`select count(distinct i.xmin::text)::int as count from inbox as i where i.stage = 'signals'`
  expect(shared[0]!.count).toBe(2)
  const states = await sql`select c.id, c.state from cycles as c order by c.id`
  expect([...states]).toEqual(TIMES.map((time) => ({ id: idOf(FIRST, time), state: 'reported' })))
  const evaluations = await sql`select count(*)::int as count from alert_evaluations`
  expect(evaluations[0]!.count).toBe(TIMES.length)

  for (const again of await readyCycles(2)) await world.stages().signals(again)
  const differing = await sql`
    select a.cycle_id, a.key from cycle_documents as a join cycle_documents as b using (cycle_id, key)
    where a.run = 1 and b.run = 2 and a.document <> b.document
    union all select a.cycle_id, 'snapshot' from signal_snapshots as a join signal_snapshots as b using (cycle_id)
    where a.run = 1 and b.run = 2 and a.document <> b.document`
  expect([...differing]).toEqual([])
})

test('a cycle that cannot be computed does not affect the others of its batch', async () => {
  const ready = await readyCycles()
  const poison = { ...ready[3]!, id: `cycle:${UNKNOWN}#1`, payload: { ...ready[3]!.payload, cycleId: UNKNOWN } }
  const outcomes = await worker(signalsStage())([...ready.slice(0, 4), poison, ...ready.slice(4)])
  expect(outcomes).toEqual([...Array(4).fill('done'), 'dead', ...Array(4).fill('done')])
  expect(failedBatches()).toHaveLength(1)
  const stored = await world.sql`select s.cycle_id as id from signal_snapshots as s order by 1`
  expect(stored.map(({ id }) => id)).toEqual(TIMES.map((time) => idOf(FIRST, time)))
})
