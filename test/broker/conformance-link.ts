import { expect, it } from 'vitest'
import { reportHandler, signalsHandler } from '../../harness/broker/effect-handler.ts'
import { cycleReady, keys, signalsComputed } from '../../harness/broker/messages.ts'
import type { TransportFactory } from '../../harness/broker/transport.ts'
import { eventually } from '../../harness/eventually.ts'
import { witness } from '../../harness/witness.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { outboxBacklog } from '../../shared/postgres/messaging/outbox.ts'
import { settled } from './conformance-delivery.ts'
import { LOOK_EVERY_MS } from './conformance-operation.ts'
import { checkTotalQueue, together } from './total-queue.ts'
import { openWorld, type World } from './world.ts'

/** Covers the publish deadline of five seconds, and a busy machine. */
const REFUSED_WITHIN_MS = 10_000
/** A query or heartbeat gives up (16 s at most), messages in hand are found again (another 16 s), and a margin. */
const BACK_WITHIN_MS = 45_000

/** An unhandled rejection fails the run by itself. */
export function describeLink(factory: TransportFactory): void {
  it('half-open link: loses no message, makes no second effect, and work resumes soon after it heals', async ({
    task,
    onTestFinished,
  }) => {
    const world = await openWorld(factory)
    const link = await world.link()
    let release: () => void = () => {}
    const held = new Promise<void>((done) => (release = done))
    onTestFinished(async () => {
      release()
      link.heal()
      await world.end()
      await link.close()
    })
    const worker = await world.worker(link)
    let holding = 0
    const prepare = async ({ payload }: { payload: { cycleId: string } }) => {
      if (!payload.cycleId.startsWith('held')) return
      holding += 1
      await held
    }
    await worker.stage({ ...signalsHandler(), prepare })
    await worker.stage(reportHandler())
    const all = [...many('before'), ...many('held', 2), ...many('refused'), ...many('unsent'), ...many('meanwhile')]
    await world.publish(...many('before'))
    await eventually(async () => (await world.effects('report')).length === 10)
    await world.publish(...many('held', 2))
    await eventually(() => holding === 2)

    link.goSilent()
    const begun = performance.now()
    const refused = many('refused').map((message) => toEnvelope(message))
    await expect(worker.broker.publish(refused)).rejects.toMatchObject({ kind: 'unavailable' })
    expect(performance.now() - begun).toBeLessThan(REFUSED_WITHIN_MS)
    await worker.relay.transaction(world.sql, async () => ({ result: null, messages: many('unsent') }))
    // The held messages have their effects now, but neither the broker nor the next stage has been told.
    release()
    await world.publish(...many('meanwhile'))
    await staysUnsent(world, 10 + 2)

    link.heal()
    const healed = performance.now()
    const ids = all.map(({ id }) => id)
    const next = all.map(({ cycleId }) => signalsComputed(cycleId!).id)
    const isAccepted = (id: string) => !id.includes(':refused-')
    await settled(world, { signals: ids.filter(isAccepted), report: next.filter(isAccepted) }, BACK_WITHIN_MS)
    const recoveredMs = performance.now() - healed
    // A refused publisher publishes again, since it does not know whether its messages came through.
    await worker.broker.publish(refused)
    await settled(world, { signals: ids, report: next }, BACK_WITHIN_MS)
    const signals = checkTotalQueue('link, signals', {
      attempted: ids,
      acknowledged: ids,
      effects: await world.effects('signals'),
    })
    const report = checkTotalQueue('link, report', {
      attempted: next,
      acknowledged: next,
      effects: await world.effects('report'),
    })
    const attack = 'the link swallows everything, then heals'
    witness(task, { invariant: 'I-05', broker: factory.name, attack, ...together(signals, report), recoveredMs })
    expect(await world.broker.deadLetters()).toEqual([])
    await eventually(() => wakesAtOnce(world), { within: 20_000 })
  }, 120_000)
}

const many = (name: string, count = 10) => keys(count).map((key) => cycleReady(`${name}-${key}`))

/**
 * Nine times in a row: a stage that only polls, because it no longer receives notifications, could not be that lucky.
 */
async function wakesAtOnce(world: World): Promise<boolean> {
  round += 1
  for (const key of keys(9)) {
    const message = cycleReady(`awake-${round}-${key}`)
    const begun = performance.now()
    await world.publish(message)
    await eventually(async () => (await world.effects('signals')).includes(message.id))
    if (performance.now() - begun > LOOK_EVERY_MS / 2) return false
  }
  return true
}
let round = 0

/** Waits until both the relay and the sweeper have tried to send in vain. */
async function staysUnsent(world: World, unsent: number): Promise<void> {
  await eventually(
    async () => {
      expect(world.logged.map((line) => line.event)).toEqual(
        expect.arrayContaining(['publish_failed', 'outbox_sweep_failed']),
      )
      expect(await outboxBacklog(world.sql)).toMatchObject({ unsent })
    },
    { within: 30_000 },
  )
}
