import type { EventBudget } from '../../shared/domain/contract/event-budget.ts'
import type { WireMemories } from '../../shared/domain/contract/tripwire.ts'
import { type EventFire, eventFires, readBudget } from '../../shared/postgres/alerts/event-fires.ts'
import { readWires } from '../../shared/postgres/alerts/tripwires.ts'
import type { Db } from '../../shared/postgres/server/db.ts'

export interface MinutesOfDay {
  /** Complete minutes of the day. */
  observed: number
  /** Minutes of the day that were missed or are incomplete. */
  missing: number
  newest: Date | null
  newestReason: string | null
}

export interface TripwireRows {
  memories: WireMemories
  budget: EventBudget
  fires: EventFire[]
  minutes: MinutesOfDay
}

async function minutesOfDay(db: Db, { from, to }: { from: Date; to: Date }): Promise<MinutesOfDay> {
  const [row] = await db<MinutesOfDay[]>`
    select count(m.minute) filter (where m.reason is null)::int as observed,
      (select count(*)::int from slots as s
        where s.kind = 'minute' and s.state = 'missed' and s.scheduled_for >= ${from} and s.scheduled_for < ${to})
      + count(m.minute) filter (where m.reason is not null)::int as missing,
      max(m.minute) as newest, (array_agg(m.reason order by m.minute desc))[1] as "newestReason"
    from minutes as m where m.minute >= ${from} and m.minute < ${to}`
  return row ?? { observed: 0, missing: 0, newest: null, newestReason: null }
}

export async function tripwireRows(db: Db, day: { from: Date; to: Date }): Promise<TripwireRows> {
  const [memories, budget, fires, minutes] = await Promise.all([
    readWires(db),
    readBudget(db),
    eventFires(db, day),
    minutesOfDay(db, day),
  ])
  return { memories, budget, fires, minutes }
}
