import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { signalsHandler } from '../../harness/broker/effect-handler.ts'
import { cycleReady, keys } from '../../harness/broker/messages.ts'
import { postgresTransport } from '../../harness/broker/postgres-transport.ts'
import { rabbitTransport } from '../../harness/broker/rabbitmq-transport.ts'
import { eventually } from '../../harness/eventually.ts'
import { RABBIT_START_MS } from '../../harness/rabbitmq.ts'
import { runStage } from '../../shared/broker/run-stage.ts'
import { createTally } from '../../shared/broker/stage-tally.ts'
import { AppError } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'
import { liveWorkers, readStageTotals, staffOf } from '../../shared/postgres/messaging/stage-workers.ts'
import { type Heartbeat, startHeartbeat } from '../../workers/heartbeat.ts'
import { openWorld, type World } from './world.ts'

const OFTEN = { everyMs: 20 }

/** The workers report their own figures, so these must be the same on either transport. */
describe.each([postgresTransport, rabbitTransport])('heartbeats on $name', (transport) => {
  let world: World
  beforeAll(() => transport.prepare(), RABBIT_START_MS)
  const beating: Heartbeat[] = []
  afterEach(async () => {
    for (const heartbeat of beating.splice(0)) await heartbeat.stop()
    await world.end()
  })

  /** Starts a worker with its own tally and heartbeat, as a process has them. */
  async function colleague(prepare: () => Promise<undefined>): Promise<Heartbeat> {
    const { broker, relay } = await world.worker()
    const tally = createTally()
    const deps = { sql: world.sql, broker, relay, log: silentLog, tally }
    const backoff = { firstMs: 10, factor: 1, maxMs: 10 }
    await runStage(deps, { ...signalsHandler(), prepare }, { concurrency: 2, backoff })
    const heartbeat = startHeartbeat({ sql: world.sql, log: silentLog, tally }, OFTEN)
    beating.push(heartbeat)
    return heartbeat
  }
  const live = () => liveWorkers(world.sql)
  const totals = async () =>
    Object.fromEntries(
      (await readStageTotals(world.sql)).map(({ stage, outcome, handled }) => [`${stage} ${outcome}`, handled]),
    )

  it('heartbeats report the workers, their messages in hand, their rate and every outcome', async () => {
    world = await openWorld(transport)
    let release: () => void = () => {}
    const held = new Promise<undefined>((done) => (release = () => done(undefined)))
    let failures = 2
    const prepare = async () => {
      await held
      if (failures-- > 0) throw new AppError('unavailable', 'away for a moment')
      return undefined
    }
    const first = await colleague(prepare)
    await colleague(prepare)
    const idle = { stage: 'signals', concurrency: 2, inHand: 0, handledLastMinute: 0 }
    await eventually(async () => expect(await live()).toMatchObject([idle, idle]))
    await world.publish(...keys(10).map(cycleReady))
    await eventually(async () => expect((await live()).map((worker) => worker.inHand)).toEqual([2, 2]))
    expect(staffOf('signals', await live())).toEqual({ workers: 2, ratePerMinute: 0 })
    expect(staffOf('report', await live())).toEqual({ workers: 0, ratePerMinute: 0 })
    release()
    await eventually(async () => expect(await totals()).toEqual({ 'signals done': 10, 'signals retry': 2 }))
    await eventually(async () => expect(staffOf('signals', await live())).toEqual({ workers: 2, ratePerMinute: 10 }))
    await first.stop()
    expect(staffOf('signals', await live()).workers).toBe(1)
    expect(await totals()).toEqual({ 'signals done': 10, 'signals retry': 2 })
  })
})
