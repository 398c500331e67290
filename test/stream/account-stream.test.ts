import { EventSource } from 'eventsource'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { sequenceAll } from '../../harness/log-events.ts'
import { ACCOUNTS, ask } from '../trading/replicas.ts'
import { openStream } from './open-stream.ts'
import { idsOf, listening, snapshotOf, streamWorld } from './stream-world.ts'

const streams = streamWorld()
const { world, log, latest } = streams

describe('the stream of an account', () => {
  const path = '/api/v1/trading/stream'

  test('sends fills and what an admin did, of this account only', async () => {
    const agent = await world.account()
    const other = await world.account()
    await sequenceAll(world.sql)
    const stream = await openStream(`${streams.base}${path}`, { authorization: `Bearer ${agent.token}` })
    expect((await snapshotOf(stream)).data.state).toMatchObject({ cash: 100_000, positions: [] })
    await other.bought()
    const trade = await agent.bought()
    await sequenceAll(world.sql)
    const fill = await stream.until(({ type }) => type === 'fill')
    expect(fill.data).toMatchObject({
      kind: 'fill',
      subject: 'SPY',
      title: 'Filled: buy 1 SPY at 600.01.',
      data: { trade_id: trade.body.trade_id, side: 'buy', quantity: 1, price: 600.01 },
    })
    const page = (await agent.ask({ url: '/api/v1/trading/events' })).body
    expect(page.events.map((one: { subject: string }) => one.subject)).toEqual([
      'created',
      'token_created',
      'limits_changed',
      'SPY',
    ])
    expect(page.events.at(-1)).toEqual(fill.data)
    expect(idsOf(stream)).toEqual([page.latest_id])
  })

  test('a ticket opens one stream on any replica, and a revoked token ends it', async () => {
    const agent = await world.account()
    const { status, body } = await agent.ask({ method: 'POST', url: `${path}/ticket` }, world.two)
    expect(status).toBe(201)
    const stream = await openStream(`${streams.base}${path}?ticket=${body.ticket}`)
    await snapshotOf(stream)
    expect((await fetch(`${streams.base}${path}?ticket=${body.ticket}`)).status).toBe(401)
    expect((await fetch(`${streams.base}${path}`)).status).toBe(401)
    const revoked = await ask(world.two, {
      method: 'DELETE',
      url: `${ACCOUNTS}/${agent.account_id}/tokens/${agent.token_id}`,
    })
    expect(revoked.statusCode).toBeLessThan(300)
    await stream.ended
    expect(stream.frames.at(-1)).toMatchObject({ type: 'close', data: { reason: 'the token has ended' } })
  })

  test('a ticket runs out after 30 seconds', async () => {
    const agent = await world.account()
    const { body } = await agent.ask({ method: 'POST', url: `${path}/ticket` })
    await world.sql`update stream_tickets set expires_at = expires_at - interval '31 seconds'`
    expect((await fetch(`${streams.base}${path}?ticket=${body.ticket}`)).status).toBe(401)
  })
})

test('an EventSource resumes across a restart of the replica with every event once', async () => {
  const first = await world.replica()
  const address = new URL(await listening(first))
  const got: number[] = []
  const source = new EventSource(`${address.origin}/api/v1/agents/stream`)
  const begun = new Promise((resolve) => source.addEventListener('snapshot', resolve, { once: true }))
  source.addEventListener('alert', ({ lastEventId }) => got.push(Number(lastEventId)))
  await begun
  const from = await latest()
  await log({}, {})
  await eventually(() => got.length === 2)
  await first.close()
  await log({}, {}, {})
  const again = await world.replica()
  await again.listen({ port: Number(address.port), host: '127.0.0.1' })
  await eventually(() => got.length >= 5)
  source.close()
  expect(got).toEqual([1, 2, 3, 4, 5].map((at) => from + at))
})
