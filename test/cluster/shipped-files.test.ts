import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNameServer } from '../../harness/cluster/name-server.ts'
import { initCluster, POSTGRES_15_BIN } from '../../harness/cluster/postgres-15.ts'
import { startRabbitNodes } from '../../harness/cluster/rabbitmq-cluster.ts'
import { openWorkshop, requireProgram, type Workshop } from '../../harness/cluster/server-process.ts'
import { eventually } from '../../harness/eventually.ts'
import { isClusterRun } from '../../harness/run-environment.ts'
import { connectRabbitBroker } from '../../shared/broker/rabbitmq-broker.ts'
import { freePort } from '../../shared/free-port.ts'
import { silentLog } from '../../shared/log.ts'
import { openPool, type PoolOptions } from '../../shared/postgres/server/db.ts'
import { migrate } from '../../shared/postgres/server/migrate.ts'
import { readCompose } from '../distributed/compose-file.ts'

/*
 * The files that compose.yaml ships to other people's servers, each loaded by such a server. Only hosts, ports and paths
 * are replaced, because docker's network is absent; each replacement must find what it replaces.
 */
const { services, configs } = readCompose('cluster')
const PASSWORD = 'of-this-test'
const WITHIN = { within: 60_000 }

/** A shipped text with other hosts, ports or paths. */
function shipped(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((now, [from, to]) => {
    expect(now).toContain(from)
    return now.replaceAll(from, to)
  }, text)
}
const config = (name: string, replacements: Readonly<Record<string, string>> = {}) =>
  shipped(configs[name]!.content, replacements)

let workshop: Workshop
const stops: (() => unknown)[] = []
beforeAll(async () => {
  workshop = await openWorkshop()
}, 180_000)
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
  await workshop?.remove()
}, 180_000)

/** A stub for a replica: it reports its name, and its readiness can be switched off. */
async function replica(host: string, port: number) {
  const state = { host, isReady: true, forwardedFor: '' }
  const server = createServer((request, response) => {
    if (request.url !== '/ready') state.forwardedFor = String(request.headers['x-forwarded-for'])
    response.statusCode = request.url === '/ready' && !state.isReady ? 503 : 200
    response.end(host)
  })
  stops.push(() => server.close())
  await new Promise<void>((done) => server.listen(port, host, done))
  return state
}

test('the balancer takes its file as it is, finds the replicas by name, and leaves one that is not ready', async () => {
  await requireProgram('/usr/sbin/haproxy', 'haproxy')
  await workshop.run('/usr/sbin/haproxy', '-c', '-f', await workshop.write('shipped.cfg', config('haproxy')))

  const [front, back] = [await freePort(), await freePort()]
  const replicas = [await replica('127.0.0.2', back), await replica('127.0.0.3', back)]
  const names = await startNameServer((name) => (name === 'api' ? replicas.map(({ host }) => host) : []))
  stops.push(names.stop)
  const text = config('haproxy', {
    '127.0.0.11:53': `127.0.0.1:${names.port}`,
    'bind :8000': `bind 127.0.0.1:${front}`,
    'api:8080': `api:${back}`,
  })
  await workshop.serve(front, '/usr/sbin/haproxy', '-db', '-f', await workshop.write('haproxy.cfg', text))
  const reached = async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const answer = await fetch(`http://127.0.0.1:${front}/`)
        return answer.ok ? await answer.text() : String(answer.status)
      }),
    )
    return [...new Set(answers)].sort()
  }
  await eventually(async () => expect(await reached()).toEqual(['127.0.0.2', '127.0.0.3']), WITHIN)
  replicas[0]!.isReady = false
  await eventually(async () => expect(await reached()).toEqual(['127.0.0.3']), WITHIN)

  // A replica trusts only the last address, so an address that a client invents must not be the last.
  await fetch(`http://127.0.0.1:${front}/`, { headers: { 'X-Forwarded-For': '203.0.113.9' } })
  expect(replicas[1]!.forwardedFor).toBe('203.0.113.9, 127.0.0.1')
}, 120_000)

async function onPool<T>(
  url: string,
  options: Partial<PoolOptions>,
  work: (sql: ReturnType<typeof openPool>) => Promise<T>,
): Promise<T> {
  const sql = openPool(url, { max: 2, name: 'test', ...options })
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
const urlOf = (port: number, { password = PASSWORD, database = 'market' } = {}) =>
  `postgres://market:${password}@127.0.0.1:${port}/${database}`

/** The shipped rules of access without those that let this machine in, where the servers have other addresses than here. */
const OTHER_MACHINES = { 'host all all 127.0.0.1/32 trust\n': '', 'host all all ::1/128 trust\n': '' }
/** Docker's image writes no socket to a folder that an ordinary user may not enter. */
const OUR_PLACE = "unix_socket_directories = ''\n"

/** The primary with the shipped command, and one database whose user has a password, as the image makes them. */
async function startPrimary() {
  await requireProgram(`${POSTGRES_15_BIN}/postgres`, 'postgresql-15')
  const port = await freePort()
  const folder = `${workshop.folder}/primary`
  await initCluster(workshop, folder)
  await workshop.run('/bin/sh', '-c', `echo "${OUR_PLACE}" >> ${folder}/postgresql.conf`)
  const open = await workshop.write('open_hba.conf', 'host all all all trust\n')
  const [program, ...args] = services.postgres!.command!
  const hba = await workshop.write('pg_hba.conf', config('pg_hba', OTHER_MACHINES))
  const startWith = (rules: string) =>
    workshop.serve(
      port,
      `${POSTGRES_15_BIN}/${program}`,
      '-D',
      folder,
      '-p',
      String(port),
      ...args.map((arg) => arg.replace('/etc/postgresql/pg_hba.conf', rules)),
    )
  const first = await startWith(open)
  await eventually(
    () =>
      onPool(urlOf(port, { database: 'postgres' }), {}, async (sql) => {
        await sql.unsafe(`alter role market password '${PASSWORD}'`)
        await sql`create database market`
      }),
    WITHIN,
  )
  await first.stop('SIGINT')
  await startWith(hba)
  await eventually(() => onPool(urlOf(port), {}, (sql) => migrate(sql)), WITHIN)
  return { port, hba }
}

test('Postgres, its standby and the pooler run with their shipped settings and let in who has the password', async () => {
  const primary = await startPrimary()
  expect(await onPool(urlOf(primary.port), {}, (sql) => sql`show wal_keep_size`)).toMatchObject([
    { wal_keep_size: '1GB' },
  ])
  const stranger = { password: 'wrong' }
  await expect(onPool(urlOf(primary.port, stranger), {}, (sql) => sql`select 1`)).rejects.toThrow(/password/)

  const standby = await freePort()
  const folder = `${workshop.folder}/standby`
  const secret = await workshop.write('postgres_password', PASSWORD)
  const [shell, flags, script] = services['postgres-standby']!.command!
  const ran = shipped(script!, {
    $$: '$',
    'install -d -o postgres -g postgres': 'install -d',
    'gosu postgres ': '',
    '/run/secrets/postgres_password': secret,
    '/etc/postgresql/pg_hba.conf': primary.hba,
    // The standby has its own port here, and its primary another one.
    'pg_basebackup ': `pg_basebackup -p ${primary.port} `,
  })
  const { PGUSER } = services['postgres-standby']!.environment
  const env = [
    `PATH=${POSTGRES_15_BIN}:/usr/bin:/bin`,
    `PGDATA=${folder}`,
    'PGHOST=127.0.0.1',
    `PGUSER=${PGUSER}`,
    `PGPORT=${standby}`,
  ]
  await workshop.serve(standby, '/usr/bin/env', '-i', ...env, `/bin/${shell}`, flags!, ran)
  await eventually(async () => {
    const [row] = await onPool(
      urlOf(standby),
      { standby: true },
      (sql) => sql`
      select pg_is_in_recovery() as "isStandby", (select count(*)::integer from schema_migrations) as migrations`,
    )
    expect(row!.isStandby).toBe(true)
    expect(row!.migrations).toBeGreaterThan(10)
  }, WITHIN)

  await requireProgram('/usr/sbin/pgbouncer', 'pgbouncer')
  const pooler = await freePort()
  const users = await workshop.write('pgbouncer_users', `"market" "${PASSWORD}"\n`)
  const ini = config('pgbouncer', {
    'host=postgres port=5432': `host=127.0.0.1 port=${primary.port}`,
    'listen_addr = 0.0.0.0': 'listen_addr = 127.0.0.1',
    'listen_port = 6432': `listen_port = ${pooler}`,
    '/run/secrets/pgbouncer_users': users,
  })
  await workshop.serve(pooler, '/usr/sbin/pgbouncer', await workshop.write('cluster.ini', ini))
  const pooled = { pooled: true, max: 20, readOnly: true }
  const answers = await onPool(urlOf(pooler), pooled, (sql) =>
    Promise.all(Array.from({ length: 40 }, (_, at) => sql`select ${at}::integer as at`)),
  )
  expect(answers.map(([row]) => row!.at)).toEqual(Array.from({ length: 40 }, (_, at) => at))
  await expect(onPool(urlOf(pooler, stranger), pooled, (sql) => sql`select 1`)).rejects.toThrow(/SASL|auth|password/)
}, 300_000)

test.runIf(isClusterRun)(
  'three brokers form one cluster from their shipped settings, with the account of the secret',
  async () => {
    const settings = config('rabbitmq_settings').split('\n')
    const account = ['default_user = market', `default_pass = ${PASSWORD}`]
    const peers = Object.keys(services).filter((name) => name.startsWith('rabbitmq'))
    const { nodes, stop } = await startRabbitNodes(peers.length, (names) => {
      const known = peers.map((peer, at) => [`= rabbit@${peer}\n`, `= ${names[at]}\n`] as const)
      const list = config('rabbitmq_peers', Object.fromEntries(known)).split('\n')
      // The first node has no list of peers: without the profile it is alone.
      return peers.map((_, at) => [...settings, ...account, ...(at === 0 ? [] : list)])
    })
    stops.push(stop)
    await eventually(async () => {
      const status = JSON.parse(await nodes[0]!.ctl('cluster_status', '--formatter', 'json')) as {
        running_nodes: string[]
      }
      expect(status.running_nodes).toHaveLength(3)
    }, WITHIN)
    const url = nodes.map((node) => node.url.replace('guest:guest', `market:${PASSWORD}`)).join(',')
    const broker = await connectRabbitBroker(url, { log: silentLog })
    expect(await broker.deadLetters()).toEqual([])
    await broker.close()
  },
  400_000,
)
