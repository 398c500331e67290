import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
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
import { testApi } from '../api/support/api.ts'
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

test('a re-run writes a new report under its own name, and the first one is unchanged', async () => {
  const { sql } = database
  const cycleId = `${DAY}T1045`
  const first = await reportOf('10:45', {})
  const written: string[] = []
  for (const run of [2, 3, 2]) {
    await sql`update cycles set run = ${run}, state = 'computing' where id = ${cycleId}`
    await sql`
      insert into signal_snapshots (cycle_id, run, as_of, rules_version, document, origin)
      select s.cycle_id, ${run}, s.as_of, s.rules_version, s.document, s.origin from signal_snapshots as s
      where s.cycle_id = ${cycleId} and s.run = 1 on conflict do nothing`
    const payload = { cycleId, run, cutoff: instantAt(DAY, '10:45').toISOString(), origin: 'scheduled' } as const
    const message: NewMessage = { id: `signals:${cycleId}#${run}`, type: 'signals.computed', occurredAt: instantAt(DAY, '10:45'), cycleId, payload } // biome-ignore format: one message
    // Both re-runs are written in the second that names the report of the 11:00 cycle.
    const stage = reportStage({
      sql,
      log: silentLog,
      clock: fixedClock(instantAt(DAY, '11:00')),
      dataMode: 'simulated',
    })
    const delivery = { body: toEnvelope(message), deliveryId: message.id, redelivered: written.length === 2 }
    const { outcome } = await handleDelivery({ sql, relay: quietRelay(), log: silentLog }, stage as never, delivery, {})
    written.push(outcome)
  }
  expect(written).toEqual(['done', 'done', 'duplicate'])
  const rows = await sql<{ filename: string; time: string; replaces: string | null; content: string }[]>`
    select r.filename, r.time, r.replaces, r.content from reports as r where r.cycle_id = ${cycleId} order by r.run`
  expect(rows.map(({ filename, time, replaces }) => [filename, time, replaces])).toEqual([
    ['report-20261120-104500.md', '10:45:00', null],
    ['report-20261120-110001.md', '11:00:01', 'report-20261120-104500.md'],
    ['report-20261120-110002.md', '11:00:02', 'report-20261120-110001.md'],
  ])
  expect(rows[0]!.content).toBe(first)
  expect(rows[2]!.content).toMatch(/^# Market report, 2026-11-20 11:00:02 ET\n\n## Market status\n/)
  expect(rows[2]!.content).toContain('Computed again for the slot of 2026-11-20 10:45 ET')
  const api = await testApi(database.url)
  const listed = (await api.inject('/api/v1/reports')).json().days[0].reports
  expect(listed.slice(0, 2).map(({ filename }: { filename: string }) => filename)).toEqual([
    'report-20261120-110002.md',
    'report-20261120-110001.md',
  ])
  expect(listed[0].replaces).toBe('report-20261120-110001.md')
  expect((await api.inject('/api/v1/reports/latest')).json()).toMatchObject({ replaces: 'report-20261120-110001.md' })
  expect((await api.inject('/reports')).body).toContain('replaces that of 20 Nov 2026, 11:00')
  await reportOf('11:00', {})
  // The replica hears of a new report by a notification.
  await eventually(async () =>
    expect((await api.inject('/api/v1/reports/latest')).json().filename).toBe('report-20261120-110000.md'),
  )
})
