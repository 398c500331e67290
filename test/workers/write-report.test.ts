import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { cycleDocuments } from '../../pipeline/snapshot/cycle-documents.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { type NewMessage, toEnvelope } from '../../shared/broker/new-message.ts'
import { silentLog } from '../../shared/log.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { reportStage } from '../../workers/write-report.ts'
import { seedCycle } from '../api/support/seed-cycle.ts'

const DAY = tradingDay('2026-11-20')

const database = testDatabase()

/** Stores a cycle as the signals stage leaves it, with these documents, and writes its report. */
async function reportOf(time: string, documents: Record<string, object>): Promise<string> {
  const { sql } = database
  const at = instantAt(DAY, time)
  await seedCycle(sql, at.toISOString(), { documents })
  const cycleId = `${DAY}T${time.replace(':', '')}`
  const payload = { cycleId, run: 1, cutoff: at.toISOString(), origin: 'scheduled' } as const
  const message: NewMessage = {
    id: `signals:${cycleId}#1`,
    type: 'signals.computed',
    occurredAt: at,
    cycleId,
    payload,
  }
  const deps = { sql, relay: quietRelay(), log: silentLog }
  const stage = reportStage({ sql, log: silentLog, clock: fixedClock(at), dataMode: 'simulated' })
  const delivery = { body: toEnvelope(message), deliveryId: message.id, redelivered: false }
  expect(await handleDelivery(deps, stage as never, delivery, {})).toMatchObject({ outcome: 'done' })
  const [row] = await sql<{ content: string }[]>`select r.content from reports as r where r.cycle_id = ${cycleId}`
  return row!.content
}

test('a report uses the documents of its own run, and is written without one it cannot read', async () => {
  const documents = Object.fromEntries(
    cycleDocuments(marketInputs('2026-11-20', '10:00', { whole: true }), { cycleId: 'x', origin: 'scheduled' }).map(
      ({ key, value }) => [key, value],
    ),
  )
  const whole = await reportOf('10:00', documents)
  expect(whole).toContain('- Next meeting 2026-12-09, in 19 days')
  expect(whole).toMatch(/## Fragility\n\nFragility \*\*\d+ out of 100\*\*/)
  const odd = await reportOf('10:15', { ...documents, 'signals/fedwatch': { status: 7 } })
  expect(odd).toContain('No readable Fed odds were stored with this state.')
  expect(odd).toMatch(/## Fragility\n\nFragility \*\*/)
  expect(await reportOf('10:30', {})).toContain('No readable fragility was stored with this state.')
})
