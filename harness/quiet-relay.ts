import { enqueue } from '../shared/broker/enqueue.ts'
import type { Relay } from '../shared/broker/relay.ts'

/** Makes a relay without a broker: messages stay in the outbox, where a test reads them. */
export const quietRelay = (): Relay => ({
  handOver: () => {},
  isPublishing: () => false,
  transaction: async (sql, work) => {
    const result = await sql.begin(async (tx) => {
      const done = await work(tx)
      await enqueue(tx, done.messages)
      return { value: done.result }
    })
    return result.value
  },
  stop: async () => {},
})
