import { AppError } from '../../shared/errors.ts'
import { dayOn, records } from './parse-prices.ts'
import type { Membership } from './universe.ts'

/** Memberships as `ticker,start_date,end_date`; an empty end is a member still. */
export function parseMembers(text: string, file: string): Membership[] {
  const [header = [], ...rows] = records(text, file)
  if (header.slice(0, 3).join(',') !== 'ticker,start_date,end_date') {
    throw new AppError('invalid', `${file} line 1: the columns must be ticker,start_date,end_date`)
  }
  return rows.map(([ticker, from, until], index) => ({
    ticker: ticker!,
    from: dayOn(from!, file, index + 2),
    until: until === '' || until === undefined ? null : dayOn(until, file, index + 2),
  }))
}

const TICKER_COLUMNS = ['ticker', 'Symbol', 'symbol']
const SECTOR_COLUMNS = ['sector', 'GICS Sector']

/** Sectors as `ticker,sector`; the columns of the index's published list are understood too. */
export function parseSectors(text: string, file: string): Map<string, string> {
  const [header = [], ...rows] = records(text, file)
  const [ticker, sector] = [TICKER_COLUMNS, SECTOR_COLUMNS].map((names) =>
    header.findIndex((name) => names.includes(name)),
  ) as [number, number]
  if (ticker === -1 || sector === -1) throw new AppError('invalid', `${file} line 1: the columns must be ticker,sector`)
  return new Map(rows.filter((row) => row[sector] !== '').map((row) => [row[ticker]!, row[sector]!]))
}
