import { parse } from 'csv-parse/sync'
import type { OptionChain, OptionContract } from '../../shared/domain/market/option-chain.ts'
import { AppError } from '../../shared/errors.ts'
import { sessionOn, sessionOnOrBefore } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import { parseOsi } from '../sources/feeds/cboe-options.ts'
import { savedAt } from './saved-at.ts'

/** A contract of the file: `iv` and gamma are the vendor's. */
export interface QuotedContract extends OptionContract {
  vendorGamma: number
}

export interface QuoteData extends OptionChain {
  contracts: QuotedContract[]
  /** Roots whose contracts were left out, such as those of an adjusted contract. */
  otherRoots: string[]
}

/** "Last: 3900.86" or "Last: 3,900.86". */
const LAST = /Last:\s*"?([\d,]+(?:\.\d+)?)/
/** The first of the eleven columns of each side. */
const SIDES = { call: 1, put: 12 } as const
const STRIKE = 11
const COLUMN = { bid: 3, ask: 4, volume: 5, iv: 6, gamma: 8, openInterest: 9 } as const
const HEADER = 'Expiration Date'

/** Roots whose contracts settle at the opening prints; their weekly contracts have a root of their own. */
const SETTLED_AT_OPEN: ReadonlySet<string> = new Set(['SPX', 'NDX', 'RUT', 'DJX', 'VIX', 'OEX', 'MID', 'XEO'])
/** Weekly contracts of an index have its root with one of these letters: SPXW, NDXP, RUTW. */
const WEEKLY = ['W', 'P']

/** Cboe's downloadable table of delayed quotes ("quotedata"): one line a strike, calls left, puts right. */
export function parseQuoteData(text: string): QuoteData {
  const lines = parse(text, {
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
    bom: true,
  }) as string[][]
  const head = lines.findIndex(([first]) => first?.trim() === HEADER)
  const top = lines.slice(0, Math.max(0, head)).flat().join(',')
  const last = LAST.exec(top)
  if (head < 0 || !last) throw new AppError('invalid', 'not a quotedata file: no price or no table')
  const rows = lines.slice(head + 1).flatMap((cells) => [contractOf(cells, 'call'), contractOf(cells, 'put')])
  const root = underlyingOf(rows.map((row) => row.root))
  if (root === null) throw new AppError('invalid', 'a quotedata file without contracts')
  const own = [root, ...WEEKLY.map((letter) => root + letter)]
  const contracts = rows.filter((row) => own.includes(row.root)).map(({ contract }) => contract)
  const otherRoots = [...new Set(rows.map((row) => row.root))].filter((other) => !own.includes(other))
  const spot = Number(last[1]!.replaceAll(',', ''))
  return { underlying: root, spot, quotedAt: quotedAt(top), contracts, otherRoots }
}

/** The root that all others begin with: SPX of SPX and SPXW. A file may list weekly contracts alone, or first. */
function underlyingOf(roots: readonly string[]): string | null {
  const [shortest] = [...new Set(roots)].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  if (shortest === undefined) return null
  const bare = shortest.slice(0, -1)
  const isWeeklyAlone = WEEKLY.includes(shortest.at(-1)!) && SETTLED_AT_OPEN.has(bare)
  return isWeeklyAlone ? bare : shortest
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
    settlement: SETTLED_AT_OPEN.has(root) ? 'am' : 'pm',
    vendorGamma: number(COLUMN.gamma),
  } as const
  return { root, contract }
}

/** The file states when it was saved: outside a session its quotes are those of the last close. */
function quotedAt(top: string): Date {
  const saved = savedAt(top)
  if (!saved) throw new AppError('invalid', 'a quotedata file without a date')
  const session = sessionOn(eastern(saved).day)
  if (session && saved >= session.open) return saved < session.close ? saved : session.close
  return sessionOnOrBefore(addDays(eastern(saved).day, -1)).close
}
