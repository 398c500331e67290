import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import type { KnownObservation } from '../../shared/domain/market/observation.ts'
import { saveMemberBars } from '../../shared/postgres/market/members.ts'
import { saveObservations, seriesAsKnown } from '../../shared/postgres/market/observations.ts'
import { saveSectorBreadth } from '../../shared/postgres/market/sector-breadth.ts'
import { openPool, type Pool, siblingPool, type Tx } from '../../shared/postgres/server/db.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { rateKnown } from '../../workers/ingest/store-chain.ts'

const FIRST = tradingDay('2016-01-04')
const KNOWN_AT = new Date('2026-11-20T15:00:00Z')
/** Postgres keeps a prepared statement's plan from the sixth execution on. */
const EXECUTIONS_UNTIL_KEPT = 6

const database = testDatabase()
/** One connection, so that the inspected plans are the ones in use. */
let connection: Pool
beforeEach(() => {
  connection = openPool(database.url, { max: 1, name: 'test-plans' })
  return () => connection.end({ timeout: 1 })
})

const daysFrom = (from: number, count: number) => Array.from({ length: count }, (_, at) => addDays(FIRST, from + at))

const tables = {
  observations: (tx: Tx, from: number, count: number) =>
    saveObservations(
      tx,
      daysFrom(from, count).map((day) => ({
        ...({ series: 'vix_close', source: 'test', origin: 'imported' } as const),
        day,
        value: 20,
        knownAt: KNOWN_AT,
      })),
    ),
  member_bars: (tx: Tx, from: number, count: number) =>
    saveMemberBars(
      tx,
      daysFrom(from, count).map((day) => ({ symbol: 'AAA', day, close: 20, knownAt: KNOWN_AT, origin: 'imported' })),
      'test',
    ),
  sector_breadth: (tx: Tx, from: number, count: number) =>
    saveSectorBreadth(
      tx,
      daysFrom(from, count).map((day) => ({
        breadth: { day, members: 1, counted50: 1, above50: 1, counted200: 1, above200: 1, sectors: [] },
        ...({ knownAt: KNOWN_AT, source: 'test', origin: 'imported' } as const),
      })),
    ),
}

test.each(Object.entries(tables))(
  '%s: filled on a connection that planned it while it was empty, no row reads the whole table',
  async (table, save) => {
    // An ANALYZE in between would make the connection plan again and hide the problem.
    await connection`alter table ${connection(table)} set (autovacuum_enabled = false)`
    await connection`analyze ${connection(table)}`
    for (let at = 0; at < EXECUTIONS_UNTIL_KEPT; at++) await connection.begin((tx) => save(tx, at, 1))
    for (let part = 0; part < 3; part++) {
      const { added, read } = await connection.begin(async (tx) => {
        const before = await rowsReadByScan(tx, table)
        const added = await save(tx, EXECUTIONS_UNTIL_KEPT + part * 500, 500)
        return { added, read: (await rowsReadByScan(tx, table)) - before }
      })
      expect({ added, read }).toEqual({ added: 500, read: 0 })
    }
  },
)

async function rowsReadByScan(tx: Tx, table: string): Promise<number> {
  const [row] = await tx<[{ read: number }]>`
    select s.seq_tup_read as read from pg_stat_xact_user_tables as s where s.relname = ${table}`
  return row.read
}

test('series as known: has each day in its newest revision known by then, also on a pool without array types', async () => {
  const wti = { series: 'wti', source: 'fred', origin: 'scheduled' } as const
  const [monday, tuesday, wednesday] = ['2026-11-16', '2026-11-17', '2026-11-18'].map(tradingDay)
  const evening = (day: string, milliseconds = 0) => new Date(Date.parse(`${day}T23:00:00.007Z`) + milliseconds)
  const rows: KnownObservation[] = [
    { ...wti, day: tuesday!, value: 1e-7, knownAt: evening('2026-11-17') },
    { ...wti, day: monday!, value: 59.12345678901234, knownAt: evening('2026-11-16') },
    { ...wti, day: wednesday!, value: -37.63, knownAt: evening('2026-11-18') },
  ]
  const revised: KnownObservation = { ...rows[1]!, value: 60, knownAt: evening('2026-11-18', 1), source: 'fred-api' }
  for (const part of [rows, [revised]]) await connection.begin((tx) => saveObservations(tx, part))

  const sibling = siblingPool(connection)
  try {
    for (const pool of [connection, sibling]) {
      const asKnown = (knownBy: Date) =>
        seriesAsKnown(pool, { series: ['wti', 'skew_close'], from: monday!, upTo: wednesday!, knownBy })
      const point = ({ day, value, knownAt, source }: KnownObservation) => ({ day, value, knownAt, source })
      const { value, knownAt } = rows[1]!
      const withEarlier = { ...point(revised), earlier: [{ value, knownAt }] }
      expect(await asKnown(evening('2026-11-18'))).toEqual({ wti: [rows[1]!, rows[0]!, rows[2]!].map(point) })
      expect(await asKnown(evening('2026-11-19'))).toEqual({ wti: [withEarlier, ...[rows[0]!, rows[2]!].map(point)] })
      expect(await asKnown(evening('2026-11-15'))).toEqual({})
    }
  } finally {
    await sibling.end({ timeout: 1 })
  }
})

test('a chain is priced with the rate that was known before its instant, whichever fetch of that instant comes first', async () => {
  const [before, at] = [new Date('2026-12-02T15:30:00Z'), new Date('2026-12-03T15:30:00Z')]
  const rate = { series: 'dff', value: 3.6, source: 'fred', origin: 'scheduled' } as const
  const found = await database.sql.begin(async (tx) => {
    await saveObservations(tx, [{ ...rate, day: tradingDay('2026-12-01'), knownAt: before }])
    await saveObservations(tx, [{ ...rate, day: tradingDay('2026-12-02'), knownAt: at }])
    return [await rateKnown(tx, at), await rateKnown(tx, new Date(at.getTime() + 60_000))]
  })
  expect(found.map(({ source }) => source)).toEqual(['dff of 2026-12-01', 'dff of 2026-12-02'])
})
