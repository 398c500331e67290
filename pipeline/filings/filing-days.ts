import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { TradingDay } from '../../shared/time/trading-day.ts'

const Submissions = z.object({
  filings: z.object({ recent: z.object({ accessionNumber: z.array(z.string()), filingDate: z.array(TradingDay) }) }),
})

/**
 * The day from which each filing counts as known, by accession number. What is accepted after 17:30 Eastern has the next
 * business day as its filing date, and is known at 06:00 of it, so at the end of a day the filing date decides alone.
 */
export function filingDays(text: string, file: string): Map<string, TradingDay> {
  const refused = (cause?: unknown) => new AppError('invalid', `${file}: no submissions of the SEC`, { cause })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw refused(cause)
  }
  const parsed = Submissions.safeParse(value)
  if (!parsed.success) throw refused(parsed.error)
  const { accessionNumber, filingDate } = parsed.data.filings.recent
  return new Map(accessionNumber.flatMap((accession, at) => (filingDate[at] ? [[accession, filingDate[at]]] : [])))
}
