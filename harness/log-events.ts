import type { LoggedEvent, NewEvent } from '../shared/domain/contract/event.ts'
import { appendEvents, readEvents } from '../shared/postgres/events/events.ts'
import { sequenceEvents } from '../shared/postgres/events/sequence-events.ts'
import type { Pool } from '../shared/postgres/server/db.ts'

/** Gives ids to all committed events, as the scheduler's process does ten times a second. */
export async function sequenceAll(sql: Pool): Promise<void> {
  while ((await sequenceEvents(sql, 500)) > 0);
}

/** Logs the events and gives them ids. */
export async function logEvents(sql: Pool, events: readonly NewEvent[], log?: string): Promise<void> {
  await sql.begin((tx) => appendEvents(tx, events, log))
  await sequenceAll(sql)
}

/** The events of a page once all have their ids. */
export async function loggedEvents(sql: Pool, page: Parameters<typeof readEvents>[1]): Promise<LoggedEvent[]> {
  await sequenceAll(sql)
  return await readEvents(sql, page)
}
