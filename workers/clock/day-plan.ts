import { sessionOn } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import { minutesDue } from '../schedule/minute-slots.ts'
import { type Cadence, inOrder, planSlots, type Slot } from '../schedule/plan-slots.ts'

const DAYS_KEPT = 4
const AHEAD_DAYS_MAX = 15

interface PlannedDay {
  slots: readonly Slot[]
  /** Instants at which something is due, ascending: slots, minutes of the wires, the open, the close, midnight. */
  instants: readonly number[]
}

export interface DayPlan {
  /** The first instant of the calendar after another one. */
  nextInstant(after: Date): Date
  /** Slots and minutes scheduled in (after, through], in their order. */
  due(after: Date, through: Date): Slot[]
}

/** The calendar's events, planned once a day: a clock that steps needs them at every minute. */
export function createDayPlan(cadences: readonly Cadence[]): DayPlan {
  const planned = new Map<TradingDay, PlannedDay>()

  function planOf(day: TradingDay): PlannedDay {
    const known = planned.get(day)
    if (known) return known
    const [start, end] = [instantAt(day, '00:00'), instantAt(addDays(day, 1), '00:00')]
    const session = sessionOn(day)
    const slots = [...planSlots(day, cadences), ...minutesDue(start, end, cadences)].sort(inOrder)
    const bells = session ? [session.open, session.close] : []
    const instants = [start, ...bells, ...slots.map(({ scheduledFor }) => scheduledFor), end].map((at) => at.getTime())
    const made = { slots, instants: [...new Set(instants)].sort((a, b) => a - b) }
    if (planned.size >= DAYS_KEPT) planned.delete([...planned.keys()].sort()[0]!)
    planned.set(day, made)
    return made
  }

  return {
    nextInstant(after) {
      let { day } = eastern(after)
      for (let ahead = 0; ahead <= AHEAD_DAYS_MAX; ahead++) {
        const next = planOf(day).instants.find((at) => at > after.getTime())
        if (next !== undefined) return new Date(next)
        day = addDays(day, 1)
      }
      return instantAt(day, '00:00')
    },
    due(after, through) {
      const slots: Slot[] = []
      for (let { day } = eastern(after); day <= eastern(through).day; day = addDays(day, 1))
        slots.push(...planOf(day).slots.filter(({ scheduledFor: at }) => at > after && at <= through))
      return slots
    },
  }
}
