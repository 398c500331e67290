import { beforeEach, expect, test } from 'vitest'
import { sourceWeeks } from '../../api/status/status-view.ts'
import { openServiceTime } from '../../shared/postgres/server/service-time.ts'
import { lockCycle, openCycle } from '../../shared/postgres/signals/cycles.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { ingestWorld } from './support/ingest-world.ts'

const AT = instantAt(tradingDay('2026-11-20'), '10:00')
const MINUTE_MS = 60_000
const world = ingestWorld(AT)

beforeEach(async () => {
  await world.sql`truncate inbox, outbox, source_runs, observations, quotes, minutes, minute_quotes, cycles, cycle_arrivals,
    events, source_states, service_time, service_pauses restart identity cascade`
  await openServiceTime(world.sql, AT, { speed: 0, reason: 'test' })
})

const runs = () => world.sql`select r.source, r.ok, r.requests from source_runs as r`

test('a source’s own request that waited for the broker is still asked, because the next one may be a week away', async () => {
  await world.ask('cot', { waitedMs: 45 * MINUTE_MS })
  expect([...(await runs())]).toEqual([{ source: 'cot', ok: 1, requests: 1 }])
})

test('a request of a cycle that came too late calls no vendor and is not a failure of its source', async () => {
  const deadline = new Date(AT.getTime() + MINUTE_MS)
  await openCycle(world.sql, {
    id: '2026-11-20T10:00',
    scheduledFor: AT,
    expected: ['market'],
    deadline,
    origin: 'scheduled',
    openedAt: AT,
  })
  await world.ask('market', { cycleId: '2026-11-20T10:00', waitedMs: 10 * MINUTE_MS })
  expect([...(await runs())]).toEqual([])
  expect(await sourceWeeks(world.sql, AT)).toEqual([])
  expect([...(await world.sql`select s.source from source_states as s`)]).toEqual([])
  const [arrival] = await world.sql`select a.ok, a.reason from cycle_arrivals as a`
  expect(arrival).toEqual({ ok: false, reason: 'the request came 540 s after its deadline, and no vendor was asked' })
  const cycle = await world.sql.begin((tx) => lockCycle(tx, '2026-11-20T10:00'))
  expect(cycle?.state).toBe('computing')
})

test('a minute that was not asked is missing, with the reason, and no failed run', async () => {
  await world.ask('minute', { slot: 'minute:2026-11-20T10:00', waitedMs: 10 * MINUTE_MS })
  expect([...(await runs())]).toEqual([])
  const [minute] = await world.sql`select m.reason from minutes as m`
  expect(minute?.reason).toBe('fetched 600 s after its minute')
})
