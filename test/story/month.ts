import { processesBelow, proportionalMb } from '../../bench/process-memory.ts'
import type { SteppedMarket } from '../../harness/stepped-market.ts'
import { readConfig } from '../../shared/config.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { createDayPlan } from '../../workers/clock/day-plan.ts'
import { scheduleSettings } from '../../workers/run-schedule.ts'

const MB = 1_048_576

/** What one session took, and what all processes and the database held after it. */
export interface SteppedSession {
  day: TradingDay
  seconds: number
  memoryMb: number
  databaseMb: number
}

/** Steps a market through whole sessions, each until its final daily row. */
export async function stepSessions(
  market: SteppedMarket,
  { first, sessions, after }: { first: TradingDay; sessions: number; after(day: TradingDay): Promise<void> },
): Promise<SteppedSession[]> {
  const stepped: SteppedSession[] = []
  for (let number = 0; number < sessions; number++) {
    const { day } = addSessions(first, number)
    const begun = performance.now()
    await market.to(instantAt(day, '20:05'))
    const seconds = (performance.now() - begun) / 1_000
    const each = await Promise.all(processesBelow(market.product.pid).map(({ pid }) => proportionalMb(pid)))
    const [{ bytes }] = await market.sql<[{ bytes: number }]>`
      select pg_database_size(current_database())::float8 as bytes`
    const memoryMb = each.reduce<number>((sum, mb) => sum + (mb ?? 0), 0)
    stepped.push({ day, seconds, memoryMb, databaseMb: bytes / MB })
    await after(day)
  }
  return stepped
}

/** The slots that the calendar plans in (after, through], in the simulated market. */
export function plannedSlots(after: Date, through: Date): string[] {
  const { cadences } = scheduleSettings(readConfig({}))
  return createDayPlan(cadences)
    .due(after, through)
    .map(({ key }) => key)
}

/** The planned slots that were neither fired nor missed with a reason. */
export async function undecided(sql: Pool, planned: readonly string[]): Promise<string[]> {
  const rows = await sql<{ key: string }[]>`
    select s.key from slots as s where s.state = 'fired' or s.reason is not null`
  const decided = new Set(rows.map(({ key }) => key))
  return planned.filter((key) => !decided.has(key))
}
