import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { ROUTES } from '../../api/routes.ts'
import { testDatabase } from '../../harness/database.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { silentLog } from '../../shared/log.ts'
import { scaffoldMembers } from '../../shared/postgres/company/companies.ts'
import { saveRecords } from '../../shared/postgres/company/company-records.ts'
import { saveMemberBars } from '../../shared/postgres/market/members.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { companyStage } from '../../workers/compute-panels.ts'
import { panelsOf } from '../../workers/schedule/company-batches.ts'
import { testApi } from '../api/support/api.ts'

const db = testDatabase()
const DAY = tradingDay('2026-11-20')
const EX_DATE = tradingDay('2026-11-18')
const ADOPTED = instantAt(EX_DATE, '08:30')
const NOW = instantAt(DAY, '18:40')
const [START, END] = [tradingDay('2025-01-01'), tradingDay('2025-12-31')]
let app: FastifyInstance

beforeAll(async () => {
  const known = { knownAt: instantAt(tradingDay('2026-02-02'), '17:00'), origin: 'scheduled' as const }
  await db.sql`
    insert into service_time (real_origin, service_origin, speed, since, last_seen)
    values (clock_timestamp(), ${NOW}, 0, '2026-01-02T12:00:00Z', ${NOW})`
  await scaffoldMembers(
    db.sql,
    [{ symbol: 'AAPL', sector: 'Information Technology', since: null }],
    instantAt(START, '09:00'),
  )
  const facts = [
    ['EarningsPerShareDiluted', 'USD/shares', START, END, 8],
    ['NetIncomeLoss', 'USD', START, END, 8_000],
    ['WeightedAverageNumberOfDilutedSharesOutstanding', 'shares', START, END, 1_000],
  ]
  const row = { form: '10-K', filed: '2026-02-02', accepted_at: null, report_day: null, items: '', facts }
  const filing = { ticker: 'AAPL', kind: 'filing' as const, key: 'a-1', day: tradingDay('2026-02-02'), row }
  await saveRecords(db.sql, [{ ...filing, ...known }] as never, 'filings')
  const bars = sessionsBetween(tradingDay('2026-06-01'), DAY).map((day) => ({
    symbol: 'AAPL',
    day,
    close: day < EX_DATE ? 400 : 100,
    knownAt: instantAt(day, '17:15'),
    origin: 'scheduled' as const,
  }))
  await saveMemberBars(db.sql, bars, 'breadth')
  await db.sql`
    insert into corporate_actions (symbol, kind, ex_date, new_shares, old_shares, source, known_at)
    values ('AAPL', 'split', ${EX_DATE}::text::date, 4, 1, 'test', ${ADOPTED})`
  app = await testApi(db.url, { routes: ROUTES, limits: { documentAgeMs: 600_000 } })
})

let causes = 0
async function panelAt(cutoff: Date, panel: string) {
  const stage = companyStage({ clock: fixedClock(cutoff), log: silentLog })
  const delivery = {
    body: toEnvelope(panelsOf(`test-${++causes}`, ['AAPL'], { cutoff })),
    deliveryId: String(causes),
    redelivered: false,
  }
  await db.sql`truncate company_panels`
  const handled = await handleDelivery({ sql: db.sql, relay: quietRelay(), log: silentLog }, stage, delivery, {})
  expect(handled.outcome).toBe('done')
  const [row] = await db.sql<{ document: string }[]>`
    select p.document from company_panels as p where p.ticker = 'AAPL' and p.panel = ${panel}`
  return JSON.parse(row!.document)
}

test('the market value is the same on both sides of a split that no filing shows yet', async () => {
  expect(await panelAt(instantAt(tradingDay('2026-11-17'), '18:40'), 'profile')).toMatchObject({
    close: 400,
    market_value: 400_000,
  })
  expect(await panelAt(NOW, 'profile')).toMatchObject({ close: 100, market_value: 400_000 })
})

test('a split that was adopted after the cutoff is not known, and before its ex-date it changes nothing', async () => {
  const { splits } = await panelAt(new Date(ADOPTED.getTime() - 1), 'fundamentals')
  expect(splits).toEqual([])
  expect((await panelAt(ADOPTED, 'fundamentals')).splits).toEqual([
    { date: EX_DATE, ratio: 4, source: 'corporate_action' },
  ])
})

test('closes from before a split that the vendor has not restated do not look like a fall', async () => {
  const { change, high_252: _high, history } = await panelAt(NOW, 'price')
  expect(change).toMatchObject({ d1: 0, d5: 0, d21: 0 })
  expect(new Set(history.map(({ close }: { close: number }) => close))).toEqual(new Set([100]))
  expect((await panelAt(NOW, 'analogs')).state).toMatchObject({ drawdown: 'shallow' })
})

test('fundamentals of a past instant read the splits that were adopted by then', async () => {
  const earningsAt = async (instant: Date) => {
    const url = `/api/v1/company/AAPL/fundamentals?as_of=${encodeURIComponent(instant.toISOString())}`
    return (await app.inject(url)).json().ttm.eps_diluted.value
  }
  expect([await earningsAt(new Date(ADOPTED.getTime() - 1)), await earningsAt(ADOPTED)]).toEqual([8, 2])
})

test('an undecided split leaves the market value unknown, and no other split does', async () => {
  await db.sql`delete from corporate_actions`
  const decide = (state: string, decidedAt: Date | null) => db.sql`
    insert into action_proposals (symbol, kind, ex_date, known_at, state, reason, decided_at)
    values ('AAPL', 'split', ${EX_DATE}::text::date, ${ADOPTED}, ${state}, 'a reason', ${decidedAt})
    on conflict (symbol, kind, ex_date) do update set state = excluded.state, decided_at = excluded.decided_at`
  await decide('proposed', null)
  const undecided = await panelAt(NOW, 'profile')
  expect(undecided.market_value).toBeNull()
  expect(undecided.reasons.market_value).toBe(
    'a split of 2026-11-18 is announced and not decided yet, so the number of shares at this close is not known',
  )
  expect(await panelAt(instantAt(tradingDay('2026-11-17'), '18:40'), 'profile')).toMatchObject({
    market_value: 400_000,
  })
  await decide('rejected', new Date(NOW.getTime() - 1))
  expect(await panelAt(NOW, 'profile')).toMatchObject({ market_value: 100_000 })
})
