import { EVENING } from '../../harness/fixtures/ai-evening.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { AI_RULES_VERSION } from '../../pipeline/ai-read/index.ts'
import { aiSettings } from '../../shared/ai/ai-settings.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { readConfig } from '../../shared/config.ts'
import { silentLog } from '../../shared/log.ts'
import { attemptsOf } from '../../shared/postgres/ai/ai-attempts.ts'
import { saveEvening } from '../../shared/postgres/ai/ai-evenings.ts'
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
const QUICK_CYCLES = 3
const PGBENCH_SECONDS = 5
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
    return { values: rig.quick ? values : values.slice(20), note }
  },
}

async function runCycle(
  sql: Parameters<typeof handleDelivery>[0]['sql'],
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
