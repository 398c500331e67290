import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { testApi } from './support/api.ts'
import { NOW } from './support/seed.ts'

const db = testDatabase()

const run = (id: string, minutesAgo: number, error: string | null) => db.sql`
  insert into source_runs (message_id, source, ok, degraded, error, run_at, duration_ms, requests, stored, origin)
  values (${`schedule:ingest:estimates:${id}#1`}, 'estimates', ${error === null ? 1 : 0}, 0, ${error},
    ${new Date(NOW.getTime() - minutesAgo * 60_000)}, 1, 1, 0, 'scheduled')`

test('a source that works in batches is judged by all batches of its last run', async () => {
  await run('2026-11-19T19:20/estimates/1', 900, 'an older run')
  await run('2026-11-20T09:00/estimates/1', 20, null)
  await run('2026-11-20T09:00/estimates/2', 15, 'answered 500')
  await run('2026-11-20T09:00/estimates/4', 10, 'answered 503')
  await run('2026-11-20T09:00/estimates/3', 5, null)
  const app = await testApi(db.url, { clock: fixedClock(NOW) })
  const { sources } = (await app.inject({ url: '/api/v1/source-health' })).json()
  expect(sources.find(({ source }: { source: string }) => source === 'estimates')).toMatchObject({
    state: 'failed',
    last_error: '2 of 4 batches failed, the last with: answered 503',
    age_seconds: 300,
  })
})
