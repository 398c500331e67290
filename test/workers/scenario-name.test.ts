import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { silentLog } from '../../shared/log.ts'
import { claimSimulatedWorld } from '../../shared/postgres/server/simulated-world.ts'
import { openCycle } from '../../shared/postgres/signals/cycles.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { signalsStage } from '../../workers/compute-signals.ts'
import { reportStage } from '../../workers/write-report.ts'
import { testApi } from '../api/support/api.ts'
import { ingestWorld } from './support/ingest-world.ts'

const AT = new Date('2026-11-20T15:00:00Z')
const DAY = tradingDay('2026-11-20')
const CYCLE = '2026-11-20T10:00'
const CLOSED = new Date('2026-11-21T01:00:00Z')

const world = ingestWorld(AT)

test('the name of a scenario is in the state, its report, the history and its export, the status and the page', async () => {
  const named = { SOURCES: 'simulated', SIMULATOR_SEED: 7, SIMULATOR_SCENARIO: 'crash' } as const
  await claimSimulatedWorld(world.sql, named, AT)
  const origin = 'scheduled'
  await openCycle(world.sql, { id: CYCLE, scheduledFor: AT, expected: [], deadline: AT, origin, openedAt: AT })
  await world.sql`update cycles set state = 'computing', cutoff = ${AT} where id = ${CYCLE}`
  const payload = { cycleId: CYCLE, run: 1, cutoff: AT.toISOString(), origin } as const
  const cycle = { occurredAt: AT, cycleId: CYCLE, payload }
  await world.deliver(signalsStage(), { ...cycle, id: `cycle:${CYCLE}#1`, type: 'cycle.ready' })
  const report = reportStage({ sql: world.sql, log: silentLog, clock: fixedClock(AT), dataMode: 'simulated' })
  await world.deliver(report, { ...cycle, id: `signals:${CYCLE}#1`, type: 'signals.computed' })
  const day = { day: DAY, state: 'final', cutoff: CLOSED.toISOString(), run: 1, origin } as const
  await world.deliver(signalsStage(), { id: `day:${DAY}#1`, type: 'day.due', occurredAt: CLOSED, payload: day })

  const api = await testApi(world.url)
  const get = async (path: string) => await api.inject(path)
  expect((await get('/api/v1/signals/latest')).json().scenario).toBe('crash')
  expect((await get('/api/v1/reports/latest')).json().content).toContain('in its scenario crash')
  expect((await get('/api/v1/signals/history')).json().data).toMatchObject([{ trade_date: DAY, scenario: 'crash' }])
  const rows = parse((await get('/api/v1/signals/export')).body, { columns: true })
  expect(rows).toMatchObject([{ trade_date: DAY, scenario: 'crash' }])
  expect((await get('/api/v1/status')).json().scenario).toBe('crash')
  expect((await get('/')).body).toContain('SIMULATED: crash')
})
