import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { loadReadFacts } from '../../shared/postgres/ai/read-facts.ts'

const database = testDatabase()

test('a live read includes the kinds that the newest evaluation could not judge, and a past read does not', async () => {
  const { sql } = database
  const heldBy = async (live: boolean) =>
    (await loadReadFacts(sql, { cutoff: new Date('2026-11-20T10:20:00-05:00'), rulesVersion: 'v', live })).heldAlerts
  expect(await heldBy(true)).toEqual([])
  await sql`
    insert into alert_state (alert_id, input_missing) values ('HY_OAS_WIDENING', 'hy_oas is stale'), ('VIX_SPIKE', null)
    on conflict (alert_id) do update set input_missing = excluded.input_missing`
  expect(await heldBy(true)).toEqual(['HY_OAS_WIDENING'])
  expect(await heldBy(false)).toBeNull()
})
