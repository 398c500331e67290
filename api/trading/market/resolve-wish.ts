import type { WishKind } from '../../../shared/postgres/trading/wishes.ts'
import { nextSession, sessionOn } from '../../../shared/time/calendar.ts'
import { nextNamed } from '../../../shared/time/clock-target.ts'
import { eastern } from '../../../shared/time/eastern.ts'

const MINUTE_MS = 60_000

/** The first such instant strictly after another one; null for an event, which has no instant of its own. */
export function resolveWish(kind: Exclude<WishKind, 'at'>, after: Date): Date | null {
  if (kind === 'event') return null
  return kind === 'minute' ? nextMinute(after) : nextNamed(`next-${kind}`, after)
}

/** The minutes of a session end from one minute after its open up to its close, like those of the wires. */
function nextMinute(after: Date): Date {
  const { day } = eastern(after)
  const next = new Date((Math.floor(after.getTime() / MINUTE_MS) + 1) * MINUTE_MS)
  const session = sessionOn(day)
  if (session && next <= session.close) return next > session.open ? next : firstMinute(session.open)
  return firstMinute(nextSession(day).open)
}

const firstMinute = (open: Date): Date => new Date(open.getTime() + MINUTE_MS)
