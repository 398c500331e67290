import { marketAt, nextSession, sessionOn, sessionOnOrBefore } from '../shared/time/calendar.ts'
import { eastern, instantAt } from '../shared/time/eastern.ts'
import { addDays } from '../shared/time/trading-day.ts'

/** Half an hour after the open, the first cycles of the day have data. */
const FIRST_OPENING = '10:00'

export interface Opening {
  at: Date
  why: string
}

/** The operator's settings for the time of a simulated market. */
export interface OwnTime {
  start?: Date | undefined
  isScenario?: boolean
}

/**
 * Returns where service time opens: with the real market if that is open, else in the last session at 10:00. A later
 * start continues where the last one ended, or jumps to the next open, and never goes back.
 */
export function openingInstant(real: Date, lastSeen: Date | null, own: OwnTime = {}): Opening {
  if (own.start && !lastSeen) return { at: own.start, why: 'SIMULATOR_START' }
  if (own.start || own.isScenario) return openingOfOwn(real, lastSeen)
  if (marketAt(real).phase === 'open' && (!lastSeen || lastSeen <= real))
    return { at: real, why: 'the market is open now' }
  if (!lastSeen) return { at: lastTen(real), why: 'the market is closed, so the last session is shown' }
  if (marketAt(lastSeen).phase === 'open') return { at: lastSeen, why: 'continuing from the last run' }
  return { at: nextOpenAfter(lastSeen), why: 'the next open after the last run' }
}

/** A market with a start or a scenario of its own keeps its own time: a restart never jumps to the real one. */
function openingOfOwn(real: Date, lastSeen: Date | null): Opening {
  if (!lastSeen) return openingInstant(real, null)
  if (marketAt(lastSeen).phase === 'open') return { at: lastSeen, why: 'continuing from the last run' }
  return { at: nextOpenAfter(lastSeen), why: 'the next open after the last run' }
}

function lastTen(real: Date): Date {
  const { day } = sessionOnOrBefore(eastern(real).day)
  const ten = instantAt(day, FIRST_OPENING)
  return ten <= real ? ten : instantAt(sessionOnOrBefore(addDays(day, -1)).day, FIRST_OPENING)
}

function nextOpenAfter(instant: Date): Date {
  const { day } = eastern(instant)
  const today = sessionOn(day)
  return today && instant < today.open ? today.open : nextSession(day).open
}
