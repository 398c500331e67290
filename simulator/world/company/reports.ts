import { LRUCache } from 'lru-cache'
import { sessionOnOrAfter } from '../../../shared/time/calendar.ts'
import { instantAt } from '../../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay } from '../../../shared/time/trading-day.ts'
import { mix, uniformOf } from '../random.ts'
import type { Filer } from './filers.ts'

/** A fiscal quarter with the day and the hour at which its results are published. */
export type Report = {
  /** Quarters since the year 2000, in the company's own fiscal years. */
  quarter: number
  fiscalYear: number
  /** 1 to 4. */
  fiscalQuarter: number
  start: TradingDay
  end: TradingDay
  day: TradingDay
  time: 'pre-market' | 'after-hours'
  at: Date
}

const STREAM = { lag: 81, jitter: 82 } as const
const LAG_DAYS = { min: 17, spread: 22 }
const JITTER_DAYS = 4
const FIRST_YEAR = 2000

const pad = (value: number): string => String(value).padStart(2, '0')

/** Months are counted from January 2000. */
const firstOfMonth = (month: number): TradingDay =>
  tradingDay(`${FIRST_YEAR + Math.floor(month / 12)}-${pad((((month % 12) + 12) % 12) + 1)}-01`)

/** The reports of two years of all filers, and of all quarters of a few. */
const REPORTS_KEPT = 8_192
const QUARTERS_MAX = 1_024
const kept = new LRUCache<number, { seed: number; report: Report }>({ max: REPORTS_KEPT })

/** The results of a quarter come some weeks after its end, at about the same time each quarter. */
export const reportOf = (seed: number, filer: Filer, quarter: number): Report => {
  const key = filer.hash * QUARTERS_MAX + quarter
  const known = kept.get(key)
  if (known?.seed === seed) return known.report
  const report = makeReport(seed, filer, quarter)
  kept.set(key, { seed, report })
  return report
}

const makeReport = (seed: number, filer: Filer, quarter: number): Report => {
  const first = filer.yearEnds + quarter * 3
  const end = addDays(firstOfMonth(first + 3), -1)
  const lag = LAG_DAYS.min + Math.floor(LAG_DAYS.spread * uniformOf(seed, STREAM.lag, filer.hash))
  const jitter = Math.floor(JITTER_DAYS * uniformOf(seed, STREAM.jitter, filer.hash, quarter))
  const { day } = sessionOnOrAfter(addDays(end, lag + jitter))
  const time = mix(seed, STREAM.lag, filer.hash, 1) % 2 === 0 ? 'pre-market' : 'after-hours'
  return {
    quarter,
    fiscalYear: FIRST_YEAR + 1 + Math.floor(quarter / 4),
    fiscalQuarter: (((quarter % 4) + 4) % 4) + 1,
    start: firstOfMonth(first),
    end,
    day,
    time,
    at: instantAt(day, time === 'pre-market' ? '07:00' : '16:05'),
  }
}

/** The newest quarter that ended before a day. */
export const quarterBefore = (filer: Filer, day: TradingDay): number => {
  const months = (Number(day.slice(0, 4)) - FIRST_YEAR) * 12 + Number(day.slice(5, 7)) - 1
  return Math.floor((months - filer.yearEnds) / 3) - 1
}

/** Reports from some quarters in the past to some ahead, oldest first. */
export const reportsAround = (
  seed: number,
  filer: Filer,
  day: TradingDay,
  { back, ahead }: { back: number; ahead: number },
): Report[] => {
  const newest = quarterBefore(filer, day)
  return Array.from({ length: back + ahead + 1 }, (_, at) => reportOf(seed, filer, newest - back + at))
}
