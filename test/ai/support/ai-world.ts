import { testDatabase } from '../../../harness/database.ts'
import { eventually } from '../../../harness/eventually.ts'
import { EVENING } from '../../../harness/fixtures/ai-evening.ts'
import { quietRelay } from '../../../harness/quiet-relay.ts'
import { AI_RULES_VERSION } from '../../../pipeline/ai-read/index.ts'
import type { AiSettings } from '../../../shared/ai/ai-settings.ts'
import { handleDelivery } from '../../../shared/broker/handle-delivery.ts'
import type { NewMessage } from '../../../shared/broker/new-message.ts'
import { type Log, silentLog } from '../../../shared/log.ts'
import { saveEvening } from '../../../shared/postgres/ai/ai-evenings.ts'
import { openServiceTime } from '../../../shared/postgres/server/service-time.ts'
import type { Clock } from '../../../shared/time/clock.ts'
import { instantAt } from '../../../shared/time/eastern.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { CallPoint } from '../../../workers/ai/consult-model.ts'
import { ai1Stage } from '../../../workers/ai/read-state.ts'
import { ai2Stage } from '../../../workers/ai/write-verdict.ts'
import { sweepReads } from '../../../workers/schedule/ai-reads.ts'
import { runDueSlots } from '../../../workers/schedule/run-due-slots.ts'

export const DAY = tradingDay('2026-11-19')
export const et = (time: string, day: string = DAY) => instantAt(tradingDay(day), time)

interface Message {
  id: string
  type: string
}

/** A database with an evening, a clock that is set by hand, and the stages of the AI read. */
export function aiWorld({ log = silentLog }: { log?: Log } = {}) {
  const database = testDatabase()
  let now = et('08:00')
  const clock: Clock = { now: () => now }
  const relay = quietRelay()

  const reset = async () => {
    // Postgres ends one of two transactions that lock tables in opposite orders, such as this one and a reader of the
    // last test.
    await eventually(
      async () =>
        void (await database.sql`
      truncate service_time, service_pauses, slots, cycles, cycle_arrivals, outbox, inbox, ai_reads, ai_attempts,
        ai_spend_days, ai_evenings, event_fires, events, minutes, minute_quotes cascade`),
    )
    await database.sql`alter table ai_states disable trigger all`
    await database.sql`alter table ai_verdicts disable trigger all`
    // Grades refer to verdicts, so these are deleted rather than truncated.
    await database.sql`delete from ai_states`
    await database.sql`delete from ai_verdicts`
    await database.sql`alter table ai_states enable trigger all`
    await database.sql`alter table ai_verdicts enable trigger all`
    now = et('08:00')
    await openServiceTime(database.sql, now, { speed: 0, reason: 'test' })
    await saveEvening(database.sql, {
      day: EVENING.day,
      run: 1,
      asOf: et('20:00', EVENING.day),
      rulesVersion: AI_RULES_VERSION,
      document: JSON.stringify(EVENING),
    })
  }

  /** Delivers the waiting messages of both stages from the outbox, until there are no new ones. */
  async function drain(settings: AiSettings | null, onPoint?: (point: CallPoint) => void): Promise<string[]> {
    const done: string[] = []
    const deps = { sql: database.sql, clock, log, settings, ...(onPoint ? { onPoint } : {}) }
    const stages = { 'ai1.due': ai1Stage(deps), 'ai2.due': ai2Stage(deps) }
    for (;;) {
      const waiting = await database.sql<{ envelope: Message }[]>`
        select o.envelope from outbox as o left join inbox as i on i.message_id = o.message_id
        where o.envelope ->> 'type' in ('ai1.due', 'ai2.due') and (i.state is null or i.state = 'started')`
      if (waiting.length === 0) return done
      for (const { envelope } of waiting) {
        const stage = stages[envelope.type as keyof typeof stages] as never
        const delivery = { body: envelope, deliveryId: envelope.id, redelivered: false }
        const { outcome } = await handleDelivery({ sql: database.sql, relay, log }, stage, delivery, {})
        if (outcome !== 'done') throw new Error(`${envelope.id}: ${outcome}`)
        done.push(envelope.id)
      }
    }
  }

  return {
    get sql() {
      return database.sql
    },
    get url() {
      return database.url
    },
    reset,
    clock,
    drain,
    set: (at: Date) => {
      now = at
    },
    send: (messages: readonly NewMessage[]) =>
      relay.transaction(database.sql, async () => ({ result: null, messages })),
    /** The scheduler's part of a tick, without any worker. */
    async schedule(at: Date): Promise<void> {
      now = at
      await runDueSlots({ sql: database.sql, relay, log, cadences: [] }, at)
      await sweepReads({ sql: database.sql, relay, log }, at)
    },
    /** One tick of the scheduler at an instant. */
    async tick(at: Date, settings: AiSettings | null): Promise<void> {
      now = at
      await runDueSlots({ sql: database.sql, relay, log, cadences: [] }, at)
      await sweepReads({ sql: database.sql, relay, log }, at)
      await drain(settings)
      await sweepReads({ sql: database.sql, relay, log }, at)
      await drain(settings)
    },
  }
}
