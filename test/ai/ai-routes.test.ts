import { beforeAll, expect, test } from 'vitest'
import { testApi } from '../api/support/api.ts'
import { aiWorld, DAY, et } from './support/ai-world.ts'

const world = aiWorld()
const api = () => testApi(world.url, { clock: world.clock })
const get = async (path: string) => (await (await api()).inject(path)).json()

/** Rows that a read path could have written, counted by Postgres itself. */
async function writes(): Promise<number> {
  const [row] = await world.sql<{ count: number }[]>`
    select sum(s.n_tup_ins + s.n_tup_upd + s.n_tup_del)::int as count from pg_stat_user_tables as s
    where s.relname in ('ai_reads', 'ai_states', 'ai_verdicts', 'ai_attempts', 'ai_evenings')`
  return row!.count
}

beforeAll(async () => {
  await world.reset()
})

test('before the first slot of a day the verdict is computed and nothing is written', async () => {
  await world.sql`select pg_stat_force_next_flush()`
  const before = await writes()
  expect(await get('/api/v1/ai2/verdict')).toMatchObject({
    source: 'computed',
    as_of: '2026-11-19T08:00:00-05:00',
    verdict: { risk: { band: 'low' }, downturn_read: { label: 'quiet', graded: false } },
    reason: null,
  })
  expect(await get('/api/v1/ai2/history')).toMatchObject({
    count: 0,
    cycles: [],
    reason: 'No AI cycle has been written yet.',
  })
  expect(await writes()).toBe(before)
})

test('a verdict written today is persisted, has no direction, and is computed anew after midnight', async () => {
  await world.tick(et('09:40'), null)
  const { source, verdict } = await get('/api/v1/ai2/verdict')
  expect(source).toBe('persisted')
  expect(Object.keys(verdict)).not.toContain('direction')
  expect(verdict.whats_happening).toMatchObject({ writer: 'deterministic', written_at: `${DAY}T09:40:00-05:00` })
  world.set(et('00:01', '2026-11-20'))
  expect((await get('/api/v1/ai2/verdict')).source).toBe('computed')
})

test('a limit above 200 is served as 200 and says so; what is no number is refused by name', async () => {
  expect(await get('/api/v1/ai2/history?limit=500')).toMatchObject({
    limit: 200,
    reason: 'At most 200 cycles are served, whatever limit is asked for.',
  })
  expect(await get('/api/v1/ai2/history?limit=1')).toMatchObject({ limit: 1, count: 1, reason: null })
  for (const limit of ['0', '-1', 'many', '1.5']) {
    const refused = await (await api()).inject(`/api/v1/ai2/history?limit=${limit}`)
    expect([limit, refused.statusCode, refused.body.includes('limit')]).toEqual([limit, 400, true])
  }
})

test('grades have exactly three keys, and no internals are served', async () => {
  const body = await get('/api/v1/ai2/history')
  expect(Object.keys(body.grades).toSorted()).toEqual(['magnitude', 'risk_band', 'trade_idea'])
  expect(JSON.stringify(body)).not.toMatch(/"(?:era|prompt_version|rules_version|rate_own|facts|interval)"/)
})

test('a failure is 200 with null and a reason', async () => {
  await world.sql`alter table ai_verdicts rename to ai_verdicts_away`
  try {
    const answer = await (await api()).inject('/api/v1/ai2/verdict')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ source: null, verdict: null, reason: expect.any(String) })
    const past = await (await api()).inject('/api/v1/ai2/history')
    expect([past.statusCode, past.json().count]).toEqual([200, 0])
  } finally {
    await world.sql`alter table ai_verdicts_away rename to ai_verdicts`
  }
})
