import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { TradingDay } from '../../shared/time/trading-day.ts'
import { clockOf, isAcceptance, knownAt } from './known-at.ts'

const texts = z.array(z.string())
const Submissions = z.object({
  filings: z.object({
    recent: z.object({
      accessionNumber: texts,
      filingDate: z.array(TradingDay),
      acceptanceDateTime: texts.optional(),
      form: texts.optional(),
    }),
  }),
})

/**
 * The day on which each filing became known, by accession number: of its acceptance, or its filing date where that is
 * later. EDGAR moves some filing dates before the acceptance, and such a filing was not known earlier.
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
  const { accessionNumber, filingDate, acceptanceDateTime = [], form = [] } = parsed.data.filings.recent
  const rows = accessionNumber.flatMap((accession, at) => {
    const filed = filingDate[at]
    return filed ? [{ accession, filed, form: form[at] ?? '', accepted: acceptanceDateTime[at] ?? '' }] : []
  })
  const isTimed = ({ accepted }: { accepted: string }) => isAcceptance(accepted)
  const clock = clockOf(rows.filter(isTimed))
  return new Map(
    rows.map((row) => {
      const day = isTimed(row) ? eastern(knownAt(row, clock)).day : row.filed
      return [row.accession, day > row.filed ? day : row.filed]
    }),
  )
}
