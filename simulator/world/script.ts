import type { ScenarioName } from '../../shared/domain/scenario.ts'
import { nextSession, sessionOn } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

/** The scenario of a world, and the first session that differs from the world without it. */
export type Script = { name: Exclude<ScenarioName, 'none'>; first: TradingDay }

/** Ten sessions of an ordinary market come first, so that a reader sees what changes. */
const ORDINARY_SESSIONS = 10

/** The eleventh session that opens after the start. */
const firstChanged = (start: Date): TradingDay => {
  const { day } = eastern(start)
  const today = sessionOn(day)
  let next = today && start < today.open ? today.day : nextSession(day).day
  for (let passed = 0; passed < ORDINARY_SESSIONS; passed++) next = nextSession(next).day
  return next
}

export const scriptOf = (name: ScenarioName, start: Date): Script | null =>
  name === 'none' ? null : { name, first: firstChanged(start) }
