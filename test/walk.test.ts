import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../api/app.ts'
import { testDatabase } from '../harness/database.ts'
import { eventually } from '../harness/eventually.ts'
import { FEW_MEMBERS } from '../harness/few-members.ts'
import { startSharedSimulator } from '../harness/shared-simulator.ts'
import { readConfig } from '../shared/config.ts'
import { silentLog } from '../shared/log.ts'
import { audit } from '../shared/postgres/audit/audit.ts'
import { openServiceTime, serviceClock, stepServiceTime } from '../shared/postgres/server/service-time.ts'
import { instantAt } from '../shared/time/eastern.ts'
import { tradingDay } from '../shared/time/trading-day.ts'
import { openConnections } from '../workers/open-connections.ts'
import { readRoles } from '../workers/roles.ts'
import { startWorkers, type Workers } from '../workers/start-workers.ts'

/** A half-day: 15 cycles, and its close at 13:00 exposes code that hard-codes 16:00. */
const DAY = tradingDay('2026-11-27')
const at = (time: string) => instantAt(DAY, time)

const database = testDatabase()
let simulator: Awaited<ReturnType<typeof startSharedSimulator>>
const workers: Workers[] = []

beforeAll(async () => {
  simulator = await startSharedSimulator({ seed: 7, members: FEW_MEMBERS, now: () => at('09:00') })
  await openServiceTime(database.sql, at('09:29'), { speed: 0, reason: 'test' })
  const config = {
    ...readConfig({ SIMULATOR_URL: simulator.url, BACKFILL_SESSIONS: '2', BACKFILL_CYCLE_SESSIONS: '0' }),
    DATABASE_URL: database.url,
  }
  const start = async (args: string[]) => {
    const connections = await openConnections(config, silentLog)
    return await startWorkers(config, readRoles(args), { connections, log: silentLog })
  }
  workers.push(await start(['--all', '--backfill']))
  workers.push(await start(['--all']))
}, 180_000)
afterAll(async () => {
  for (const each of workers) await each.drain()
  await simulator.close()
})

const reported = (id: string) =>
  eventually(async () => {
    const [cycle] = await database.sql`select c.state from cycles as c where c.id = ${id}`
    expect(cycle).toEqual({ state: 'reported' })
  })

test('two sets of workers through a half-day: one report per cycle, one final row, nothing lost', async () => {
  // History loads after the schedulers have started; the first cycle is that of the previous session.
  await reported('2026-11-25T16:20')
  for (let minute = 9 * 60 + 30; minute <= 13 * 60; minute += 15) {
    const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
    await stepServiceTime(database.sql, at(time))
    await reported(`${DAY}T${time}`)
  }
  for (const time of ['13:20', '13:22', '13:35', '17:15', '18:15', '18:30', '19:15', '19:45', '20:00']) {
    await stepServiceTime(database.sql, at(time))
    await eventually(async () => {
      const due = await database.sql`select 1 from slots as s where s.scheduled_for = ${at(time)}`
      const [open] = await database.sql<[{ count: number }]>`
        select count(*)::int as count from outbox as o
        where not exists (select 1 from inbox as i where i.message_id = o.message_id and i.state = 'done')`
      expect({ open: open.count, due: due.length > 0 }).toEqual({ open: 0, due: true })
    })
  }
  // A cycle that ran before the history was loaded runs again, so it may have two reports.
  const reports = await database.sql<{ cycle_id: string }[]>`
    select distinct r.cycle_id from reports as r where r.cycle_id like ${`${DAY}T%`} order by r.cycle_id`
  expect(reports).toHaveLength(16)
  expect(reports[0]!.cycle_id).toBe(`${DAY}T09:30`)
  expect(reports.at(-1)!.cycle_id).toBe(`${DAY}T13:20`)
  const [day] = await database.sql`select d.state, d.health_score from signals_daily as d where d.trade_date = ${DAY}`
  expect(day).toEqual({ state: 'final', health_score: expect.any(Number) })
  // Time jumps here: over minutes, which are never caught up, and further than slots of headlines and house accounts
  // wait.
  const missed = await database.sql`
    select s.key from slots as s
    where s.state = 'missed' and s.kind <> 'minute' and s.key not like 'ingest:news:%'
      and s.key not like 'house:%T17:45'`
  expect(missed).toEqual([])
  for (const finding of await audit(database.sql)) expect(finding.offenders).toEqual([])
}, 180_000)

test('the life of a VIX quote: the vendor’s value is the one in the API and in the report', async () => {
  const answer = await fetch(
    `${simulator.url}/at/${at('13:20').toISOString()}/cboe/api/global/delayed_quotes/quotes/_VIX.json`,
  )
  const vendor = (await answer.json()) as { data: { current_price: number } }
  const app = await buildApp({
    sql: database.sql,
    clock: serviceClock(() => database.sql),
    log: silentLog,
    dataMode: 'simulated',
    instanceId: 'walk',
    tokens: { admin: 'a'.repeat(32), internal: 'i'.repeat(32) },
  })
  const latest = (await app.inject('/api/v1/signals/latest')).json()
  expect(latest.cycle_id).toBe(`${DAY}T13:20`)
  const vix = latest.score_components.find((component: { key: string }) => component.key === 'vix')
  expect(vix.inputs[0].value).toBe(vendor.data.current_price)
  expect(latest.trends.vix.current).toBe(vendor.data.current_price)
  const report = (await app.inject('/report')).body
  expect(report).toContain('2026-11-27 13:20 ET')
  expect(report).toContain('Compared with 2026-11-27 13:00 ET')
  expect(report).toContain(`VIX ${vendor.data.current_price.toFixed(2)}`)
  await app.close()
})

test('as of any instant of the day: what was served then, document by document', async () => {
  const app = await buildApp({
    sql: database.sql,
    clock: serviceClock(() => database.sql),
    log: silentLog,
    dataMode: 'simulated',
    instanceId: 'walk',
    tokens: { admin: 'a'.repeat(32), internal: 'i'.repeat(32) },
  })
  const get = (route: string, time: string) => app.inject(`/api/v1/signals/${route}?as_of=${at(time).toISOString()}`)
  for (const [time, cycle] of [
    ['11:10', '11:00'],
    ['12:44', '12:30'],
    ['19:00', '13:20'],
  ] as const) {
    const latest = (await get('latest', time)).json()
    expect(latest.cycle_id).toBe(`${DAY}T${cycle}`)
    const score = (await get('score', time)).json()
    expect([score.health_score, score.as_of]).toEqual([latest.health_score, latest.as_of])
    expect((await get('correlations', time)).json()).toMatchObject({ as_of: latest.as_of, status: 'ready' })
    expect((await get('fragility', time)).json().as_of).toMatchObject({ updated_at: latest.as_of, age_seconds: 0 })
  }
  const { data } = (await app.inject('/api/v1/signals/intraday/health-score')).json()
  const ofDay = data.filter((row: { timestamp: string }) => row.timestamp.startsWith(DAY))
  expect(ofDay).toHaveLength(16)
  expect(ofDay.at(-1).health_score).toBe((await app.inject('/api/v1/signals/latest')).json().health_score)
  await app.close()
})
