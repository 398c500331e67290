import amqplib from 'amqplib'
import { rabbitNames } from '../../shared/broker/rabbitmq-topology.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { bareEffect } from './bare-effect.ts'
import { POOL_MAX, runDrain } from './drain.ts'

const OUTPUT = 'signals.computed'

/** The ceiling: consume, one commit of the effect, ack, from the stage's own queue. */
await runDrain(async ({ databaseUrl, amqpUrl, amqpPrefix, concurrency }) => {
  const sql = openPool(databaseUrl, { max: POOL_MAX, name: 'bench-bare' })
  const model = await amqplib.connect(amqpUrl!, { noDelay: true })
  const out = await model.createConfirmChannel()
  const { events, queue } = rabbitNames(amqpPrefix!)
  const publish = (content: Buffer) =>
    new Promise<void>((done, fail) =>
      out.publish(events, OUTPUT, content, { persistent: true, mandatory: true }, (error) =>
        error ? fail(error) : done(),
      ),
    )
  return {
    async drain({ messages, output }) {
      const channel = await model.createChannel()
      await channel.prefetch(concurrency)
      const done = Promise.withResolvers<void>()
      let settled = 0
      const handle = async (content: Buffer) => {
        await bareEffect(sql, JSON.parse(content.toString()) as { id: string })
        if (output) await publish(content)
      }
      await channel.consume(queue('signals'), (message) => {
        handle(message!.content).then(() => {
          channel.ack(message!)
          settled += 1
          if (settled === messages) done.resolve()
        }, done.reject)
      })
      await done.promise
      // The broker answers the close after it has read the acknowledgements before it.
      await channel.close()
    },
    async close() {
      await model.close()
      await sql.end({ timeout: 1 })
    },
  }
})
