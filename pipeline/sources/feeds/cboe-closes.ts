import { z } from 'zod'
import type { SeriesId } from '../../../shared/domain/market/series.ts'
import { AppError } from '../../../shared/errors.ts'
import { checkedObservations } from '../checked-observations.ts'
import { decimal } from '../decimal.ts'
import { decodeJson } from '../decode-text.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { isoDay } from '../vendor-day.ts'

/** Values are strings here, unlike in the sibling quote. */
const Body = z.object({
  symbol: z.string(),
  data: z.array(z.object({ date: z.string(), open: z.string(), close: z.string() })).min(1),
})

interface Closes {
  symbol: string
  series: SeriesId
}

/** Daily bars of the symbol's whole life; the most recent session is usually missing. */
export function cboeCloses({ symbol, series }: Closes): Feed {
  return {
    id: `cboe-${symbol.replace('_', '').toLowerCase()}-closes`,
    vendor: 'cboe',
    forbidden: 'unknown_symbol',
    required: true,
    request: () => ({ path: `/api/global/delayed_quotes/charts/historical/${symbol}.json`, accept: 'json' }),
    parse(body, { day }) {
      const parsed = Body.safeParse(decodeJson(body))
      if (!parsed.success)
        throw new AppError('invalid', `${symbol}: not the shape of daily bars`, { cause: parsed.error })
      if (parsed.data.symbol !== symbol) throw new AppError('invalid', `requested ${symbol}, got another symbol`)
      // Rows without an open are days on which the symbol was listed but not priced.
      const priced = parsed.data.data.filter((row) => decimal(row.open, `${symbol} open`) > 0)
      const values = priced.map((row) => [isoDay(row.date), decimal(row.close, `${symbol} close`)] as const)
      return { ...NO_DATA, observations: checkedObservations(series, values, day) }
    },
  }
}
