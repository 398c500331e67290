import { instantAt } from '../../shared/time/eastern.ts'
import { TradingDay } from '../../shared/time/trading-day.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const TIME = /(\d{1,2}):(\d\d)(?::\d\d)?\s*([AP])?\.?M?\.?\s*([A-Z]{2,4})?\s*([+-]\d{1,2}(?::?\d\d)?)?/i
/** Hours ahead of UTC of the zones that a browser names; Eastern time is worked out by its own rules. */
const HOURS_AHEAD: Readonly<Record<string, number>> = {
  GMT: 0,
  UTC: 0,
  WET: 0,
  BST: 1,
  WEST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  CDT: -5,
  CST: -6,
  MDT: -6,
  MST: -7,
  PDT: -7,
  PST: -8,
}
const HOUR_MS = 3_600_000

/**
 * When a page was saved, as the browser that saved it wrote it: "June 11, 2022, 8:47 PM EDT", "9 June 2023 at 13:40
 * GMT+2" or "2022-06-10 16:15". A time without a zone is Eastern.
 */
export function savedAt(text: string): Date | null {
  const written = /Date:?\s*([^"\n]*)/.exec(text)?.[1] ?? ''
  const day = dayOf(written)
  const time = TIME.exec(written)
  if (!day || !time) return null
  const [, hour = '', minute = '', half, zone, offset] = time
  const hours = half ? (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0) : Number(hour)
  if (hours > 23 || Number(minute) > 59) return null
  const ahead = hoursAhead(zone?.toUpperCase(), offset)
  const clock = `${String(hours).padStart(2, '0')}:${minute}`
  if (ahead === null) return instantAt(day, clock)
  return new Date(Date.parse(`${day}T${clock}:00Z`) - ahead * HOUR_MS)
}

/** Null for Eastern time. */
function hoursAhead(zone: string | undefined, offset: string | undefined): number | null {
  const named = zone === undefined ? null : (HOURS_AHEAD[zone] ?? null)
  if (offset === undefined) return named
  const [, sign, hours, minutes = '0'] = /([+-])(\d{1,2}):?(\d\d)?/.exec(offset)!
  return (named ?? 0) + (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
}

function dayOf(text: string): TradingDay | null {
  const iso = /\b(\d{4})-(\d\d)-(\d\d)\b/.exec(text)
  if (iso) return TradingDay.safeParse(iso[0]).data ?? null
  const american = /\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/.exec(text)
  if (american) return joined(american[3]!, Number(american[1]), american[2]!)
  const name = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/i.exec(text)
  const year = /\b(20\d\d)\b/.exec(text)
  const date = /\b(\d{1,2})(?:st|nd|rd|th)?\b(?!:)/.exec(text)
  if (!name || !year || !date) return null
  return joined(year[1]!, MONTHS.indexOf(name[1]!.toLowerCase()) + 1, date[1]!)
}

const joined = (year: string, month: number, date: string): TradingDay | null =>
  TradingDay.safeParse(`${year}-${String(month).padStart(2, '0')}-${date.padStart(2, '0')}`).data ?? null
