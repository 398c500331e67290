import { createServer, type Server } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { emptyDatabase } from '../../harness/empty-database.ts'
import { eventually } from '../../harness/eventually.ts'
import { runOps } from '../../harness/run-ops.ts'
import { connectBroker } from '../../shared/broker/connect.ts'
import { startRelay } from '../../shared/broker/relay.ts'
import { silentLog } from '../../shared/log.ts'
import { outboxBacklog } from '../../shared/postgres/messaging/outbox.ts'
import { openCycle } from '../../shared/postgres/signals/cycles.ts'

const AT = new Date('2026-11-20T15:00:00Z')
/** The command gives up after a second; the rest is for a busy machine. A command that hangs takes longer than this. */
const ENDS_WITHIN_MS = 8_000

const database = testDatabase()
const silent: Server[] = []
afterAll(() => silent.map((server) => server.close()))

/** Takes connections and never sends a byte, like a frozen machine. */
async function silentPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  silent.push(server)
  await eventually(() => server.listening)
  return (server.address() as { port: number }).port
}

const ops = (args: string[], env: Record<string, string>) =>
  runOps(args, { DATABASE_URL: database.url, ...env }, { withinMs: ENDS_WITHIN_MS })

const portOf = { refuses: async () => 1, 'is silent': silentPort }

test.each(['refuses', 'is silent'] as const)(
  'ops dead list names what is unreachable when RabbitMQ %s',
  async (how) => {
    const port = await portOf[how]()
    const { code, err } = await ops(['dead', 'list'], { AMQP_URL: `amqp://guest:secret@127.0.0.1:${port}` })
    expect(err).toMatch(new RegExp(`^ops: RabbitMQ at 127.0.0.1:${port} cannot be reached \\(AMQP_URL\\): [^\n]+\n$`))
    expect(err).not.toContain('secret')
    expect(code).toBe(1)
  },
)

test.each(['refuses', 'is silent'] as const)(
  'ops cycle rerun names what is unreachable when Postgres %s',
  async (how) => {
    const port = await portOf[how]()
    const { code, err } = await ops(['cycle', 'rerun', 'c'], {
      DATABASE_URL: `postgres://u:secret@127.0.0.1:${port}/d`,
    })
    expect(err).toMatch(
      new RegExp(`^ops: Postgres at 127.0.0.1:${port} cannot be reached \\(DATABASE_URL\\): [^\n]+\n$`),
    )
    expect(err).not.toContain('secret')
    expect(code).toBe(1)
  },
)

test('ops names the variable of the address that it uses, which is the one without the pooler', async () => {
  const { code, err } = await ops(['cycle', 'list'], { DATABASE_DIRECT_URL: 'postgres://u:secret@127.0.0.1:1/d' })
  expect(err).toMatch(/^ops: Postgres at 127\.0\.0\.1:1 cannot be reached \(DATABASE_DIRECT_URL\): [^\n]+\n$/)
  expect(code).toBe(1)
})

test('ops reports a refusal when a server answers and refuses', async () => {
  const url = new URL(database.url)
  url.pathname = '/nobody_made_this'
  const { code, err } = await ops(['cycle', 'rerun', 'c'], { DATABASE_URL: url.href })
  expect(err).toMatch(
    /^ops: Postgres at [^ ]+ refuses ops \(DATABASE_URL\): database "nobody_made_this" does not exist\n$/,
  )
  expect(code).toBe(1)
})

test('ops cycle rerun needs no broker: the message waits in the outbox and is sent by a worker', async () => {
  const id = '2026-11-20T10:00'
  await openCycle(database.sql, {
    id,
    scheduledFor: AT,
    expected: ['fred'],
    deadline: AT,
    origin: 'scheduled',
    openedAt: AT,
  })
  await database.sql`update cycles set state = 'reported', cutoff = ${AT}`
  const { code, err } = await ops(['cycle', 'rerun', id], { AMQP_URL: 'amqp://127.0.0.1:1' })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(await outboxBacklog(database.sql)).toMatchObject({ unsent: 1 })
  const broker = await connectBroker({ databaseUrl: database.url }, silentLog)
  const relay = startRelay({ sql: database.sql, broker, log: silentLog }, { leftAfterMs: 0 })
  await eventually(async () => (await outboxBacklog(database.sql)).unsent === 0)
  const depths = await broker.depths()
  await relay.stop()
  await broker.close()
  expect(depths.find(({ stage }) => stage === 'signals')).toMatchObject({ ready: 1 })
})

test('ops lag names a database that was never migrated', async () => {
  const empty = await emptyDatabase()
  try {
    const { code, err } = await ops(['lag'], { DATABASE_URL: empty.url })
    expect(err).toMatch(/^ops: the database at \S+ \(DATABASE_URL\) has no tables of this service: run npm run migrate/)
    expect(code).toBe(1)
  } finally {
    await empty.drop()
  }
})
