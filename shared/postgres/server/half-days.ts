import { halfDaysBetween } from '../../time/calendar.ts'
import { tradingDay } from '../../time/trading-day.ts'
import type { Db } from './db.ts'

/** The years of the service's own history and of the simulated world. */
const HALF_DAYS = halfDaysBetween(tradingDay('1993-01-01'), tradingDay('2060-12-31'))
  .map(({ day }) => day)
  .join(',')

/** The Eastern wall time at which a session closes, given as an expression of its date. Postgres reads the list once. */
export const closeTime = (sql: Db, day: ReturnType<Db>) => sql`(case
  when ${day} = any((select string_to_array(${HALF_DAYS}, ',')::date[])::date[]) then time '13:00' else time '16:00' end)`
