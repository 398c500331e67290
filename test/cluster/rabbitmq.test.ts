import { afterAll, beforeAll, expect, test } from 'vitest'
import { keys, signalsComputed } from '../../harness/broker/messages.ts'
import { type RabbitCluster, startRabbitCluster } from '../../harness/cluster/rabbitmq-cluster.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { isLong } from '../../harness/run-environment.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import type { Broker } from '../../shared/broker/port.ts'
import { connectRabbitBroker } from '../../shared/broker/rabbitmq-broker.ts'
import { runStage } from '../../shared/broker/run-stage.ts'
import { silentLog } from '../../shared/log.ts'

/** `npm run test:cluster` takes all cases; without it only the first fault is tried. */
const isWhole = isLong || process.env.CLUSTER !== undefined

const db = testDatabase()
let cluster: RabbitCluster
let broker: Broker
beforeAll(async () => {
  await db.sql`create table effects (message_id text not null)`
  cluster = await startRabbitCluster()
  broker = await connectRabbitBroker(cluster.url, { log: silentLog })
  await runStage(
    { sql: db.sql, broker, relay: quietRelay(), log: silentLog },
    {
      stage: 'report',
      handles: ['signals.computed'],
      async handle(tx, { id }) {
        await tx`insert into effects (message_id) values (${id})`
        return []
      },
    },
    { concurrency: 4 },
  )
}, 300_000)
afterAll(async () => {
  await broker?.close()
  await cluster?.stop()
})

let batches = 0

/** Publishes like the relay, which tries again until the broker confirms; resolves with the longest gap. */
async function publishAll(count: number, during: () => Promise<void>): Promise<number> {
  batches += 1
  const ids = keys(count).map((key) => `${key}-${batches}`)
  let isFaultOver = false
  const fault = during().then(() => {
    isFaultOver = true
  })
  let gapMs = 0
  for (const id of ids) {
    const began = performance.now()
    for (;;) {
      const sent = await broker.publish([toEnvelope(signalsComputed(id))]).then(
        () => true,
        () => false,
      )
      if (sent) break
      // A closed connection rejects at once; without this pause the process never gets to open the next one.
      await new Promise((done) => setTimeout(done, 20))
    }
    gapMs = Math.max(gapMs, performance.now() - began)
  }
  await fault
  expect(isFaultOver).toBe(true)
  const wanted = ids.map((id) => signalsComputed(id).id).sort()
  const done = async () =>
    (
      await db.sql`select e.message_id as id from effects as e where e.message_id like ${`%-${batches}#1`} order by 1`
    ).map(({ id }) => String(id))
  await eventually(async () => expect((await done()).toSorted()).toEqual(wanted), { within: 60_000 })
  return gapMs
}

/** The node that leads the stage's queue. */
async function leader() {
  const text = await cluster.nodes[0]!.ctl('list_queues', 'name', 'leader')
  const name = text
    .split('\n')
    .find((line) => line.startsWith('market.report\t'))
    ?.split('\t')[1]
  const names = await Promise.all(cluster.nodes.map(async (node) => (await node.ctl('eval', 'node().')).trim()))
  return cluster.nodes[names.findIndex((one) => one.replaceAll("'", '') === name)]!
}
const say = (what: string, gapMs: number) => process.stdout.write(`${what}: longest gap ${Math.round(gapMs)} ms\n`)

test('the queues have their leaders on all nodes', async () => {
  const text = await cluster.nodes[0]!.ctl('list_queues', 'name', 'leader')
  const leaders = text
    .split('\n')
    .filter((line) => line.startsWith('market.'))
    .map((line) => line.split('\t')[1])
  const counts = Object.values(Object.groupBy(leaders, (name) => String(name))).map((own) => own!.length)
  expect(counts).toHaveLength(3)
  expect(Math.min(...counts)).toBeGreaterThan(leaders.length / 5)
})

test('a killed leader loses nothing, and nothing has its effect twice', async () => {
  const node = await leader()
  say('leader killed', await publishAll(300, () => node.kill()))
  await node.start()
}, 120_000)

test.runIf(isWhole)(
  'a frozen node loses nothing',
  async () => {
    const node = await leader()
    const gap = await publishAll(300, async () => {
      await node.freeze()
      await new Promise((done) => setTimeout(done, 30_000))
      await node.thaw()
    })
    say('leader frozen for 30 s', gap)
  },
  180_000,
)

test.runIf(isWhole)(
  'a rolling restart of all nodes loses nothing',
  async () => {
    const gap = await publishAll(2_000, async () => {
      for (const node of cluster.nodes) {
        await node.kill()
        await node.start()
      }
    })
    say('rolling restart', gap)
  },
  300_000,
)

test.runIf(isWhole)(
  'a memory alarm on one node holds publishers back, and then everything goes through',
  async () => {
    const [node] = cluster.nodes
    const gap = await publishAll(100, async () => {
      await node!.ctl('set_vm_memory_high_watermark', '0.00001')
      await new Promise((done) => setTimeout(done, 8_000))
      await node!.ctl('set_vm_memory_high_watermark', 'absolute', '512MiB')
    })
    say('memory alarm', gap)
  },
  120_000,
)

test('a list of which no host answers is one sentence that names the variable', async () => {
  const began = performance.now()
  const connecting = connectRabbitBroker('amqp://127.0.0.1:1,amqp://127.0.0.1:2', { log: silentLog })
  await expect(connecting).rejects.toThrow(
    /^AMQP_URL: none of the 2 brokers can be used \(127\.0\.0\.1:1: .*; start one/,
  )
  expect(performance.now() - began).toBeLessThan(10_000)
}, 20_000)

test('a user whom the broker refuses is named with the way out', async () => {
  const stranger = cluster.nodes[0]!.url.replace('guest:guest', 'nobody:secret')
  const connecting = connectRabbitBroker(stranger, { log: silentLog })
  await expect(connecting).rejects.toThrow(/^AMQP_URL: the broker cannot be used .*; give a user with configure/)
}, 20_000)
