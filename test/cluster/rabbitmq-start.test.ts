import { join } from 'node:path'
import amqplib, { type ConfirmChannel } from 'amqplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signalsComputed } from '../../harness/broker/messages.ts'
import { type Certificates, makeCertificates } from '../../harness/cluster/certificates.ts'
import { type OddBroker, olderBroker, stranger } from '../../harness/cluster/odd-brokers.ts'
import { startTlsRabbit, type TlsRabbit } from '../../harness/cluster/rabbitmq-tls.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { REPOSITORY } from '../../harness/product.ts'
import { runToEnd, startProcess } from '../../harness/run-to-end.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { connectRabbitBroker } from '../../shared/broker/rabbitmq-broker.ts'
import { silentLog } from '../../shared/log.ts'

const db = testDatabase()
const odd: OddBroker[] = []
let certificates: Certificates
let broker: TlsRabbit
beforeAll(async () => {
  certificates = await makeCertificates()
  broker = await startTlsRabbit(certificates)
  await broker.node.ctl('add_user', 'nobody', 'secret')
  odd.push(await olderBroker(broker.node.url), await stranger('AMQP\0\x01\0\0'), await stranger('HTTP/1.1 400 Bad\r\n'))
}, 300_000)
afterAll(async () => {
  for (const one of odd) one.close()
  await broker?.node.stop()
  await certificates?.remove()
})

const as = (user: string) => broker.node.url.replace('guest:guest', user)
const tls = () => ({ AMQP_URL: broker.tlsUrl, AMQP_CA_FILE: certificates.authority })

/** What is wrong, the environment that has it, and the sentence that the worker ends with. */
const REFUSALS: readonly [string, () => Record<string, string>, RegExp][] = [
  [
    'a list of which no host answers',
    () => ({ AMQP_URL: 'amqp://127.0.0.1:1,amqp://127.0.0.1:2' }),
    /^worker: AMQP_URL: none of the 2 brokers can be used \(127\.0\.0\.1:1: .*ECONNREFUSED.*\); start one or correct the/,
  ],
  [
    'a user whom the broker does not know',
    () => ({ AMQP_URL: as('stranger:secret') }),
    /^worker: AMQP_URL: the broker cannot be used .*ACCESS.REFUSED.*; give a user with configure, write and read rights/,
  ],
  [
    'a user without rights',
    () => ({ AMQP_URL: as('nobody:secret') }),
    /^worker: AMQP_URL: the broker cannot be used .*; give a user with configure, write and read rights/,
  ],
  [
    'a broker that is too old',
    () => ({ AMQP_URL: odd[0]!.url }),
    /^worker: AMQP_URL: .*RabbitMQ 3\.9\.0* is too old, 3\.10 or newer is needed\); upgrade it$/,
  ],
  [
    'a broker with another version of the protocol',
    () => ({ AMQP_URL: odd[1]!.url }),
    /^worker: AMQP_URL: .*; give the address of a RabbitMQ server that speaks AMQP 0-9-1$/,
  ],
  [
    'a server with another protocol',
    () => ({ AMQP_URL: odd[2]!.url }),
    /^worker: AMQP_URL: .*; give the address of a RabbitMQ server that speaks AMQP 0-9-1$/,
  ],
  [
    'a certificate of an authority that is not trusted',
    () => ({ AMQP_URL: broker.tlsUrl }),
    /^worker: AMQP_URL: .*; give the authority that signed its certificate in AMQP_CA_FILE$/,
  ],
  [
    "a stranger's certificate",
    () => ({ AMQP_URL: broker.tlsUrl, AMQP_CA_FILE: certificates.stranger }),
    /^worker: AMQP_URL: .*; give the authority that signed its certificate in AMQP_CA_FILE$/,
  ],
  [
    'no client certificate where the broker asks for one',
    tls,
    /^worker: AMQP_URL: .*; amqps needs the TLS port and, where the broker asks, AMQP_CERT_FILE$/,
  ],
  [
    'TLS at a port without it',
    () => ({ AMQP_URL: broker.node.url.replace('amqp:', 'amqps:'), AMQP_CA_FILE: certificates.authority }),
    /^worker: AMQP_URL: .*; amqps needs the TLS port and, where the broker asks, AMQP_CERT_FILE$/,
  ],
  [
    'a client certificate without its key',
    () => ({ AMQP_URL: broker.tlsUrl, AMQP_CERT_FILE: certificates.client.cert }),
    /^worker: AMQP_KEY_FILE: required together with the other one$/,
  ],
  [
    'a file that is not there',
    () => ({ AMQP_URL: broker.tlsUrl, AMQP_CA_FILE: '/nowhere/ca.pem' }),
    /^worker: AMQP_CA_FILE: the file cannot be read/,
  ],
]

test.concurrent.each(REFUSALS)('a worker ends with one sentence: %s', async (title, env, sentence) => {
  const { code, said, ms } = await runToEnd(['workers/main.ts', '--stages', 'report'], {
    DATABASE_URL: db.url,
    ...env(),
  })
  process.stdout.write(`${title}: after ${Math.round(ms)} ms: ${said}`)
  expect(said.trimEnd()).toMatch(sentence)
  expect(said.trimEnd().split('\n')).toHaveLength(1)
  expect(code).toBe(1)
})

test('a worker starts with a client certificate, and warns of the broker in its list that is dead', async () => {
  const { cert, key } = certificates.client
  const worker = startProcess(['workers/main.ts', '--stages', 'report'], {
    DATABASE_URL: db.url,
    AMQP_URL: `amqps://guest:guest@127.0.0.1:1,${broker.tlsUrl}`,
    AMQP_CA_FILE: certificates.authority,
    AMQP_CERT_FILE: cert,
    AMQP_KEY_FILE: key,
  })
  await eventually(() => worker.said().includes('broker_host_away'), { within: 60_000 })
  expect(worker.said()).toMatch(/"host":"127\.0\.0\.1:1".*"variable":"AMQP_URL"/)
  await eventually(
    async () => (await broker.node.ctl('list_queues', 'name', 'consumers')).includes('market.report\t1'),
    { within: 60_000 },
  )
  worker.child.kill('SIGTERM')
  expect(await worker.ended).toBe(0)
})

test('a replica of the API ends with one sentence when its list of brokers has no URL', async () => {
  const { code, said } = await runToEnd(['api/main.ts'], { DATABASE_URL: db.url, AMQP_URL: 'rabbit:5672,' })
  expect([code, said]).toEqual([1, expect.stringMatching(/^api: AMQP_URL: [^\n]+\n$/)])
})

describe('the users of docs/rabbitmq-users.sh', () => {
  const worker = () => as('market-worker:worker-secret')
  const ops = () => as('market-ops:ops-secret')
  beforeAll(async () => {
    const passwords = { WORKER_PASSWORD: 'worker-secret', OPS_PASSWORD: 'ops-secret' }
    const script = join(REPOSITORY, 'docs/rabbitmq-users.sh')
    await broker.node.script(script, { WORKER_PASSWORD: 'earlier', OPS_PASSWORD: 'earlier' })
    await broker.node.script(script, passwords)
    await broker.node.ctl('add_vhost', 'other')
    const admin = await amqplib.connect(broker.node.url)
    const channel = await admin.createChannel()
    await channel.assertQueue('payroll')
    await admin.close()
  }, 120_000)

  /** How the broker answers one request of a user: 403 where it is not allowed. */
  async function answer(url: string, request: (channel: ConfirmChannel) => Promise<unknown>): Promise<number> {
    const model = await amqplib.connect(url)
    model.on('error', () => {})
    const channel = await model.createConfirmChannel()
    const refused = new Promise<number>((done) => channel.on('error', ({ code }: { code: number }) => done(code)))
    const allowed = request(channel).then(
      () => 200,
      () => refused,
    )
    const code = await Promise.race([allowed, refused])
    await model.close().catch(() => {})
    return code
  }
  const declare = (queue: string) => (channel: ConfirmChannel) => channel.assertQueue(queue)
  const remove = (queue: string) => (channel: ConfirmChannel) => channel.deleteQueue(queue)
  const read = (queue: string) => (channel: ConfirmChannel) => channel.get(queue)
  const publish = (exchange: string) => async (channel: ConfirmChannel) => {
    channel.publish(exchange, 'key', Buffer.from('{}'))
    await channel.waitForConfirms()
  }

  test('a worker declares, publishes and reads what is named after the service, and nothing else', async () => {
    const connected = await connectRabbitBroker(worker(), { log: silentLog })
    await connected.publish([toEnvelope(signalsComputed('rights'))])
    await connected.close()
    for (const request of [declare('market-other'), remove('payroll'), read('payroll'), publish('amq.topic')])
      expect(await answer(worker(), request)).toBe(403)
    await expect(amqplib.connect(`${worker()}/other`)).rejects.toThrow()
  })

  test('ops count messages and put dead letters back, but declare, delete and publish nothing', async () => {
    const letter = (channel: ConfirmChannel) => {
      channel.sendToQueue('market.grading.dead', Buffer.from('{"id":"rights"}'))
      return channel.waitForConfirms()
    }
    expect(await answer(worker(), letter)).toBe(200)
    const connected = await connectRabbitBroker(ops(), { log: silentLog, isOperator: true })
    const letters = await connected.deadLetters({ stage: 'grading' })
    expect(letters).toHaveLength(1)
    await connected.redrive(letters)
    const depths = await connected.depths()
    expect(depths.find(({ stage }) => stage === 'grading')).toMatchObject({ ready: 1, dead: 0 })
    await connected.close()
    const forbidden = [declare('market.new'), remove('market.report'), read('payroll'), publish('market.events')]
    for (const request of forbidden) expect(await answer(ops(), request)).toBe(403)
  })

  test('there are no other users, and neither of the two may manage the server', async () => {
    const users = (await broker.node.ctl('list_users')).split('\n').filter((line) => line.startsWith('market-'))
    expect(users.toSorted()).toEqual(['market-ops\t[]', 'market-worker\t[]'])
  })
})
