import { addCompany } from '../../../shared/postgres/company/companies.ts'
import { saveSourceRun } from '../../../shared/postgres/market/source-runs.ts'
import { receiptOf, saveReceipt } from '../../../shared/postgres/receipts/receipts.ts'
import type { Pool } from '../../../shared/postgres/server/db.ts'
import { saveReadModel } from '../../../shared/postgres/signals/read-models.ts'
import { saveReport } from '../../../shared/postgres/signals/reports.ts'
import { type SignalsDay, saveSignalsDay } from '../../../shared/postgres/signals/signals-daily.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { isoWeek, tradingDay } from '../../../shared/time/trading-day.ts'
import { snapshot } from './snapshot.ts'

/** Friday 2026-11-20, 10:31 ET: one minute after the newest report. */
export const NOW = new Date('2026-11-20T15:31:00Z')
export const NEWEST = 'report-20261120-103000.md'

export const RECEIPT = receiptOf(
  { kind: 'state', accountId: null, tradeId: null, knownAt: NOW },
  {
    known_at: '2026-11-20T10:31:00-05:00',
    cycle_id: null,
    run: null,
    snapshot: null,
    alerts: [],
    verdict: null,
    sources: [],
  },
)

export async function seedReport(sql: Pool, at: string, content?: string): Promise<string> {
  const instant = new Date(at)
  const { day, time } = eastern(instant)
  const cycleId = `${day}T${time.slice(0, 5).replace(':', '')}`
  const filename = `report-${day.replaceAll('-', '')}-${time.replaceAll(':', '')}.md`
  await sql`
    insert into cycles (id, scheduled_for, expected, deadline, state, cutoff, origin, opened_at)
    values (${cycleId}, ${instant}, ${['fred']}, ${instant}, 'reported', ${instant}, 'scheduled', ${instant})
    on conflict do nothing`
  await saveReport(sql, {
    filename,
    cycleId,
    at: instant,
    date: day,
    time,
    week: isoWeek(day),
    content: content ?? `# Market report ${day} ${time} ET\n\n## Market status\n\nCAUTIOUS, 57/100\n`,
    run: 1,
    replaces: null,
    origin: 'scheduled',
    writtenAt: instant,
  })
  return filename
}

export async function seedSession(sql: Pool, day: string, changes: Partial<SignalsDay> = {}): Promise<void> {
  await saveSignalsDay(sql, {
    tradeDate: tradingDay(day),
    state: 'final',
    asOf: new Date(`${day}T23:59:00Z`),
    rulesVersion: '1',
    regime: 'CAUTIOUS',
    regimeReason: 'two pillars',
    healthScore: 57,
    scoreLow: 55,
    scoreHigh: 60,
    livePoints: 92,
    spyClose: 601.25,
    vixClose: 18.2,
    dix: 44.1,
    gex: -1234.5,
    gexSeries: 'own',
    hyOas: 3.1,
    vixTerm: 0.92,
    skew: 140,
    yieldCurve: 0.4,
    dollar: 104,
    oil: 71,
    breakevens: 2.3,
    breadth: 58.5,
    aaii: 0.08,
    cot: -0.02,
    points: { dix: 5 },
    pointsExact: { dix: 5.2 },
    valueDays: { dix: tradingDay(day), hy_oas: tradingDay(day) },
    origin: 'scheduled',
    run: 1,
    ...changes,
  })
}

/** Stores two days of reports in two ISO weeks, three sessions, a snapshot, and source runs, a tenth of them failed. */
export async function seed(sql: Pool): Promise<void> {
  await addCompany(sql, 'AAPL', new Date('2026-11-01T12:00:00Z'))
  await sql`
    insert into service_time (real_origin, service_origin, speed, since, last_seen)
    values (clock_timestamp(), ${NOW}, 0, '2026-11-02T12:00:00Z', ${NOW})`
  for (const at of ['2026-11-13T20:45:00Z', '2026-11-13T21:00:00Z', '2026-11-20T15:15:00Z', '2026-11-20T15:30:00Z']) {
    await seedReport(sql, at)
  }
  for (const day of ['2026-11-17', '2026-11-18', '2026-11-19']) await seedSession(sql, day)
  await saveReceipt(sql, RECEIPT)
  await saveReadModel(sql, {
    key: 'signals/latest',
    contentType: 'application/json',
    body: JSON.stringify(snapshot()),
    asOf: new Date('2026-11-20T15:31:00Z'),
    run: 1,
  })
  for (let index = 0; index < 20; index++) {
    const failed = index === 3 || index === 9
    await saveSourceRun(sql, {
      messageId: `ingest:fred-${index}#1`,
      source: 'fred',
      ok: failed ? 0 : 1,
      degraded: index === 5 ? 1 : 0,
      error: failed || index === 5 ? 'timeout of https://user:pw@vendor.example/x?api_key=sesame' : null,
      runAt: new Date(NOW.getTime() - (index + 1) * 60_000),
      durationMs: 120,
      requests: 2,
      stored: 1,
      origin: 'scheduled',
    })
  }
}
