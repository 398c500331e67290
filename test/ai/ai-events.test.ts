import { beforeEach, expect, test } from 'vitest'
import { loggedEvents } from '../../harness/log-events.ts'
import { readsOfDay } from '../../shared/postgres/ai/ai-reads.ts'
import { flipLevel } from '../../shared/postgres/ai/flip-level.ts'
import { reserveEventFire } from '../../shared/postgres/alerts/event-fires.ts'
import { saveMinute } from '../../shared/postgres/market/minutes.ts'
import { saveObservations } from '../../shared/postgres/market/observations.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { openEventReads } from '../../workers/schedule/ai-slots.ts'
import { aiWorld, DAY, et } from './support/ai-world.ts'

const world = aiWorld()
beforeEach(async () => {
  await world.reset()
  await world.sql`update event_budget set day = null, used = 0, last_granted_at = null`
})

const idsOf = async () => (await readsOfDay(world.sql, DAY)).map(({ id, state }) => `${id} ${state}`)
const spyAt = (at: Date, price: number, quotedAt = at) =>
  world.sql.begin((tx) =>
    saveMinute(
      tx,
      { minute: at, collectedAt: at, reason: null, origin: 'scheduled' },
      [
        {
          symbol: 'SPY',
          price,
          quotedAt,
          previousClose: null,
          open: null,
          high: null,
          low: null,
          bid: null,
          ask: null,
          volume: null,
        },
      ],
      'minute',
    ),
  )

/** A wire that fired: what the stage of the tripwires does in one transaction. */
const fire = (at: Date, key: string) =>
  world.sql.begin(async (tx) => {
    const { granted } = await reserveEventFire(tx, { key, source: 'wire', subject: 'vix_20', cause: 'it held', at })
    return granted ? await openEventReads(tx, { at, fireKey: key, stages: ['ai1', 'ai2'] }) : null
  })

test('a wire that fired runs both stages of a cycle of its own, as an event', async () => {
  const messages = await fire(et('11:03'), 'wire/vix_20:a')
  expect(messages!.map(({ id }) => id)).toEqual([`ai:ai1:event/${DAY}T11:03:00#1`])
  await world.send(messages!)
  await world.tick(et('11:03'), null)
  expect((await idsOf()).filter((id) => id.includes('event'))).toEqual([
    `ai1:event/${DAY}T11:03:00 written`,
    `ai2:event/${DAY}T11:03:00 written`,
  ])
  const [verdict] = await world.sql`select v.origin from ai_verdicts as v`
  expect(verdict!.origin).toBe('event')
  const told = (await loggedEvents(world.sql, { after: 0, before: null, kinds: ['verdict'], limit: 10 })).at(-1)!
  expect(told.title).toMatch(
    /^A verdict was written\. By the closes of Wed 18 Nov 2026, its risk band is \w+, and a \w+ move /,
  )
  expect(told.data.closes_of).toBe('2026-11-18')
})

test('a slot whose standing verdict is stale opens AI-2 of its own cycle and spends one fire', async () => {
  await spyAt(et('09:39'), 600)
  await world.tick(et('09:40'), null)
  await spyAt(et('11:59'), 603)
  await world.tick(et('12:00'), null)
  await world.tick(new Date(et('12:00').getTime() + 95_000), null)
  await world.tick(new Date(et('12:00').getTime() + 97_000), null)
  const fires = await world.sql<{ source: string; cause: string }[]>`select f.source, f.cause from event_fires as f`
  expect(fires).toEqual([{ source: 'escalation', cause: expect.stringMatching(/^SPY has moved by 0.50 %/) }])
  const cycles = await world.sql<{ cycle: string; origin: string }[]>`
    select v.cycle_id as cycle, v.origin from ai_verdicts as v order by v.as_of`
  expect(cycles).toEqual([
    { cycle: `${DAY}T09:40`, origin: 'scheduled' },
    { cycle: `${DAY}T12:00`, origin: 'event' },
  ])
})

test.each(['{}', '{"risk":{},"what_flips_it":1}', 'null'])(
  'a standing verdict that cannot be read (%s) is replaced, and no state of the market waits for it',
  async (document) => {
    await world.tick(et('09:40'), null)
    await world.sql`alter table ai_verdicts disable trigger all`
    await world.sql`update ai_verdicts set document = ${document}`
    await world.sql`alter table ai_verdicts enable trigger all`
    expect(await flipLevel(world.sql, et('11:59'))).toBe('the newest verdict cannot be read')
    await world.tick(et('12:00'), null)
    await world.tick(new Date(et('12:00').getTime() + 95_000), null)
    await world.tick(new Date(et('12:00').getTime() + 97_000), null)
    const fires = await world.sql<{ cause: string }[]>`select f.cause from event_fires as f`
    expect([...fires]).toEqual([{ cause: 'the standing verdict cannot be read' }])
    expect(await flipLevel(world.sql, et('12:03'))).toBe('no watch-line of the newest verdict is a price of SPY')
  },
)

test('what the market moved in the night before a verdict does not make it stale', async () => {
  const close = { series: 'spy_close', day: tradingDay('2026-11-19'), value: 620, source: 'market' } as const
  await saveObservations(world.sql, [{ ...close, knownAt: et('20:00', '2026-11-19'), origin: 'scheduled' }])
  // The feed is a quarter of an hour late: at 09:40 it still shows the last close.
  await spyAt(et('09:40'), 620, et('16:00', '2026-11-19'))
  await world.tick(et('09:40'), null)
  await spyAt(et('09:55'), 600, et('09:40'))
  await spyAt(et('12:00'), 600.5, et('11:45'))
  await world.tick(et('12:00'), null)
  await world.tick(new Date(et('12:00').getTime() + 95_000), null)
  expect(await world.sql`select 1 from event_fires`).toHaveLength(0)
})

test('at 15:30 a stale verdict spends nothing, because AI-2 runs anyway', async () => {
  await spyAt(et('09:39'), 600)
  await world.tick(et('09:40'), null)
  await spyAt(et('15:29'), 620)
  await world.tick(et('15:30'), null)
  await world.tick(new Date(et('15:30').getTime() + 95_000), null)
  expect(await world.sql`select 1 from event_fires`).toHaveLength(0)
  expect(await world.sql`select 1 from ai_verdicts`).toHaveLength(2)
})

test('on a half-day no event gets a fire', async () => {
  const at = et('11:00', '2026-11-27')
  expect(await fire(at, 'wire/vix_20:half')).toBeNull()
  const [row] = await world.sql<{ reason: string }[]>`select f.reason from event_fires as f`
  expect(row!.reason).toBe('no event-driven reads on a half-day')
})
