import type { RegimeBand } from '../../shared/domain/contract/screener-ids.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { easternIso, instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

/** The two runs of a session. */
export type RunSlot = 'am' | 'pm'
export const RUN_TIMES: Readonly<Record<RunSlot, string>> = { am: '10:30', pm: '17:30' }

export interface RunMoment {
  day: TradingDay
  slot: RunSlot
  /** Eastern time with its offset. */
  at: string
}

export const runMoment = (day: TradingDay, slot: RunSlot): RunMoment => ({
  day,
  slot,
  at: easternIso(instantAt(day, RUN_TIMES[slot])),
})

/** A macro band and the session whose evening it describes. */
export interface BandReading {
  day: TradingDay
  band: RegimeBand
}

/** Sessions from one day to a later one: 0 on the day itself. */
export const sessionsFrom = (from: TradingDay, to: TradingDay): number =>
  from === to ? 0 : sessionsBetween(from, to).length - 1
