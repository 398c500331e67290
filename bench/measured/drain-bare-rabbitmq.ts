import amqplib from 'amqplib'
import { rabbitNames } from '../../shared/broker/rabbitmq-topology.ts'
import { openPool } from '../../shared/postgres/db.ts'
import { bareEffect } from './bare-effect.ts'
import { POOL_MAX, runDrain } from './drain.ts'

/** The ceiling: consume, one commit of the effect, ack, from the stage's own queue. */
await runDrain(async ({ databaseUrl, amqpUrl, amqpPrefix, concurrency }) => {
  const sql = openPool(databaseUrl, { max: POOL_MAX, name: 'bench-bare' })
  const model = await amqplib.connect(amqpUrl!, { noDelay: true })
  return {
    async drain({ messages, effect }) {
      const channel = await model.createChannel()
      await channel.prefetch(concurrency)
      const done = Promise.withResolvers<void>()
      let settled = 0
      await channel.consume(rabbitNames(amqpPrefix!).queue('signals'), (message) => {
        bareEffect(sql, effect, JSON.parse(message!.content.toString()) as { id: string }).then(() => {
          channel.ack(message!)
          settled += 1
          if (settled === messages) done.resolve()
        }, done.reject)
      })
      await done.promise
      // Answers when the acknowledgements before it have been read.
      await channel.close()
    },
    async close() {
      await model.close()
      await sql.end({ timeout: 1 })
    },
  }
})
