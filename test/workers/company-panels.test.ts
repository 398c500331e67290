import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { silentLog } from '../../shared/log.ts'
import { nextReports, scaffoldMembers } from '../../shared/postgres/company/companies.ts'
import { saveRecords } from '../../shared/postgres/company/company-records.ts'
import { saveMemberBars } from '../../shared/postgres/market/members.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { easternIso, instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { companyStage } from '../../workers/compute-panels.ts'
import { panelsOf } from '../../workers/schedule/company-batches.ts'

const DAY = tradingDay('2026-12-01')
const CLOSE = instantAt(DAY, '16:20')
const EVENING = instantAt(DAY, '18:40')
const NAMES = ['AAPL', 'MSFT', 'NVDA']
const db = testDatabase()

beforeAll(async () => {
  await scaffoldMembers(
    db.sql,
    NAMES.map((symbol) => ({ symbol, sector: 'Information Technology' as const, since: null })),
    CLOSE,
  )
  const days = sessionsBetween(tradingDay('2026-06-01'), DAY)
  const bars = NAMES.flatMap((symbol, name) =>
    days.map((day, at) => ({
      symbol,
      day,
      close: 100 + name + ((at * (name + 3)) % 17),
      knownAt: CLOSE,
      origin: 'scheduled' as const,
    })),
  )
  await saveMemberBars(db.sql, bars, 'breadth')
})

test('the next report is one that is still to come: not one of this morning, nor one whose figures are known', async () => {
  const report = (ticker: string, time: string | null, eps: number | null, day = DAY) => ({
    ticker,
    kind: 'earnings' as const,
    key: day,
    day,
    knownAt: CLOSE,
    origin: 'scheduled' as const,
    row: { fiscal_month: '2026-10', report_day: day, time, eps_forecast: 1, analysts: 3, eps, surprise_pct: null },
  })
  const later = tradingDay('2027-02-24')
  const calendar = [
    report('AAPL', 'before_open', null),
    report('AAPL', null, null, later),
    report('MSFT', 'after_close', null),
    report('NVDA', 'after_close', 1.2),
  ]
  await saveRecords(db.sql, calendar as never, 'earnings')
  expect(Object.fromEntries(await nextReports(db.sql, NAMES, CLOSE))).toEqual({ AAPL: later, MSFT: DAY })
  await db.sql`delete from company_records where kind = 'earnings'`
})

let causes = 0
async function compute(companies: readonly string[], due: { cutoff: Date; analogs?: boolean }): Promise<void> {
  const stage = companyStage({ clock: fixedClock(due.cutoff), log: silentLog })
  const body = toEnvelope(panelsOf(`test-${++causes}`, companies, due))
  const delivery = { body, deliveryId: String(causes), redelivered: false }
  const handled = await handleDelivery({ sql: db.sql, relay: quietRelay(), log: silentLog }, stage, delivery, {})
  expect(handled.outcome).toBe('done')
}

async function documentsOf(ticker: string) {
  const rows = await db.sql<{ panel: string; document: string }[]>`
    select p.panel, p.document from company_panels as p where p.ticker = ${ticker} order by p.panel limit 100`
  return new Map(rows.map(({ panel, document }) => [panel, JSON.parse(document)]))
}

test('the names of the sector are compared again where closes may have changed, or where they never were', async () => {
  await compute(['AAPL', 'MSFT'], { cutoff: CLOSE })
  const atClose = await documentsOf('AAPL')
  expect(atClose.get('analogs')).toMatchObject({
    as_of: easternIso(CLOSE),
    universe: expect.stringMatching(/^3 names/),
  })
  expect(atClose.get('analogs').n).toBeGreaterThan(0)

  await compute(NAMES, { cutoff: EVENING, analogs: false })
  const later = await documentsOf('AAPL')
  expect([...later.keys()]).toEqual([...atClose.keys()])
  expect(later.get('analogs')).toEqual(atClose.get('analogs'))
  const others = [...later].filter(([panel]) => panel !== 'analogs')
  expect(others.filter(([, { as_of }]) => as_of !== undefined && as_of !== easternIso(EVENING))).toEqual([])
  expect(others).toHaveLength(12)
  const first = await documentsOf('NVDA')
  expect(first.get('analogs')).toMatchObject({ as_of: easternIso(EVENING), n: expect.any(Number) })
})
