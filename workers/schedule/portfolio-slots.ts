import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { accountRanges } from '../../shared/postgres/trading/account-snapshots.ts'
import { type Session, sessionOn } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import type { Slot } from './plan-slots.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** By then the last quotes of a session are there, also from a feed that is a quarter of an hour late. */
const CLOSE_DELAY_MS = 20 * MINUTE_MS
/** A later mark would belong to another hour. */
const HOURLY_GRACE_MS = 10 * MINUTE_MS
/** The last quotes stay valid until the next session, and a failure must be known hours before it. */
const CLOSE_GRACE_MS = 8 * HOUR_MS
/** Small enough that a failing message leaves few accounts without a snapshot. */
const ACCOUNTS_PER_MESSAGE = 100

/** Each whole hour within the session, and its close: seven on a full day, four on a half-day. */
export function portfolioSlots({ day, open, close }: Session): Slot[] {
  const slots: Slot[] = []
  const first = Math.floor(open.getTime() / HOUR_MS) * HOUR_MS + HOUR_MS
  for (let at = first; at < close.getTime(); at += HOUR_MS) {
    slots.push(slotOf(day, new Date(at), new Date(at), HOURLY_GRACE_MS))
  }
  const settled = new Date(close.getTime() + CLOSE_DELAY_MS)
  return [...slots, slotOf(day, close, settled, CLOSE_GRACE_MS)]
}

const slotOf = (day: Slot['day'], at: Date, scheduledFor: Date, graceMs: number): Slot => ({
  key: `portfolio:${day}T${eastern(at).time.slice(0, 5)}`,
  kind: 'portfolio',
  day,
  scheduledFor,
  graceMs,
  sources: [],
})

/** One message for each range of accounts; none if there are no accounts. */
export async function snapshotAccounts(tx: Tx, { key, day }: Slot, now: Date): Promise<NewMessage<'portfolio.due'>[]> {
  const slot = key.slice('portfolio:'.length)
  const at = instantAt(day, slot.slice(-5))
  const kind = at.getTime() === sessionOn(day)?.close.getTime() ? 'close' : 'hourly'
  const ranges = await accountRanges(tx, ACCOUNTS_PER_MESSAGE)
  return ranges.map(({ from, through }) => ({
    id: `schedule:${key}/${from}#1`,
    type: 'portfolio.due',
    occurredAt: now,
    cycleId: null,
    payload: { slot, kind, at: at.toISOString(), fromAccount: from, throughAccount: through },
  }))
}
