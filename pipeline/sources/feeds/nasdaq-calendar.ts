import { z } from 'zod'
import type { CompanyRecord, EarningsRow } from '../../../shared/domain/market/company-record.ts'
import { AppError } from '../../../shared/errors.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { count, money, monthOf, nasdaqData, nasdaqRequest, nasdaqTicker } from './nasdaq-request.ts'

const cell = z.union([z.string(), z.number()]).nullish()
const Data = z.object({
  rows: z
    .array(
      z.object({
        symbol: z.string().max(20),
        time: z.string().nullish(),
        fiscalQuarterEnding: z.string(),
        epsForecast: cell,
        noOfEsts: cell,
        eps: cell,
        surprise: cell,
      }),
    )
    .max(5_000)
    .nullable(),
})

const TIMES: Record<string, EarningsRow['time']> = {
  'time-pre-market': 'before_open',
  'time-after-hours': 'after_close',
}

/** The companies that the calendar has reporting on a day; past days carry what was reported. */
export const nasdaqCalendar = (day: TradingDay): Feed => ({
  id: `nasdaq-calendar-${day}`,
  vendor: 'nasdaq',
  forbidden: 'blocked',
  required: false,
  request: () => nasdaqRequest('/api/calendar/earnings', { date: day }),
  parse(body) {
    const parsed = Data.safeParse(nasdaqData(body, 'the earnings calendar') ?? { rows: null })
    if (!parsed.success) throw new AppError('invalid', 'not an earnings calendar', { cause: parsed.error })
    const records = (parsed.data.rows ?? []).flatMap((row): CompanyRecord[] => {
      const fiscal = monthOf(row.fiscalQuarterEnding)
      if (fiscal === null) return []
      const earnings: EarningsRow = {
        fiscal_month: fiscal,
        report_day: day,
        time: TIMES[row.time ?? ''] ?? null,
        eps_forecast: money(row.epsForecast),
        analysts: count(row.noOfEsts),
        eps: money(row.eps),
        surprise_pct: money(row.surprise),
      }
      return [{ ticker: nasdaqTicker(row.symbol), kind: 'earnings', key: fiscal, day, knownAt: null, row: earnings }]
    })
    return { ...NO_DATA, records }
  },
})
