import { beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, testDatabase } from '../../harness/database.ts'
import { ActionBoard, ScreenerCandidates } from '../../shared/domain/contract/screener/board.ts'
import {
  BoardTrackRecord,
  PickContracts,
  PickExits,
  ScreenerCalibration,
  ScreenerUniverse,
  TrackRecord,
  TrustBoard,
} from '../../shared/domain/contract/screener/evidence.ts'
import { seeded } from '../../shared/domain/seeded.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { readModel } from '../../shared/postgres/signals/read-models.ts'
import { addSessions, sessionsBetween } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { drive, dueMessage, seedScreener, TODAY } from './support/screener-world.ts'

const db = testDatabase()
const FIRST = addSessions(TODAY, -12).day

/** Runs every session up to yesterday, then today's evening run as the scheduler would. */
async function runSessions(sql: Pool, options: { shuffle?: () => number; times?: number } = {}): Promise<void> {
  await seedScreener(sql)
  for (const day of sessionsBetween(FIRST, addSessions(TODAY, -1).day)) {
    for (const slot of ['am', 'pm'] as const) {
      await drive([dueMessage(day, slot, 'backfill')], { sql, now: instantAt(TODAY, '09:00'), ...options })
    }
  }
  await drive([dueMessage(TODAY, 'pm')], { sql, now: instantAt(TODAY, '17:31'), ...options })
}

const locksOf = (sql: Pool) => sql`
  select r.id, r.side, r.slot, r.recorded_at, r.pick, r.progress, r.entered_on, r.exited_on, r.matured_on
  from screener_records as r order by r.id limit 10000`
const document = async <T>(key: string): Promise<T> =>
  JSON.parse((await readModel(db.sql, `screener/${key}`))!.body) as T

beforeAll(() => runSessions(db.sql))

describe('runs of the screener', () => {
  test('every run is decided once, and picks are locked, entered and ended', async () => {
    const runs = await db.sql`select r.state, r.origin from screener_runs as r limit 1000`
    expect(runs.length).toBe(2 * 12 + 1)
    expect(runs.every(({ state }) => state === 'decided')).toBe(true)
    const [counts] = await db.sql<{ locked: number; entered: number; exited: number; matured: number; left: number }[]>`
      select count(r.slot)::integer as locked, count(r.entered_on)::integer as entered,
        count(r.exited_on)::integer as exited, count(r.matured_on)::integer as matured,
        (select count(*)::integer from screener_scans) as left
      from screener_records as r`
    expect(counts!.locked).toBeGreaterThan(4)
    expect(counts!.exited).toBeGreaterThan(0)
    expect(counts!.matured).toBeGreaterThan(0)
    expect(counts!.left).toBe(0)
    const [outcomes] = await db.sql`select count(*)::integer as count from screener_outcomes`
    expect(outcomes!.count).toBe(counts!.matured)
  })

  test('every document of the newest run keeps its contract and agrees with the records', async () => {
    const board = ActionBoard.parse(await document('board'))
    const open = await db.sql`
      select r.id from screener_records as r where r.slot is not null and r.exited_on is null order by r.id`
    const rows = [...board.longs, ...board.shorts]
    expect(rows.map(({ contract }) => contract!.id).sort()).toEqual(open.map(({ id }) => id))
    expect(board.counts.long).toBe(board.longs.length)
    expect(board.empty_reason === null).toBe(rows.length > 0)
    expect(board.run).toMatchObject({ id: `${TODAY}-pm`, late_by_s: 60, origin: 'scheduled' })
    expect(rows.every(({ bettability }) => bettability.chip === 'NO-BET')).toBe(true)
    const candidates = ScreenerCandidates.parse(await document('candidates'))
    const suppressed = candidates.candidates.filter(({ suppression }) => suppression !== null)
    expect(suppressed.length).toBe(board.counts.suppressed_long + board.counts.suppressed_short)
    const contracts = PickContracts.parse(await document('pick-contracts'))
    const exits = PickExits.parse(await document('exits'))
    expect(contracts.contracts.filter(({ state }) => state === 'closed').length).toBe(exits.total)
    for (const exit of exits.exits) expect(exit.exit_reason).not.toBeNull()
    const trust = TrustBoard.parse(await document('trust-board'))
    expect(trust.archetypes.every(({ cohorts_post_lock }) => cohorts_post_lock === 0)).toBe(true)
    ScreenerCalibration.parse(await document('calibration'))
    ScreenerUniverse.parse(await document('universe'))
    const record = TrackRecord.parse(await document('track-record'))
    const matured = record.by_archetype.reduce((sum, { backfill }) => sum + backfill.n, 0)
    expect(matured).toBe(trust.archetypes.reduce((sum, { n_matured }) => sum + n_matured, 0))
    BoardTrackRecord.parse(await document('board-track-record'))
  })

  test('locks, entries and exits stand on the event log, once each', async () => {
    const [counts] = await db.sql<{ locks: number; entries: number; exits: number }[]>`
      select count(*) filter (where e.data->>'change' = 'lock')::integer as locks,
        count(*) filter (where e.data->>'change' = 'entry')::integer as entries,
        count(*) filter (where e.data->>'change' = 'exit')::integer as exits
      from events as e where e.kind = 'pick'`
    const [records] = await db.sql<{ locks: number; entries: number; exits: number }[]>`
      select count(r.slot)::integer as locks, count(r.entered_on) filter (where r.slot is not null)::integer as entries,
        count(r.exited_on)::integer as exits from screener_records as r`
    expect(counts).toEqual(records)
  })

  test('batches in any order, delivered twice, lock the same picks', async () => {
    const other = await freshDatabase()
    try {
      await runSessions(other.sql, { shuffle: seeded(3), times: 2 })
      expect(await locksOf(other.sql)).toEqual(await locksOf(db.sql))
    } finally {
      await other.drop()
    }
  })
})

describe('what was recorded', () => {
  const change = (set: string) =>
    db.sql.unsafe(`update screener_records set ${set} where id = (
      select r.id from screener_records as r where r.exited_on is not null and r.matured_on is null
      union all select r.id from screener_records as r where r.entered_on is not null limit 1)`)

  test.each([
    { name: 'a lock', set: `pick = pick || '{"score": 99}'`, words: 'never changes' },
    { name: 'a slot', set: 'slot = 9', words: 'never changes' },
    { name: 'an entry', set: `entered_on = entered_on + 1`, words: 'written once' },
    {
      name: 'the price of an entry',
      set: `progress = jsonb_set(progress, '{entry,price}', '1')`,
      words: 'written once',
    },
  ])('$name cannot be changed afterwards', async ({ set, words }) => {
    await expect(change(set)).rejects.toThrow(words)
  })

  test('a record cannot be deleted', async () => {
    await expect(db.sql`delete from screener_records`).rejects.toThrow('never deleted')
  })
})

test('an evening pick enters at the first good quote of the next session, and waits while its market is bad or delayed', async () => {
  const waiting = await db.sql<{ id: string; ticker: string }[]>`
    select r.id, r.ticker from screener_records as r where r.entered_on is null order by r.id`
  expect(waiting.length).toBeGreaterThan(0)
  const day = addSessions(TODAY, 1).day
  const first = waiting[0]!.ticker
  const prices = new Map([
    ['SPY', 500],
    [first, 77],
  ])
  const entries = { type: 'screener.entries', occurredAt: new Date(), cycleId: null } as const
  const message = { ...entries, id: `schedule:screener-entry:${day}T09:31#1`, payload: { slot: 'x', day } }
  await drive([message], { sql: db.sql, now: instantAt(day, '09:31'), prices, quotedAt: instantAt(TODAY, '16:00') })
  const [early] = await db.sql`
    select count(*)::integer as count from screener_records as r where r.entered_on = ${day}`
  expect(early!.count).toBe(0)
  await drive([message], { sql: db.sql, now: instantAt(day, '09:31'), prices })
  const after = await db.sql<{ ticker: string; price: number | null }[]>`
    select r.ticker, (r.progress->'entry'->>'price')::float8 as price from screener_records as r
    where r.id = any(string_to_array(${waiting.map(({ id }) => id).join(',')}, ','))`
  for (const { ticker, price } of after) expect(price).toBe(ticker === first ? 77 : null)
  const locked = await db.sql<{ id: string; entered: boolean }[]>`
    select r.id, r.entered_on is not null as entered from screener_records as r where r.slot is not null and r.exited_on is null`
  const board = ActionBoard.parse(await document('board'))
  const pending = new Map(
    [...board.longs, ...board.shorts].map(({ contract }) => [contract!.id, contract!.entry_pending]),
  )
  const listed = new Map(
    (await document<PickContracts>('pick-contracts')).contracts.map((each) => [each.id, each.state]),
  )
  for (const { id, entered } of locked) {
    expect(pending.get(id)).toBe(!entered)
    expect(listed.get(id)).toBe(entered ? 'open' : 'pending_entry')
  }
  expect(locked.filter(({ entered }) => entered).length).toBeGreaterThan(0)
})

test('a name without its newest bar, or with less than a year of bars, is not called scanned', async () => {
  const { sql, drop } = await freshDatabase()
  try {
    const bars = await seedScreener(sql, { names: 6 })
    await sql`delete from member_bars where symbol = 'ZAA' and day = ${TODAY}`
    await sql`delete from member_bars where symbol = 'ZAB' and day < ${bars.get('ZAB')!.at(-251)!.day}`
    await sql`delete from member_bars where symbol = 'ZAC' and day < ${bars.get('ZAC')!.at(-252)!.day}`
    await drive([dueMessage(TODAY, 'pm')], { sql, now: instantAt(TODAY, '17:31') })
    const { scanned, names } = ScreenerUniverse.parse(JSON.parse((await readModel(sql, 'screener/universe'))!.body))
    const read = names.filter((name) => name.scanned).map(({ ticker }) => ticker)
    expect(read).toEqual(['ZAC', 'ZAD', 'ZAE', 'ZAF'])
    expect(scanned).toBe(4)
  } finally {
    await drop()
  }
})
