import type { Session } from './calendar.ts'

const MINUTE_MS = 60_000
const CYCLE_MS = 15 * MINUTE_MS
/** A feed that is 15 minutes late shows the close by then, so the last report of a day is that of its close. */
export const CLOSE_SHOWN_MS = 20 * MINUTE_MS

/** Every quarter of an hour from the open to the close, and once more for the close: 28 on a full day, 16 on a half-day. */
export function reportTimes({ open, close }: Pick<Session, 'open' | 'close'>): Date[] {
  const count = Math.floor((close.getTime() - open.getTime()) / CYCLE_MS) + 1
  const grid = Array.from({ length: count }, (_, index) => new Date(open.getTime() + index * CYCLE_MS))
  return [...grid, new Date(close.getTime() + CLOSE_SHOWN_MS)]
}
