import { nextSession, type Session, sessionOnOrAfter } from './calendar.ts'
import { eastern, instantAt } from './eastern.ts'

const AI1_TIMES: readonly string[] = ['08:30', '09:40', '10:30', '12:00', '14:00', '15:30', '16:15']
const AI2_TIMES: readonly string[] = ['09:40', '15:30']
const HALF_DAY_TIMES: readonly string[] = ['09:40']

/** A planned AI read: the state in words, and at some times a verdict too. */
export interface ReadTime {
  time: string
  at: Date
  hasVerdict: boolean
}

/** Seven reads on a full day, two of them with a verdict; only that of 09:40 on a half-day. */
export const readTimes = ({ day, earlyClose }: Session): ReadTime[] =>
  (earlyClose ? HALF_DAY_TIMES : AI1_TIMES).map((time) => ({
    time,
    at: instantAt(day, time),
    hasVerdict: AI2_TIMES.includes(time),
  }))

export const isVerdictTime = (time: string): boolean => AI2_TIMES.includes(time)

/** What is still to be read in this session; all of the next one when it is over. */
export function readsDue(now: Date): ReadTime[] {
  const session = sessionOnOrAfter(eastern(now).day)
  const left = readTimes(session).filter(({ at }) => at > now)
  return left.length > 0 ? left : readTimes(nextSession(session.day))
}
