import { AppError } from '../shared/errors.ts'
import { TradingDay } from '../shared/time/trading-day.ts'

/** The day that an option or argument names; the refusal names the option and the form of a date. */
export function dayOf(text: string, name: string): TradingDay {
  const parsed = TradingDay.safeParse(text)
  if (!parsed.success)
    throw new AppError('invalid', `${name}: must be an existing date, written YYYY-MM-DD, such as 2026-11-20`)
  return parsed.data
}
