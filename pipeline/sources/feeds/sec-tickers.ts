import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { decodeJson } from '../decode-text.ts'
import { visibleText } from '../plain-text.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { secRequest } from './sec-request.ts'

const BYTES_MAX = 5_000_000
const Body = z.record(
  z.string(),
  z.object({ cik_str: z.int().positive(), ticker: z.string().max(20), title: z.string().max(300) }),
)

/** The SEC's numbers of companies by ticker, in which class shares have a dash. */
export const secTickers = (wanted: readonly string[]): Feed => ({
  id: 'sec-tickers',
  vendor: 'sec',
  forbidden: 'blocked',
  required: false,
  request: () => secRequest('/files/company_tickers.json', 'json', BYTES_MAX),
  parse(body) {
    const parsed = Body.safeParse(decodeJson(body))
    if (!parsed.success) throw new AppError('invalid', 'not the list of tickers', { cause: parsed.error })
    const listed = Object.values(parsed.data).map(({ cik_str: cik, ticker, title: name }) => ({
      ticker: ticker.toUpperCase().replace('-', '.'),
      cik,
      name: visibleText(name) || ticker,
    }))
    return { ...NO_DATA, ciks: listed.filter(({ ticker }) => wanted.includes(ticker)) }
  },
})
