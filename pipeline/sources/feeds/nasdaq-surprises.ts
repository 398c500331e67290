import { z } from 'zod'
import type { CompanyRecord, EarningsRow } from '../../../shared/domain/market/company-record.ts'
import { AppError } from '../../../shared/errors.ts'
import { TradingDay } from '../../../shared/time/trading-day.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { money, monthOf, nasdaqData, nasdaqRequest } from './nasdaq-request.ts'

const cell = z.union([z.string(), z.number()]).nullish()
const Data = z.object({
  earningsSurpriseTable: z
    .object({
      rows: z
        .array(
          z.object({
            fiscalQtrEnd: z.string(),
            dateReported: z.string(),
            eps: cell,
            consensusForecast: cell,
            percentageSurprise: cell,
          }),
        )
        .max(40)
        .nullable(),
    })
    .nullable(),
})

/** `10/29/2025` as a day. */
function reportedOn(text: string): TradingDay | null {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim())
  if (!match) return null
  const day = TradingDay.safeParse(`${match[3]}-${match[1]!.padStart(2, '0')}-${match[2]!.padStart(2, '0')}`)
  return day.success ? day.data : null
}

/** The last four reports of a company, for the past that the calendar was not watched. */
export const nasdaqSurprises = (ticker: string): Feed => ({
  id: `nasdaq-surprises-${ticker.toLowerCase()}`,
  vendor: 'nasdaq',
  forbidden: 'blocked',
  required: false,
  request: () => nasdaqRequest(`/api/company/${ticker}/earnings-surprise`),
  parse(body) {
    const parsed = Data.nullable().safeParse(nasdaqData(body, 'the surprises'))
    if (!parsed.success) throw new AppError('invalid', 'not a table of surprises', { cause: parsed.error })
    const records = (parsed.data?.earningsSurpriseTable?.rows ?? []).flatMap((row): CompanyRecord[] => {
      const [fiscal, day] = [monthOf(row.fiscalQtrEnd), reportedOn(row.dateReported)]
      if (fiscal === null || day === null) return []
      const earnings: EarningsRow = {
        fiscal_month: fiscal,
        report_day: day,
        time: null,
        eps_forecast: money(row.consensusForecast),
        analysts: null,
        eps: money(row.eps),
        surprise_pct: money(row.percentageSurprise),
      }
      return [{ ticker, kind: 'earnings', key: fiscal, day, knownAt: null, row: earnings }]
    })
    return { ...NO_DATA, records }
  },
})
