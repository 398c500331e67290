import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiSettings } from '../../shared/ai/ai-settings.ts'
import { readConfig } from '../../shared/config.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import { type Simulator, startSimulator } from '../../simulator/server.ts'
import { aiWorld, DAY, et } from './support/ai-world.ts'

const world = aiWorld()
let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({ now: () => world.clock.now() })
  await world.reset()
  await world.tick(et('09:40'), aiSettings(readConfig({ SIMULATOR_URL: simulator.url })))
})
afterAll(() => simulator.close())

const GRADE = `insert into ai_grades (verdict_id, kind, sessions, start_day, end_day, stated, came, base, loss, base_loss,
  graded_as_of, rules_version) select v.id, 'direction', 1, v.day, v.day + 1, 0.5, true, 0.5, 0, 0,`
const OWN = `from ai_verdicts as v where v.variant = 'deterministic'`

/** Each row that a bug could leave, with the one rule that must find it. */
const BROKEN: readonly (readonly [rule: string, statement: string])[] = [
  ['ai-reads-are-written-once', `delete from ai_states where variant = 'deterministic'`],
  ['ai-reads-are-written-once', `update ai_verdicts set as_of = as_of + interval '1 minute' where variant = 'llm'`],
  [
    'ai-slots-open-their-read',
    `insert into slots (key, kind, scheduled_for, state, decided_at, origin)
    values ('ai1:planted', 'ai1', now(), 'fired', now(), 'scheduled')`,
  ],
  ['ai-calls-have-their-read', `update ai_attempts set read_id = 'ai1:nowhere' where read_id like 'ai1:%'`],
  [
    'ai-calls-have-their-read',
    `insert into ai_attempts (read_id, attempt, provider, model, simulated, prompt_version,
    spend_day, cost_max_micro, prompt_chars) select a.read_id, 2, '', '', true, '', a.spend_day, 0, 1
    from ai_attempts as a where a.read_id like 'ai2:%'`,
  ],
  ['ai-texts-come-from-a-call', `update ai_verdicts set model = 'another' where variant = 'llm'`],
  ['ai-costs-count-on-their-day', `update ai_attempts set spend_day = spend_day - 3 where read_id like 'ai1:%'`],
  ['ai-costs-count-on-their-day', `update ai_attempts set cost_micro = null where read_id like 'ai1:%'`],
  ['live-verdicts-have-their-receipt', `update ai_verdicts set state_ref = null where variant = 'llm'`],
  ['state-refs-resolve', `update ai_verdicts set state_ref = 'state-' || repeat('0', 40) where variant = 'llm'`],
  ['grades-follow-their-outcome', `${GRADE} now(), 'r' ${OWN}`],
  ['past-decisions-refuse-changes', 'alter table ai_grades disable trigger ai_grades_append_only'],
]

test.each(BROKEN)('the audit finds what breaks %s', async (rule, statement) => {
  const undone = new Error('planted rows are undone')
  const found = world.sql.begin(async (tx) => {
    // Triggers and constraints do not stop the planting, because the audit must not rely on them.
    await tx`set local session_replication_role to replica`
    await tx.unsafe(statement)
    const findings = (await audit(tx)).filter(({ offenders }) => offenders.length > 0)
    throw Object.assign(undone, { rules: findings.map((finding) => [finding.rule, finding.offenders.length]) })
  })
  await expect(found).rejects.toBe(undone)
  expect(undone).toMatchObject({ rules: expect.arrayContaining([[rule, 1]]) })
})

test.each([
  ['the next one', 0, '16:15', 0],
  ['one that it already saw', -1, '16:15', 1],
  ['the one that opens after it', -1, '08:30', 0],
])('a size of a verdict outside the session may be graded on %s', async (_, from, time, offenders) => {
  const undone = new Error('planted rows are undone')
  const found = world.sql.begin(async (tx) => {
    await tx`set local session_replication_role to replica`
    await tx`update ai_verdicts set as_of = (day + ${time}::text::time) at time zone 'America/New_York'`
    const size = GRADE.replace(
      "'direction', 1, v.day, v.day + 1",
      `'magnitude', 1, v.day + ${from}, v.day + ${from + 1}`,
    )
    await tx.unsafe(`${size} now() + interval '10 years', 'r' ${OWN}`)
    const findings = (await audit(tx)).filter(({ rule }) => rule === 'grades-follow-their-outcome')
    throw Object.assign(undone, { found: findings.map((finding) => finding.offenders.length) })
  })
  await expect(found).rejects.toBe(undone)
  expect(undone).toMatchObject({ found: [offenders] })
})

test('after a slot that an LLM wrote the audit finds nothing', async () => {
  const [row] = await world.sql`select count(*)::int as verdicts from ai_verdicts as v where v.day = ${DAY}`
  expect(row).toEqual({ verdicts: 2 })
  expect((await audit(world.sql)).filter(({ offenders }) => offenders.length > 0)).toEqual([])
})
