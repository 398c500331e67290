import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { loadReadFacts } from '../../shared/postgres/ai/read-facts.ts'

const database = testDatabase()
const held = (kind: string) => [{ alert_id: kind, input_missing: 'hy_oas is stale' }]

test('a live read knows the kinds that the newest evaluation by its cutoff could not judge', async () => {
  const { sql } = database
  for (const [cycle, at, state, kinds] of [
    ['2026-11-20T10:00', '2026-11-20T10:00:00-05:00', 'applied', held('HY_OAS_WIDENING')],
    ['2026-11-20T10:15', '2026-11-20T10:15:00-05:00', 'superseded', held('VIX_SPIKE')],
    ['2026-11-20T10:30', '2026-11-20T10:30:00-05:00', 'applied', []],
  ] as const)
    await sql`
      insert into alert_evaluations (cycle_id, run, as_of, rules_version, state, fired, cleared, held, origin)
      values (${cycle}, 1, ${at}, 'v', ${state}, 0, 0, ${sql.json(kinds)}, 'scheduled')`
  const heldAt = async (at: string, live: boolean) =>
    (await loadReadFacts(sql, { cutoff: new Date(at), rulesVersion: 'v', live })).heldAlerts
  expect(await heldAt('2026-11-20T10:20:00-05:00', true)).toEqual(['HY_OAS_WIDENING'])
  expect(await heldAt('2026-11-20T10:30:00-05:00', true)).toEqual([])
  expect(await heldAt('2026-11-20T09:00:00-05:00', true)).toEqual([])
  expect(await heldAt('2026-11-20T10:20:00-05:00', false)).toBeNull()
})
