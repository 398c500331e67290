import { signOf } from '../../../pipeline/screener/tracked.ts'
import type { NewMessage } from '../../../shared/broker/new-message.ts'
import { seeded } from '../../../shared/domain/seeded.ts'
import type { KnownBar } from '../../../shared/postgres/market/members.ts'
import type { Pool } from '../../../shared/postgres/server/db.ts'
import { addSessions, sessionsBetween } from '../../../shared/time/calendar.ts'
import { instantAt } from '../../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../../shared/time/trading-day.ts'
import type { RecordedPick, RecordedProgress, ScreenerRecord } from '../../../workers/screener/record-rows.ts'
import { drive, dueMessage, seedScreener } from './screener-world.ts'

/** The sessions end after Thanksgiving and its half-day, and begin before a month’s end. */
const LAST = tradingDay('2026-12-02')
/** Bars before the first run. */
const WARM_UP = 258

export type Bars = ReadonlyMap<string, readonly KnownBar[]>

export const lastSessions = (count: number): TradingDay[] => sessionsBetween(addSessions(LAST, 1 - count).day, LAST)

export const seedSessions = (sql: Pool, days: readonly TradingDay[], names?: number): Promise<Bars> =>
  seedScreener(sql, { upTo: LAST, sessions: WARM_UP + days.length, ...(names === undefined ? {} : { names }) })

/** Opens of a session in whole cents, as a vendor states them. */
export const opensOn = (bars: Bars, day: TradingDay): Map<string, number> =>
  new Map(
    [...bars].flatMap(([symbol, own]) => {
      const open = own.find((bar) => bar.day === day)?.range?.open
      return open === undefined ? [] : [[symbol, Math.round(100 * open) / 100] as const]
    }),
  )

export interface SessionStep {
  time: string
  message: NewMessage
}

const entriesAt = (day: TradingDay, time: string): NewMessage<'screener.entries'> => ({
  id: `schedule:screener-entry:${day}T${time}#1`,
  type: 'screener.entries',
  occurredAt: instantAt(day, time),
  cycleId: null,
  payload: { slot: `${day}T${time}`, day },
})

/** A session as the scheduler would send it: entries, the morning run, its entries, the evening run. */
export const sessionSteps = (day: TradingDay): SessionStep[] => [
  { time: '09:31', message: entriesAt(day, '09:31') },
  { time: '10:30', message: dueMessage(day, 'am') },
  { time: '10:32', message: entriesAt(day, '10:32') },
  { time: '17:30', message: dueMessage(day, 'pm') },
]

export interface Shape {
  workers: number
  /** The share of deliveries that die before their commit. */
  deaths: number
}

/** Every session through the stage within this process. */
export async function driveSessions(
  sql: Pool,
  days: readonly TradingDay[],
  { workers, deaths, names }: Shape & { names?: number },
): Promise<void> {
  const bars = await seedSessions(sql, days, names)
  const [random, shuffle] = [seeded(workers), seeded(workers + 1)]
  for (const day of days) {
    const prices = opensOn(bars, day)
    for (const { time, message } of sessionSteps(day)) {
      const now = instantAt(day, time)
      await drive([message], { sql, now, prices, workers, shuffle, deaths: { share: deaths, random } })
    }
  }
}

export interface Decided {
  rows: ScreenerRecord[]
  runs: { id: string; state: string; decided_at: Date }[]
  /** Everything that was locked and decided, for a comparison byte for byte. */
  text: string
}

export async function decidedIn(sql: Pool): Promise<Decided> {
  const rows = await sql<ScreenerRecord[]>`
    select r.id, r.run, r.ticker, r.side, r.archetype, r.slot, r.recorded_at as "recordedAt", r.pick, r.progress,
      r.entered_on as "enteredOn", r.exited_on as "exitedOn", r.matured_on as "maturedOn"
    from screener_records as r order by r.id limit 100000`
  const runs = await sql<Decided['runs']>`
    select r.id, r.state, r.summary, r.decided_at from screener_runs as r order by r.id limit 1000`
  return { rows: [...rows], runs: [...runs], text: JSON.stringify({ rows, runs }) }
}

/** Locks that no run made at its decision. */
export function locksOutsideRuns({ rows, runs }: Decided): ScreenerRecord[] {
  const decided = new Map(runs.map(({ id, decided_at }) => [id, decided_at.getTime()]))
  return rows.filter(({ slot, run, recordedAt }) => slot !== null && decided.get(run) !== recordedAt.getTime())
}

/** Contracts that ended for another reason than their own bars, level or band. */
export const evictions = ({ rows }: Decided): ScreenerRecord[] =>
  rows.filter(
    ({ slot, pick, progress }) => slot !== null && reasonOf(pick, progress) !== (progress.exit?.reason ?? null),
  )

/** Why a contract may have ended: by its bars, its level, or two adverse bands; null while it may not. */
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
