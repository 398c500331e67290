import { z } from 'zod'
import { counted } from '../../shared/domain/number-words.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { escapeMarkdown } from './markdown.ts'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60

const Absent = z.object({ status: z.literal('not_ready'), reason: z.string() })

/** Returns why a block of the snapshot has no content. */
export function reasonOf(block: unknown): string {
  const absent = Absent.safeParse(block)
  return absent.success ? escapeMarkdown(absent.data.reason) : 'it was stored in a shape this version cannot read'
}

export function wallTime(instant: string): string {
  const { day, time } = eastern(new Date(instant))
  return `${day} ${time.slice(0, 5)} ET`
}

/** The displayed minute, which a reader would subtract. */
const minuteOf = (instant: string): number => Math.floor(Date.parse(instant) / MINUTE_MS)

/** The age at the time of the state: in minutes up to two hours, then in hours, then in days. */
export function before(instant: string, asOf: string): string {
  const minutes = minuteOf(asOf) - minuteOf(instant)
  if (minutes < 2 * HOUR_MINUTES) return `${counted(minutes, 'minute')} before this state`
  const hours = Math.round(minutes / HOUR_MINUTES)
  return `${hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')} before this state`
}
