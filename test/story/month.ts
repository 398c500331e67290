import { marketSize } from '../../bench/market-size.ts'
import type { SteppedMarket } from '../../harness/stepped-market.ts'
import { readConfig } from '../../shared/config.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { createDayPlan } from '../../workers/clock/day-plan.ts'
import { scheduleSettings } from '../../workers/run-schedule.ts'

/** One session with its duration, and the memory and disk that the product took after it. */
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
    stepped.push({ day, seconds, ...(await marketSize(market)) })
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
