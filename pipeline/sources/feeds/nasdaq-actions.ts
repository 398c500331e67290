import { z } from 'zod'
import { SYMBOL } from '../../../shared/domain/market/tradeable.ts'
import type { VendorReport } from '../../../shared/domain/trading/action-report.ts'
import { AppError } from '../../../shared/errors.ts'
import { addDays, TradingDay } from '../../../shared/time/trading-day.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { money, nasdaqData, nasdaqRequest, nasdaqTicker } from './nasdaq-request.ts'

const VENDOR = 'nasdaq'
const ROWS_MAX = 5_000
/** An announcement further away is an error of the vendor. */
const AHEAD_DAYS_MAX = 400
const AMOUNT_MAX = 10_000
const SHARES_MAX = 1_000

const Dividends = z.object({
  calendar: z.object({
    rows: z
      .array(
        z.object({
          symbol: z.string().max(20),
          companyName: z.string().nullish(),
          dividend_Ex_Date: z.string(),
          payment_Date: z.string().nullish(),
          dividend_Rate: z.union([z.string(), z.number()]).nullish(),
        }),
      )
      .max(ROWS_MAX)
      .nullable(),
  }),
})
const Splits = z.object({
  rows: z
    .array(z.object({ symbol: z.string().max(20), ratio: z.string(), executionDate: z.string() }))
    .max(ROWS_MAX)
    .nullable(),
})

/** `11/30/2026`; null for `N/A` and for a day that does not exist or is far away. */
export function usDay(text: string | null | undefined, today: TradingDay): TradingDay | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec((text ?? '').trim()) ?? []
  const parsed = TradingDay.safeParse(`${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`)
  if (!parsed.success || parsed.data > addDays(today, AHEAD_DAYS_MAX) || parsed.data < addDays(today, -AHEAD_DAYS_MAX))
    return null
  return parsed.data
}

/** The dividends with their ex-date on a day. The vendor marks special ones in the name, if at all. */
export const nasdaqDividends = (day: TradingDay): Feed => ({
  id: `nasdaq-dividends-${day}`,
  vendor: 'nasdaq',
  forbidden: 'blocked',
  required: false,
  request: () => nasdaqRequest('/api/calendar/dividends', { date: day }),
  parse(body, { day: today }) {
    const parsed = Dividends.safeParse(nasdaqData(body, 'the dividend calendar') ?? { calendar: { rows: null } })
    if (!parsed.success) throw new AppError('invalid', 'not a dividend calendar', { cause: parsed.error })
    const actions = (parsed.data.calendar.rows ?? []).flatMap((row): VendorReport[] => {
      const symbol = nasdaqTicker(row.symbol)
      const [exDate, payDate] = [usDay(row.dividend_Ex_Date, today), usDay(row.payment_Date, today)]
      const amount = money(row.dividend_Rate)
      if (!SYMBOL.test(symbol) || exDate !== day || payDate === null || payDate < exDate) return []
      if (amount === null || !(amount > 0) || amount > AMOUNT_MAX) return []
      const amount_e4 = Math.round(amount * 10_000)
      if (amount_e4 === 0) return []
      const is_special = /\bspecial\b/i.test(row.companyName ?? '')
      return [{ symbol, exDate, vendor: VENDOR, terms: { kind: 'dividend', amount_e4, pay_date: payDate, is_special } }]
    })
    return { ...NO_DATA, actions }
  },
})

const ratioOf = (text: string): { new_shares: number; old_shares: number } | null => {
  const [, given, per] = /^(\d{1,4})\s*:\s*(\d{1,4})$/.exec(text.trim()) ?? []
  const [new_shares, old_shares] = [Number(given), Number(per)]
  const isRatio = new_shares >= 1 && old_shares >= 1 && new_shares <= SHARES_MAX && old_shares <= SHARES_MAX
  return isRatio && new_shares !== old_shares ? { new_shares, old_shares } : null
}

/** The splits that are announced; a ratio in percent, as for stock dividends, is no ratio of whole shares. */
export const nasdaqSplits: Feed = {
  id: 'nasdaq-splits',
  vendor: 'nasdaq',
  forbidden: 'blocked',
  required: false,
  request: () => nasdaqRequest('/api/calendar/splits'),
  parse(body, { day: today }) {
    const parsed = Splits.safeParse(nasdaqData(body, 'the split calendar') ?? { rows: null })
    if (!parsed.success) throw new AppError('invalid', 'not a split calendar', { cause: parsed.error })
    const actions = (parsed.data.rows ?? []).flatMap((row): VendorReport[] => {
      const symbol = nasdaqTicker(row.symbol)
      const [exDate, ratio] = [usDay(row.executionDate, today), ratioOf(row.ratio)]
      if (!SYMBOL.test(symbol) || exDate === null || exDate < addDays(today, -7) || ratio === null) return []
      return [{ symbol, exDate, vendor: VENDOR, terms: { kind: 'split', ...ratio } }]
    })
    return { ...NO_DATA, actions }
  },
}
