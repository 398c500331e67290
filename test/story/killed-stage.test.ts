import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { REPOSITORY } from '../../harness/product.ts'
import { inherited } from '../../harness/run-environment.ts'
import { unsettledStages } from '../../shared/postgres/messaging/settled.ts'
import { at, clockWorld, startDriver } from '../workers/clock-world.ts'

const database = testDatabase({ each: true })
const STAGE = 'signals'
const CYCLE = '2026-11-20T10:00'
/** A message whose worker died is delivered again after some seconds. */
const WITHIN = { within: 60_000 }

/** A process with this one stage. */
function startWorker() {
  const env = { ...inherited(), DATABASE_URL: database.url, LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, ['workers/main.ts', '--stages', STAGE], {
    cwd: REPOSITORY,
    env,
    stdio: 'ignore',
  })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  onTestFinished(kill)
  return { kill }
}

/** Keeps a transaction from storing a snapshot until it is released. */
async function holdSnapshots() {
  const session = await database.sql.reserve()
  await session`begin`
  await session`lock table signal_snapshots in share row exclusive mode`
  return {
    isAwaited: async () =>
      (await session`select 1 from pg_locks as l where l.relation = 'signal_snapshots'::regclass and not l.granted`)
        .length > 0,
    async release() {
      await session`rollback`
      session.release()
    },
  }
}

test('when the only worker of a stage is killed in the middle of a step, the clock stands until another one has done its work', {
  timeout: 120_000,
}, async () => {
  const world = await clockWorld(database)
  startDriver(database)
  const worker = startWorker()
  const snapshots = await holdSnapshots()
  let ended = false
  const stepping = world.post({ action: 'to', to: at('10:02:00') }).finally(() => {
    ended = true
  })
  // The other stages have no process here, so their work is done by the test.
  const others = (async () => {
    while (!ended) {
      for (const { stage } of await unsettledStages(database.sql)) if (stage !== STAGE) await world.handle(stage)
      await sleep(20)
    }
  })()
  await eventually(async () => expect(await snapshots.isAwaited()).toBe(true), WITHIN)
  await worker.kill()
  await snapshots.release()
  const standing = { service_time: at('10:01:00'), state: 'moving', target: at('10:02:00') }
  expect(await world.get()).toMatchObject({ ...standing, waiting_for: [{ what: 'stage', name: STAGE }] })
  expect([...(await database.sql`select 1 from signal_snapshots`)]).toEqual([])
  startWorker()
  const { status, body } = await stepping
  await others
  expect({ status, service_time: body.service_time, did: body.did }).toMatchObject({
    status: 200,
    service_time: at('10:02:00'),
    did: { arrived: true, slots_missed: 0 },
  })
  const cycles = await database.sql`select s.cycle_id, s.run from signal_snapshots as s`
  expect([...cycles]).toEqual([{ cycle_id: CYCLE, run: 1 }])
})
