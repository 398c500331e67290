import { readFileSync } from 'node:fs'
import { EVENING } from '../../harness/fixtures/ai-evening.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { AI_RULES_VERSION } from '../../pipeline/ai-read/index.ts'
import { aiSettings } from '../../shared/ai/ai-settings.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { readConfig } from '../../shared/config.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { silentLog } from '../../shared/log.ts'
import { attemptsOf } from '../../shared/postgres/ai/ai-attempts.ts'
import { saveEvening } from '../../shared/postgres/ai/ai-evenings.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { saveSnapshot } from '../../shared/postgres/signals/snapshots.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { startSimulator } from '../../simulator/server.ts'
import { ai1Stage } from '../../workers/ai/read-state.ts'
import { ai2Stage } from '../../workers/ai/write-verdict.ts'
import { openEventReads } from '../../workers/schedule/ai-slots.ts'
import { AI_SCRIPT } from '../measured/ai-script.ts'
import { bringPgbench } from '../pgbench.ts'
import type { Rig } from '../rig.ts'
import type { LimitRow } from '../row.ts'
import { quantile } from '../statistics.ts'

const CYCLES = 200
const QUICK_CYCLES = 30
/** The first cycles of a process compile its code and prepare its statements. */
const WARM_UP = 20
const PGBENCH_SECONDS = 5
const EXAMPLE_SNAPSHOT: SignalsSnapshot = JSON.parse(
  readFileSync(new URL('../../api/signals/signals-example.json', import.meta.url), 'utf8'),
)
const FIRST = new Date('2026-11-19T15:00:00Z')

/** Both stages of one cycle, from their messages to the commits, less what the model took. */
export const aiCycle: LimitRow = {
  kind: 'limit',
  id: 'ai-cycle',
  figure: 'an AI cycle, our own work without the model',
  unit: 'ms',
  limit: 50,
  async sample(rig) {
    const database = await rig.database()
    const { sql } = database
    await saveEvening(sql, {
      day: EVENING.day,
      run: 1,
      asOf: instantAt(EVENING.day, '20:00'),
      rulesVersion: AI_RULES_VERSION,
      document: JSON.stringify(EVENING),
    })
    await seedMarket(sql)
    const simulator = await startSimulator({ now: () => FIRST })
    rig.defer(() => simulator.close())
    const settings = aiSettings(readConfig({ SIMULATOR_URL: simulator.url }))
    const values: number[] = []
    const tokens: number[] = []
    for (let index = 0; index < (rig.quick ? QUICK_CYCLES : CYCLES); index++) {
      const at = new Date(FIRST.getTime() + index * 60_000)
      const { own, used } = await runCycle(sql, at, settings)
      values.push(own)
      tokens.push(used)
    }
    const ceiling = await statementsAlone(rig, database.url)
    const note = `the same statements by pgbench take ${ceiling.toFixed(1)} ms; prompts and answers of a cycle ${Math.round(quantile(tokens, 0.5))} tokens`
    return { values: values.slice(WARM_UP), note }
  },
}

/** A service has this after two years: a newest snapshot of full size, and as many daily rows as a read looks back. */
async function seedMarket(sql: Pool): Promise<void> {
  const { cycle_id: cycleId } = EXAMPLE_SNAPSHOT
  await sql`
    insert into cycles (id, scheduled_for, expected, deadline, state, cutoff, origin, opened_at)
    values (${cycleId}, ${FIRST}, '{}', ${FIRST}, 'reported', ${FIRST}, 'scheduled', ${FIRST})`
  await saveSnapshot(sql, { ...EXAMPLE_SNAPSHOT, as_of: FIRST.toISOString() }, 1)
  await sql`
    insert into signals_daily (trade_date, state, as_of, rules_version, regime, regime_reason, health_score, live_points,
      points, origin)
    select date '2026-11-18' - n, 'final', ${FIRST}::timestamptz - make_interval(days => n), 'r', 'RISK-ON', 'calm', 57, 100,
      '{}', 'backfill' from generate_series(0, 599) as n`
}

async function runCycle(
  sql: Pool,
  at: Date,
  settings: ReturnType<typeof aiSettings>,
): Promise<{ own: number; used: number }> {
  const clock = fixedClock(at)
  const deps = { sql, clock, log: silentLog, settings }
  const relay = quietRelay()
  const stages = { ai1: ai1Stage(deps), ai2: ai2Stage(deps) }
  const { day, time } = eastern(at)
  const startedMs = performance.now()
  for (const stage of ['ai1', 'ai2'] as const) {
    const id = `${stage}:event/${day}T${time}`
    const [message] = await sql.begin((tx) =>
      openEventReads(tx, { at, fireKey: null, cycleId: `event/${day}T${time}`, stages: [stage] }),
    )
    if (!message) throw new Error(`${id} did not start`)
    const delivery = { body: toEnvelope(message), deliveryId: id, redelivered: false }
    await handleDelivery({ sql, relay, log: silentLog }, stages[stage] as never, delivery, {})
  }
  const wholeMs = performance.now() - startedMs
  const attempts = await attemptsOf(sql, [`ai1:event/${day}T${time}`, `ai2:event/${day}T${time}`])
  const modelMs = attempts.reduce((sum, { latencyMs }) => sum + (latencyMs ?? 0), 0)
  const used = attempts.reduce((sum, each) => sum + (each.inputTokens ?? 0) + (each.outputTokens ?? 0), 0)
  return { own: Math.max(0, wholeMs - modelMs), used }
}

async function statementsAlone(rig: Rig, url: string): Promise<number> {
  const pgbench = await bringPgbench(rig)
  const seconds = rig.quick ? 1 : PGBENCH_SECONDS
  const { perSecond } = await pgbench.run({ url, script: AI_SCRIPT, variables: {}, clients: 1, seconds })
  return 1_000 / perSecond
}
