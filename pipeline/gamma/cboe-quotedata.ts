import { parse } from 'csv-parse/sync'
import type { OptionChain, OptionContract } from '../../shared/domain/market/option-chain.ts'
import { AppError } from '../../shared/errors.ts'
import { sessionOn, sessionOnOrBefore } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { parseOsi } from '../sources/feeds/cboe-options.ts'

/** A contract of the file: `iv` and gamma are the vendor's. */
export interface QuotedContract extends OptionContract {
  vendorGamma: number
}

export interface QuoteData extends OptionChain {
  contracts: QuotedContract[]
}

const LAST = /Last:\s*([\d.]+)/
/** "June 11, 2022, 8:47 PM", "September 14, 2023 at 4:31 PM" or "9 June 2023, 1:40 PM". */
const DATE = /Date:\s*(?:([A-Z][a-z]+) (\d+)|(\d+) ([A-Z][a-z]+)),? (\d{4})(?:,| at) (\d+):(\d+) ([AP])M/
const MONTHS = 'January February March April May June July August September October November December'.split(' ')
/** The first of the eleven columns of each side. */
const SIDES = { call: 1, put: 12 } as const
const STRIKE = 11
const COLUMN = { bid: 3, ask: 4, volume: 5, iv: 6, gamma: 8, openInterest: 9 } as const
const HEADER = 'Expiration Date'

/** Cboe's downloadable table of delayed quotes ("quotedata"): one line a strike, calls left, puts right. */
export function parseQuoteData(text: string): QuoteData {
  const lines = parse(text, { relaxColumnCount: true, skipEmptyLines: true }) as string[][]
  const head = lines.findIndex(([first]) => first === HEADER)
  const top = lines.slice(0, Math.max(0, head)).flat().join(',')
  const last = LAST.exec(top)
  if (head < 0 || !last) throw new AppError('invalid', 'not a quotedata file: no price or no table')
  const rows = lines.slice(head + 1).flatMap((cells) => [contractOf(cells, 'call'), contractOf(cells, 'put')])
  const root = rows[0]?.root.replace(/W$/, '')
  if (!root) throw new AppError('invalid', 'a quotedata file without contracts')
  const contracts = rows.filter((row) => row.root === root || row.root === `${root}W`).map(({ contract }) => contract)
  return { underlying: root, spot: Number(last[1]), quotedAt: quotedAt(top), contracts }
}

function contractOf(
  cells: readonly string[],
  right: OptionContract['right'],
): { root: string; contract: QuotedContract } {
  const from = SIDES[right]
  const number = (column: number): number => Number(cells[from + column])
  const { root, expiration } = parseOsi(cells[from] ?? '')
  const iv = number(COLUMN.iv)
  const contract = {
    expiration,
    strike: Number(cells[STRIKE]),
    right,
    bid: number(COLUMN.bid),
    ask: number(COLUMN.ask),
    // Zero means that the vendor could not compute it.
    iv: iv > 0 ? iv : null,
    openInterest: number(COLUMN.openInterest),
    volume: number(COLUMN.volume),
    settlement: root === 'SPX' ? 'am' : 'pm',
    vendorGamma: number(COLUMN.gamma),
  } as const
  return { root, contract }
}

/** The file states when it was saved: outside a session its quotes are those of the last close. */
function quotedAt(top: string): Date {
  const match = DATE.exec(top)
  if (!match) throw new AppError('invalid', 'a quotedata file without a date')
  const [, month = match[4] ?? '', date = match[3] ?? '', , , year, hour, minute, half] = match
  const two = (value: number) => String(value).padStart(2, '0')
  const day = tradingDay(`${year}-${two(MONTHS.indexOf(month) + 1)}-${two(Number(date))}`)
  const hours = (Number(hour) % 12) + (half === 'P' ? 12 : 0)
  const saved = instantAt(day, `${two(hours)}:${minute}`)
  const session = sessionOn(eastern(saved).day)
  if (session && saved >= session.open) return saved < session.close ? saved : session.close
  return sessionOnOrBefore(addDays(day, -1)).close
}
