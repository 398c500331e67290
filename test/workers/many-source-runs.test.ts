import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { plansOf } from '../../harness/read-plans.ts'
import { sourceStandings } from '../../shared/postgres/market/source-standing.ts'

const db = testDatabase()
const NOW = new Date('2026-11-20T15:30:00Z')
const RUNS = 8_000

test('the standing of a source that never failed is read without its runs', async () => {
  await db.sql`
    insert into source_runs (message_id, source, ok, degraded, run_at, duration_ms, requests, stored, origin)
    select 'bulk' || i, (array['minute', 'market', 'options', 'news'])[1 + i % 4], 1, 0,
      ${NOW}::timestamptz - make_interval(mins => i), 10, 1, 1, 'scheduled'
    from generate_series(1, ${RUNS}) as i`
  await db.sql`vacuum analyze source_runs`
  const minute = { source: 'minute', ok: true, runAt: new Date(NOW.getTime() - 4 * 60_000), failingSince: null }
  expect(await sourceStandings(db.sql, NOW)).toContainEqual({ ...minute, degraded: false, error: null })
  for (const generic of [false, true]) {
    const plans = await plansOf(db.sql, (sql) => sourceStandings(sql, NOW), { generic })
    expect(plans.reduce((sum, { buffers }) => sum + buffers, 0)).toBeLessThan(400)
  }
})
