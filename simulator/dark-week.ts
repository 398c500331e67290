import { eastern } from '../shared/time/eastern.ts'
import { DAY_MS } from '../shared/time/trading-day.ts'
import type { Fault, FaultSpec } from './faults.ts'
import { darkSessions } from './world/dark-week.ts'
import type { World } from './world/world.ts'

/** The fault of a vendor on one session of the dark week, counted from 1, between two Eastern times. */
type Outage = { on: number; from?: string; until?: string; fault: FaultSpec }

const away = (vendor: string, status: number): FaultSpec => ({ vendor, mode: 'status', status })
const late = (vendor: string, days: number): FaultSpec => ({ vendor, mode: 'stale', ms: days * DAY_MS })

/**
 * The same week for every seed: single vendors fail for hours, then for days, and on Friday's close only the dark index
 * does.
 */
const OUTAGES: readonly Outage[] = [
  { on: 1, from: '10:05', until: '12:20', fault: away('cboe', 503) },
  { on: 1, from: '17:00', fault: away('dix', 403) },
  { on: 2, fault: late('fred', 2) },
  { on: 2, fault: away('yahoo', 429) },
  { on: 2, from: '17:00', fault: away('dix', 403) },
  { on: 3, fault: late('fred', 3) },
  { on: 3, from: '09:30', until: '21:00', fault: { vendor: 'cboe', mode: 'html' } },
  { on: 3, from: '11:00', until: '12:00', fault: away('schwab', 503) },
  { on: 3, from: '11:00', until: '12:00', fault: away('alpaca', 503) },
  { on: 3, fault: away('dix', 403) },
  { on: 3, fault: away('finra', 503) },
  { on: 4, fault: away('fred', 503) },
  { on: 4, until: '13:00', fault: late('cboe', 1) },
  { on: 4, fault: away('dix', 403) },
  { on: 4, fault: away('finra', 503) },
  { on: 4, fault: away('cftc', 500) },
  { on: 5, until: '16:30', fault: { vendor: 'fred', mode: 'truncated' } },
  { on: 5, from: '12:00', until: '15:00', fault: away('yahoo', 500) },
  { on: 5, fault: away('dix', 403) },
]

/** The faults of a world's dark week that meet a request for an instant; none in another world. */
export const darkFaults = (world: World, vendor: string, instant: Date): Fault[] => {
  const sessions = darkSessions(world)
  if (sessions.length === 0) return []
  const { day, time } = eastern(instant)
  const on = sessions.indexOf(day) + 1
  if (on === 0) return []
  return OUTAGES.filter(
    ({ on: session, from = '00:00', until = '24:00', fault }) =>
      session === on && fault.vendor === vendor && time >= from && time < until,
  ).map(({ fault }, index) => Object.assign({ id: `dark-${on}-${index}`, served: 0 }, fault))
}
