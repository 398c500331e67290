import { marketAt, previousSession, type Session, sessionOn } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { reportTimes } from '../../shared/time/report-times.ts'

/** Time from the slot to the served report: the cycle's deadline and the two stages. */
const GRACE_MS = 5 * 60_000
/** Four missing reports, an hour of market time, are an issue rather than a warning. */
const BLOCKING_REPORTS = 4

const lastSlotOf = (session: Session, upTo: Date): Date => reportTimes(session).findLast((at) => at <= upTo)!

/** The slot of the newest cycle whose report is due by now. */
export function newestDueReport(now: Date): Date {
  const at = new Date(now.getTime() - GRACE_MS)
  const { day } = eastern(at)
  const today = sessionOn(day)
  return lastSlotOf(today && today.open <= at ? today : previousSession(day), at)
}

export type Freshness = { state: 'fresh' | 'not_due' } | { state: 'late' | 'missing'; due: Date; behind: number }

/** Freshness by the exchange calendar: a weekend is not an outage, a session without reports is one. */
export function reportFreshness(input: { now: Date; latest: Date | null; runningSince: Date | null }): Freshness {
  const { now, latest, runningSince } = input
  const due = newestDueReport(now)
  if (latest && latest >= due) return { state: 'fresh' }
  // Before the service started, or while its start is unknown, no report was due.
  if (!runningSince || due < runningSince) return { state: 'not_due' }
  // Counted only within the session of the due report; missed slots cover older gaps.
  const session = sessionOn(eastern(due).day)
  const from = Math.max(session?.open.getTime() ?? 0, latest ? latest.getTime() + 1 : 0, runningSince.getTime())
  const slots = session ? reportTimes(session) : []
  const behind = slots.filter((at) => at.getTime() >= from && at <= due).length
  return { state: behind >= BLOCKING_REPORTS ? 'missing' : 'late', due, behind }
}

export const isOpen = (now: Date): boolean => marketAt(now).phase === 'open'
