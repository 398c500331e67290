import { afterEach, expect, it } from 'vitest'
import { NOT_CONFIGURED } from '../../api/status/brokerage-watch.ts'
import { judge } from '../../api/status/status-level.ts'
import { statusFacts } from '../../api/status/status-view.ts'
import { signalsHandler } from '../../harness/broker/effect-handler.ts'
import { cycleReady, keys } from '../../harness/broker/messages.ts'
import { eventually } from '../../harness/eventually.ts'
import { runStage } from '../../shared/broker/run-stage.ts'
import { createTally } from '../../shared/broker/stage-tally.ts'
import { silentLog } from '../../shared/log.ts'
import { saveStageDepths } from '../../shared/postgres/messaging/stage-depths.ts'
import { startHeartbeat } from '../../workers/heartbeat.ts'
import { openWorld, type TransportFactory, type World } from './world.ts'

const CONCURRENCY = 2
const MESSAGES = 5

/** A stuck stage is reported on either broker, whether its worker hangs or is gone. */
export function describeStanding(factory: TransportFactory): void {
  let world: World
  let release: () => void = () => {}
  let heartbeat: ReturnType<typeof startHeartbeat> | undefined
  afterEach(async () => {
    release()
    // Also after a failed test: a heartbeat that continues would hold the connections that the end of the world closes.
    await heartbeat?.stop()
    heartbeat = undefined
    await world.end()
  })

  async function warnings(): Promise<string[]> {
    await saveStageDepths(world.sql, world.broker.kind, await world.broker.depths())
    const facts = await statusFacts(world.sql, new Date())
    return judge(facts, new Date(), NOT_CONFIGURED).warnings.filter((one) => one.startsWith('stage '))
  }
  const later = () => world.sql`
    update stage_depths set standing_since = standing_since - interval '3 min',
      unattended_since = unattended_since - interval '3 min'`

  it('stuck stage: status names it once its worker has hung for a while, and no longer when it continues', async () => {
    world = await openWorld(factory)
    const { broker, relay } = await world.worker()
    const tally = createTally()
    const hung = new Promise<void>((done) => (release = done))
    const deps = { sql: world.sql, broker, relay, log: silentLog, tally }
    await runStage(deps, { ...signalsHandler(), prepare: () => hung }, { concurrency: CONCURRENCY })
    heartbeat = startHeartbeat({ sql: world.sql, log: silentLog, tally }, { everyMs: 50 })
    await world.publish(...keys(MESSAGES).map(cycleReady))
    await eventually(async () =>
      expect(await world.depth('signals')).toMatchObject({ active: CONCURRENCY, ready: MESSAGES - CONCURRENCY }),
    )
    await eventually(async () => {
      const workers = await world.sql`select w.stage from stage_workers as w where w.stage = 'signals'`
      expect(workers).toHaveLength(1)
    })
    expect(await warnings()).toEqual([])
    await later()
    expect(await warnings()).toEqual(['stage signals: its workers finish none of 3 waiting messages'])
    release()
    await eventually(async () => (await world.effects('signals')).length === MESSAGES)
    await eventually(async () => expect((await warnings()).filter((one) => one.includes('signals'))).toEqual([]))
  })

  it('stopped worker: status names the stage whose messages wait for it', async () => {
    world = await openWorld(factory)
    const { broker, relay } = await world.worker()
    const tally = createTally()
    const deps = { sql: world.sql, broker, relay, log: silentLog, tally }
    const stage = await runStage(deps, signalsHandler(), { concurrency: CONCURRENCY })
    heartbeat = startHeartbeat({ sql: world.sql, log: silentLog, tally }, { everyMs: 50 })
    await stage.drain()
    await heartbeat.stop()
    await world.publish(...keys(MESSAGES).map(cycleReady))
    expect(await warnings()).toEqual([])
    await later()
    expect(await warnings()).toEqual(['stage signals: no worker is there for 5 waiting messages'])
  })
}
