import { addSessions, sessionsBetween } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { dayNumber } from './daily-path.ts'
import { perWorld } from './per-world.ts'
import { hashText, inverseNormal, uniformOf } from './random.ts'
import type { World } from './world.ts'

const SESSIONS = 5
const STREAM = 71

/** The sessions of a world's dark week; none in another world. */
export const darkSessions = perWorld((world): readonly TradingDay[] => {
  if (world.script?.name !== 'dark') return []
  const { first } = world.script
  return sessionsBetween(first, addSessions(first, SESSIONS - 1).day)
})

/** A first print is corrected on the morning of the fourth session after its day. */
const CORRECTED = { after: 4, at: '08:00' } as const
/** The deviation of the error of a first print, as a share of its value. */
const ERROR = 0.03

/** The instant from which on a vendor has the corrected value for a day of the dark week. */
export const correctedAt = (day: TradingDay): Date => instantAt(addSessions(day, CORRECTED.after).day, CORRECTED.at)

/** The factor by which a value for a day of the dark week is wrong in what its vendor publishes until an instant. */
export const firstPrintError = (world: World, series: string, day: TradingDay, instant: Date): number => {
  if (!darkSessions(world).includes(day)) return 1
  if (instant >= correctedAt(day)) return 1
  return 1 + ERROR * inverseNormal(uniformOf(world.seed, STREAM, dayNumber(day), hashText(series)))
}
