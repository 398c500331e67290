import { beforeEach, expect, test } from 'vitest'
import { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { SourceId } from '../../shared/domain/market/source-id.ts'
import { saveObservations } from '../../shared/postgres/market/observations.ts'
import { saveSourceRun } from '../../shared/postgres/market/source-runs.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { CALM_QUOTES, cycleWorld, FIRST, idOf } from './support/cycle-world.ts'

const world = cycleWorld()
beforeEach(async () => {
  await world.sql`truncate source_runs, source_run_days`
})

const run = (source: SourceId, time: string, state: 'good' | 'degraded' | 'failed') =>
  saveSourceRun(world.sql, {
    messageId: `schedule:ingest:${source}:${FIRST}T${time}/${source}#1`,
    source,
    ok: state === 'failed' ? 0 : 1,
    degraded: state === 'degraded' ? 1 : 0,
    error: state === 'good' ? null : 'fred-daily: status 503',
    runAt: instantAt(FIRST, time),
    durationMs: 10,
    requests: 1,
    stored: 0,
    origin: 'scheduled',
  })

async function snapshotOf(time: string, which = 1): Promise<SignalsSnapshot> {
  const [row] = await world.sql<{ body: string }[]>`
    select s.document as body from signal_snapshots as s where s.cycle_id = ${idOf(FIRST, time)} and s.run = ${which}`
  return SignalsSnapshot.parse(JSON.parse(row!.body))
}
const gaps = ({ data_quality: { missing, degraded, failing } }: SignalsSnapshot) => ({
  missing: missing.map(({ source }) => source),
  degraded,
  since: failing?.map(({ source, since }) => `${source} ${since.slice(11, 16)}`),
})
const outage = async () => {
  const rows = await world.sql`
    select 1 from alerts as a where a.alert_id = 'SOURCE_OUTAGE' and a.state = 'active'`
  return rows.length === 1 ? 'firing' : 'armed'
}

test('a failed source stays in every cycle until a run succeeds, whoever requested it', async () => {
  await run('fred', '09:15', 'failed')
  await run('cot', '09:20', 'degraded')
  await world.cycle(FIRST, '09:30', CALM_QUOTES)
  const failing = { missing: ['fred'], degraded: ['cot'], since: ['fred 09:15', 'cot 09:20'] }
  expect(gaps(await snapshotOf('09:30'))).toEqual(failing)
  await run('fred', '09:40', 'failed')
  await world.cycle(FIRST, '09:45', CALM_QUOTES)
  expect(gaps(await snapshotOf('09:45'))).toEqual(failing)
  await run('fred', '09:50', 'good')
  await world.cycle(FIRST, '10:00', CALM_QUOTES)
  expect(gaps(await snapshotOf('10:00'))).toEqual({ missing: [], degraded: ['cot'], since: ['cot 09:20'] })
})

test('SOURCE_OUTAGE sees a source that no cycle requests, and clears only after it has delivered', async () => {
  await run('darkpool', '09:15', 'failed')
  const states: unknown[] = []
  for (const time of ['09:30', '09:45', '10:00']) {
    await world.cycle(FIRST, time, CALM_QUOTES)
    states.push(await outage())
  }
  await run('darkpool', '10:10', 'good')
  for (const time of ['10:15', '10:30']) {
    await world.cycle(FIRST, time, CALM_QUOTES)
    states.push(await outage())
  }
  expect(states).toEqual(['armed', 'firing', 'firing', 'firing', 'armed'])
})

test('a re-run after a recovery finds what was known at the cutoff', async () => {
  await run('fred', '09:15', 'failed')
  await world.cycle(FIRST, '09:30', CALM_QUOTES)
  await run('fred', '09:31', 'good')
  await world.computeCycle(FIRST, '09:30', CALM_QUOTES, { run: 2 })
  expect((await snapshotOf('09:30', 2)).data_quality).toEqual((await snapshotOf('09:30')).data_quality)
})

test('a failed source whose newest value is still valid does not widen the bounds of the score', async () => {
  const curve = {
    series: 't10y2y',
    day: tradingDay('2026-11-13'),
    value: 0.6,
    source: 'fred',
    origin: 'imported',
  } as const
  await saveObservations(world.sql, [{ ...curve, knownAt: instantAt(FIRST, '09:30') }])
  await world.cycle(FIRST, '09:45', CALM_QUOTES)
  await run('fred', '09:50', 'degraded')
  await world.cycle(FIRST, '10:00', CALM_QUOTES)
  const [before, after] = [await snapshotOf('09:45'), await snapshotOf('10:00')]
  expect(after.data_quality.degraded).toEqual(['fred'])
  expect([after.score_low, after.score_high]).toEqual([before.score_low, before.score_high])
})
