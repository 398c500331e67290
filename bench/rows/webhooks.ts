import { eventually } from '../../harness/eventually.ts'
import type { NewEvent } from '../../shared/domain/contract/event.ts'
import { appendEvents, PUBLIC_LOG } from '../../shared/postgres/events/events.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { readDeliveredEvent } from '../../shared/postgres/webhooks/deliveries.ts'
import { insertWebhook } from '../../shared/postgres/webhooks/webhooks.ts'
import { deliveryBody } from '../../shared/webhooks/delivery-body.ts'
import { newSecret } from '../../shared/webhooks/sign-delivery.ts'
import { openMarket, WORKER } from '../market.ts'
import type { PostsOrder } from '../measured/bare-posts.ts'
import type { RatioRow } from '../row.ts'

/** As many as one endpoint is sent at a time. */
const CONCURRENCY = 16

let made = 0
const eventOf = (): NewEvent => ({
  key: `bench-${++made}`,
  kind: 'alert',
  subject: 'VIX_PANIC',
  severity: 'critical',
  title: 'VIX 31.4 index points, at or above 30.',
  at: new Date(),
  data: { number: made },
  cycleId: null,
  origin: 'scheduled',
})

const delivered = (sql: Pool, count: number) =>
  eventually(
    async () => {
      const [row] = await sql<[{ done: number }]>`
        select count(*)::integer as done from webhook_deliveries as d where d.state = 'delivered'`
      return row.done >= count
    },
    { within: 300_000 },
  )

export const webhooks: RatioRow = {
  kind: 'ratio',
  id: 'webhooks',
  figure: 'deliveries of one endpoint, from the commit of the events on',
  unit: 'per s',
  better: 'higher',
  ceiling: 'a bare undici loop that posts the same body',
  goal: null,
  async open(rig) {
    const count = rig.quick ? 100 : 1_000
    const { database, env } = await openMarket(rig, { at: '03:00' })
    const { sql } = database
    const receiver = rig.start('bench/measured/webhook-receiver.ts')
    const { url } = await receiver.heard<{ url: string }>()
    const posts = rig.start('bench/measured/bare-posts.ts')
    await posts.heard()
    const settings = { name: 'bench', url, kinds: [], severities: [], enabled: true, warning: null }
    await sql.begin((tx) => insertWebhook(tx, { ...settings, secret: newSecret() }, 1))
    const local = { ...env, WEBHOOKS_ALLOW_LOCAL: '1' }
    rig.start(WORKER, { args: ['--scheduler'], env: local })
    rig.start(WORKER, { args: ['--stages', 'webhooks'], env: local, measured: 'webhooks' })

    let sent = 0
    async function ours(events: number): Promise<number> {
      const all = receiver.ask({ count: events })
      const began = performance.now()
      await sql.begin((tx) => appendEvents(tx, Array.from({ length: events }, eventOf)))
      await all
      const seconds = (performance.now() - began) / 1_000
      sent += events
      // The next round begins with no message being handled.
      await delivered(sql, sent)
      return events / seconds
    }
    await ours(rig.quick ? 10 : 200)
    const [first] = await sql<[{ id: number }]>`
      select min(e.id) as id from events as e where e.log = ${PUBLIC_LOG} and e.hash is not null`
    const body = deliveryBody((await readDeliveredEvent(sql, first.id))!)
    return {
      ours: () => ours(count),
      async ceiling() {
        const order: PostsOrder = { url, body, count, concurrency: CONCURRENCY }
        return count / (await posts.ask<{ seconds: number }>(order)).seconds
      },
      note: () => `${count} events, ${Buffer.byteLength(body)} bytes each; ours are signed, recorded and never lost`,
    }
  },
}
