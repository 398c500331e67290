import amqplib from 'amqplib'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'
import { runProcess } from '../../shared/run-process.ts'
import { openBareBoss } from './bare-boss.ts'
import { bareEffect } from './bare-effect.ts'
import { POOL_MAX } from './drain.ts'

/** A cycle passes as many queues from its last source to its report and what follows. */
const HOPS = 4

export interface HopsPlan {
  databaseUrl: string
  /** Null: pg-boss on the same database. */
  amqpUrl: string | null
}

interface Hops {
  /** Sends one message over all queues; resolves when the last one has committed its effect. */
  pass(id: string): Promise<void>
  close(): Promise<void>
}

const queueName = (hop: number): string => `bench-hop-${hop}`

/** Each queue waits with a consumer, which commits an effect, sends the message on with a confirm and acknowledges it. */
async function rabbitHops(sql: Pool, url: string): Promise<Hops> {
  const model = await amqplib.connect(url, { noDelay: true })
  const channel = await model.createConfirmChannel()
  const send = (hop: number, content: Buffer) =>
    new Promise<void>((done, fail) =>
      channel.sendToQueue(queueName(hop), content, { persistent: true }, (error) => (error ? fail(error) : done())),
    )
  let arrived = Promise.withResolvers<void>()
  for (let hop = 0; hop < HOPS; hop++) {
    await channel.assertQueue(queueName(hop), { durable: true, arguments: { 'x-queue-type': 'quorum' } })
    await channel.purgeQueue(queueName(hop))
    const handle = async (content: Buffer) => {
      await bareEffect(sql, JSON.parse(content.toString()) as { id: string })
      if (hop === HOPS - 1) arrived.resolve()
      else await send(hop + 1, content)
    }
    await channel.consume(queueName(hop), (message) => {
      handle(message!.content).then(() => channel.ack(message!), arrived.reject)
    })
  }
  return {
    async pass(id) {
      arrived = Promise.withResolvers()
      await send(0, Buffer.from(JSON.stringify({ id })))
      await arrived.promise
    },
    async close() {
      for (let hop = 0; hop < HOPS; hop++) await channel.deleteQueue(queueName(hop))
      await model.close()
    },
  }
}

/** One loop fetches from each queue as soon as something is there: no consumer of pg-boss could be faster. */
async function bossHops(sql: Pool, databaseUrl: string): Promise<Hops> {
  const boss = await openBareBoss(databaseUrl, 'bench_hops')
  for (let hop = 0; hop < HOPS; hop++) await boss.createQueue(queueName(hop))
  return {
    async pass(id) {
      await boss.insert(queueName(0), [{ data: { id } }])
      for (let hop = 0; hop < HOPS; hop++) {
        const [job] = await boss.fetch<{ id: string }>(queueName(hop))
        await bareEffect(sql, job!.data)
        if (hop < HOPS - 1) await boss.insert(queueName(hop + 1), [{ data: job!.data }])
        await boss.complete(queueName(hop), job!.id)
      }
    },
    close: () => boss.stop({ graceful: false }),
  }
}

await runProcess('hops', async () => {
  const { databaseUrl, amqpUrl } = JSON.parse(process.argv[2]!) as HopsPlan
  const sql = openPool(databaseUrl, { max: POOL_MAX, name: 'bench-hops' })
  await sql`create table effects (message_id text not null, stage text not null, worker text)`
  const hops = amqpUrl === null ? await bossHops(sql, databaseUrl) : await rabbitHops(sql, amqpUrl)
  process.on('message', async ({ id }: { id: string }) => {
    const started = performance.now()
    await hops.pass(id)
    process.send!({ ms: performance.now() - started })
  })
  process.send!({ ready: true })
  return async () => {
    await hops.close()
    await sql.end({ timeout: 1 })
  }
})
