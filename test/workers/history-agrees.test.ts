import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import { eveningInputs, knownHistory } from '../../pipeline/history/known-history.ts'
import { replay } from '../../pipeline/history/replay.ts'
import { dailyRow } from '../../pipeline/snapshot/compute-snapshot.ts'
import { publishedAt } from '../../pipeline/sources/publication-lag.ts'
import { saveObservations } from '../../shared/postgres/market/observations.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { loadInputs } from '../../workers/compute-signals.ts'

const database = testDatabase()
const values = longHistory('2012-01-02', '2016-03-31', 3)

beforeAll(async () => {
  const known = values.map((each) => ({
    ...each,
    knownAt: publishedAt(each.series, each.day),
    source: 'history',
    origin: 'imported' as const,
  }))
  await saveObservations(database.sql, known)
})

const context = { cycleId: 'day', origin: 'imported' } as const
const days = ['2013-02-14', '2014-07-03', '2015-08-24', '2016-01-20', '2016-03-31'].map(tradingDay)

test.each(days)('%s: inputs loaded from Postgres equal those from a history file', async (day) => {
  const known = await loadInputs(database.sql, instantAt(day, '20:00'))
  const loaded = { ...known, missing: [], degraded: [] }
  expect({ ...loaded, aiFlip: undefined }).toEqual(eveningInputs(knownHistory(values))(day))
})

test('the live stage and a replay of the file agree on each session', async () => {
  const replayed = new Map([...replay(knownHistory(values))].map(({ row }) => [row.tradeDate, row]))
  for (const day of days) {
    const known = await loadInputs(database.sql, instantAt(day, '20:00'))
    const loaded = { ...known, missing: [], degraded: [] }
    expect(dailyRow(loaded, context)).toEqual(replayed.get(day))
  }
})
