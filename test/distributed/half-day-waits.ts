import { expect } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { at } from './half-day-plan.ts'

/** A lost message is back within 16 s, and nineteen processes start at once on few cores. */
export const WITHIN = { within: 150_000 }

export const cycleIn = (sql: Pool, id: string, states: readonly string[]) =>
  eventually(async () => {
    const [cycle] = await sql<{ state: string }[]>`select c.state from cycles as c where c.id = ${id}`
    expect(states).toContain(cycle?.state)
  }, WITHIN)

/** A minute that had not been fetched by the next step would be fetched too late, and its reason would say so. */
export const minutesCollected = (sql: Pool) =>
  eventually(async () => {
    const waiting = await sql`
      select s.key from slots as s left join minutes as m on m.minute = s.scheduled_for
      where s.kind = 'minute' and s.state = 'fired' and m.minute is null`
    expect([...waiting]).toEqual([])
  }, WITHIN)

/** The slot of this time has fired, and every message has had its effect. */
export const nothingOpen = (sql: Pool, time: string) =>
  eventually(async () => {
    // In this order: if a slot fired between the two queries, its work would be missed.
    const due = await sql`select 1 from slots as s where s.scheduled_for = ${at(time)}`
    const [open] = await sql<[{ count: number }]>`
      select count(*)::int as count from outbox as o where o.sent_at is null
        or not exists (select 1 from inbox as i where i.message_id = o.message_id and i.state = 'done')`
    expect({ open: open.count, due: due.length > 0 }).toEqual({ open: 0, due: true })
  }, WITHIN)
