import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { plansOf } from '../../harness/read-plans.ts'
import { pruneEvents } from '../../shared/postgres/events/events.ts'
import { DAY_MS } from '../../shared/time/trading-day.ts'
import { prune } from '../../workers/schedule/prune.ts'

const db = testDatabase()
const NOW = new Date('2026-11-20T15:30:00Z')
const BEFORE = new Date(NOW.getTime() - 400 * DAY_MS)
const EXPIRED = 2_000
const KEPT = 3_000

/** A log of which some weeks are to be deleted, as after a service stood still for that long. */
beforeAll(async () => {
  await db.sql`
    insert into events (id, key, log, kind, subject, severity, title, at, data, origin, recorded_at, prev_id, hash, document)
    select i, 'bulk' || i, 'public', 'flow', 'SPY', 'info', 't', n.at, '{}', 'scheduled', n.at, i - 1, 'h', '{}'
    from generate_series(1, ${EXPIRED + KEPT}) as i
    cross join lateral (select ${BEFORE}::timestamptz + make_interval(mins => 10 * (i - ${EXPIRED + 1})) as at) as n`
  await db.sql`vacuum analyze events`
})

const idsLeft = async () => {
  const [row] = await db.sql<[{ first: number; count: number }]>`
    select min(e.id) as first, count(*)::integer as count from events as e`
  return row
}

test('weeks of events are deleted by batches that read little more than they delete', async () => {
  const batch = 1_000
  let deleted = 0
  const plans = await plansOf(db.sql, async (sql) => {
    for (let batches = 0; batches < 3; batches++) deleted += await pruneEvents(sql, BEFORE, batch)
  })
  expect(deleted).toBe(EXPIRED)
  expect(await idsLeft()).toEqual({ first: EXPIRED + 1, count: KEPT })
  // Each event is in six indexes; searching for the first kept event once per row read millions of pages.
  expect(plans.reduce((sum, { buffers }) => sum + buffers, 0)).toBeLessThan(20 * EXPIRED)
})

test('a table that cannot be pruned is reported, and the others lose what is old', async () => {
  const slotsLeft = async () => {
    const [row] = await db.sql<[{ count: number }]>`select count(*)::integer as count from slots`
    return row.count
  }
  await db.sql`
    create function refuse_deletes() returns trigger language plpgsql as 'begin raise exception ''deletes are refused''; end'`
  await db.sql`create trigger refused before delete on events for each row execute function refuse_deletes()`
  await db.sql`
    insert into slots (key, kind, scheduled_for, state, decided_at, origin)
    values ('minute:old', 'minute', ${BEFORE}, 'fired', ${BEFORE}, 'scheduled')`
  const later = new Date(NOW.getTime() + DAY_MS)
  await expect(prune(db.sql, later, 30)).rejects.toThrow('deletes are refused')
  expect(await slotsLeft()).toBe(0)
  await db.sql`drop trigger refused on events`
  await prune(db.sql, later, 30)
  expect((await idsLeft()).first).toBeGreaterThan(EXPIRED + 1)
})
