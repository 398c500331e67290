import { beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../harness/database.ts'
import { signOf } from '../../pipeline/screener/tracked.ts'
import type { NewMessage } from '../../shared/broker/new-message.ts'
import { seeded } from '../../shared/domain/seeded.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { addSessions, sessionsBetween } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import type { RecordedPick, RecordedProgress, ScreenerRecord } from '../../workers/screener/record-rows.ts'
import { drive, dueMessage, seedScreener } from './support/screener-world.ts'

const LONG = process.env.LONG === '1'
const SESSIONS = LONG ? 60 : 16
/** The sessions end after Thanksgiving and its half-day, and begin before a month’s end. */
const LAST = tradingDay('2026-12-02')
const DAYS = sessionsBetween(addSessions(LAST, 1 - SESSIONS).day, LAST)
const HALF_DAY = '2026-11-27'

interface Shape {
  workers: number
  deaths: number
}

const entriesAt = (day: TradingDay, time: string): NewMessage<'screener.entries'> => ({
  id: `schedule:screener-entry:${day}T${time}#1`,
  type: 'screener.entries',
  occurredAt: instantAt(day, time),
  cycleId: null,
  payload: { slot: `${day}T${time}`, day },
})

/** Every session as the scheduler would send it: entries, the morning run, its entries, the evening run. */
async function runSessions(sql: Pool, { workers, deaths }: Shape): Promise<void> {
  const bars = await seedScreener(sql, { upTo: LAST, sessions: 258 + SESSIONS })
  const opens = new Map(
    [...bars].map(([symbol, own]) => [symbol, new Map(own.map((bar) => [bar.day, bar.range!.open]))]),
  )
  const [random, shuffle] = [seeded(workers), seeded(workers + 1)]
  for (const day of DAYS) {
    const prices = new Map([...opens].map(([symbol, own]) => [symbol, own.get(day)!]))
    const send = (message: NewMessage, time: string) =>
      drive([message], { sql, now: instantAt(day, time), prices, workers, shuffle, deaths: { share: deaths, random } })
    await send(entriesAt(day, '09:31'), '09:31')
    await send(dueMessage(day, 'am'), '10:30')
    await send(entriesAt(day, '10:32'), '10:32')
    await send(dueMessage(day, 'pm'), '17:30')
  }
}

const recordsOf = (sql: Pool) => sql<ScreenerRecord[]>`
  select r.id, r.run, r.ticker, r.side, r.archetype, r.slot, r.recorded_at as "recordedAt", r.pick, r.progress,
    r.entered_on as "enteredOn", r.exited_on as "exitedOn", r.matured_on as "maturedOn"
  from screener_records as r order by r.id limit 100000`

async function world(shape: Shape): Promise<{ records: string; runs: string; rows: ScreenerRecord[] }> {
  const database = await freshDatabase()
  try {
    await runSessions(database.sql, shape)
    const rows = [...(await recordsOf(database.sql))]
    const runs = await database.sql`
      select r.id, r.state, r.summary, r.decided_at from screener_runs as r order by r.id limit 1000`
    return { rows, records: JSON.stringify(rows), runs: JSON.stringify(runs) }
  } finally {
    await database.drop()
  }
}

let alone: Awaited<ReturnType<typeof world>>
beforeAll(async () => {
  alone = await world({ workers: 1, deaths: 0 })
}, 1_800_000)

describe(`${SESSIONS} sessions through the stage`, () => {
  test('both runs of every session are decided, half-days too', () => {
    const runs = JSON.parse(alone.runs) as { id: string; state: string }[]
    expect(runs.length).toBe(2 * DAYS.length)
    expect(runs.every(({ state }) => state === 'decided')).toBe(true)
    expect(runs.filter(({ id }) => id.startsWith(HALF_DAY)).length).toBe(2)
  })

  test('picks are locked by runs alone, and leave for no other reason than their own', () => {
    const locked = alone.rows.filter(({ slot }) => slot !== null)
    expect(locked.length).toBeGreaterThan(5)
    const runs = new Map((JSON.parse(alone.runs) as { id: string; decided_at: string }[]).map((run) => [run.id, run]))
    for (const { run, recordedAt, pick, progress } of locked) {
      expect(new Date(recordedAt).toISOString()).toBe(runs.get(run)!.decided_at)
      expect(reasonOf(pick, progress)).toBe(progress.exit?.reason ?? null)
    }
    expect(locked.some(({ progress }) => progress.entry?.at === 'quote')).toBe(true)
    expect(locked.some(({ exitedOn }) => exitedOn !== null)).toBe(true)
  })

  test.each([
    { workers: 2, deaths: 0.3 },
    { workers: 5, deaths: 0.1 },
  ])(
    '$workers workers of which $deaths die lock the same picks byte for byte',
    async (shape) => {
      const { records, runs } = await world(shape)
      expect(records).toBe(alone.records)
      expect(runs).toBe(alone.runs)
    },
    1_800_000,
  )
})

/** Returns why a contract may have ended: by its bars, its level, or two adverse bands; null while it may not. */
function reasonOf(
  { horizon, side }: RecordedPick,
  { bars, entry, exit, macro }: RecordedProgress,
): NonNullable<RecordedProgress['exit']>['reason'] | null {
  if (!exit) return null
  if (exit.reason === 'horizon') return bars >= horizon ? 'horizon' : null
  const isBeyond = signOf(side) * (exit.price - entry!.invalidation) < 0
  if (isBeyond) return 'price'
  return macro!.closes >= 2 || exit.reason === 'macro' ? 'macro' : null
}
