import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaders } from '../../harness/cluster/rabbitmq-cluster.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { answers } from '../../harness/rabbitmq-node.ts'
import { isClusterRun } from '../../harness/run-environment.ts'
import { type BrokerUnderFaults, openBrokerUnderFaults, QUEUE } from './broker-under-faults.ts'

/** `npm run test:cluster` takes all cases; otherwise only a leader is killed. */
/** Messages that have to wait during an alarm before it ends. */
const WAITING = 50

const db = testDatabase()
let world: BrokerUnderFaults
beforeAll(async () => {
  world = await openBrokerUnderFaults(db.sql)
}, 300_000)
afterAll(() => world?.end(), 60_000)

test('the queues have their leaders on all nodes', async () => {
  const names = (await leaders(world.cluster.nodes)).map(([, node]) => node)
  const counts = Object.values(Object.groupBy(names, (name) => name)).map((own) => own!.length)
  expect(counts).toHaveLength(3)
  expect(Math.min(...counts)).toBeGreaterThan(names.length / 5)
})

test('each message has one effect when a leader is killed before its first message', async () => {
  const node = await world.cluster.leaderOf(QUEUE)
  await world.during('leader killed', () => node.kill())
  await node.start()
}, 200_000)

test.runIf(isClusterRun)(
  'each message has one effect when a leader is frozen for 30 s',
  async () => {
    const node = await world.cluster.leaderOf(QUEUE)
    await world.during('leader frozen for 30 s', async () => {
      await node.freeze()
      await sleep(30_000)
      await node.thaw()
    })
  },
  300_000,
)

test.runIf(isClusterRun)(
  'each message has one effect when all nodes are restarted, one after the other',
  async () => {
    await world.during('rolling restart', () => world.cluster.restartEach())
  },
  300_000,
)

test.runIf(isClusterRun)(
  'the outbox waits while one node has a memory alarm, and drains after it',
  async () => {
    const [node] = world.cluster.nodes
    await world.during('memory alarm', async () => {
      await node!.ctl('set_vm_memory_high_watermark', '0.00001')
      await eventually(async () => expect(await world.unsent()).toBeGreaterThan(WAITING))
      await node!.ctl('set_vm_memory_high_watermark', 'absolute', '512MiB')
    })
  },
  200_000,
)

test.runIf(isClusterRun)(
  'each message has one effect when the leader is cut off from the other nodes',
  async () => {
    const node = await world.cluster.leaderOf(QUEUE)
    const port = Number(new URL(node.url).port)
    await world.during('minority cut off', async () => {
      await world.cluster.cutOff(node)
      // It pauses itself, so that two halves never both take messages.
      await eventually(async () => expect(await answers(port)).toBe(false), { within: 60_000 })
      await world.cluster.rejoin(node)
      await eventually(async () => expect(await answers(port)).toBe(true), { within: 60_000 })
    })
  },
  300_000,
)
