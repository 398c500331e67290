import type { PricePanel } from '../../../shared/domain/contract/company/price.ts'
import type { FilingFact, FilingRow } from '../../../shared/domain/market/company-record.ts'
import { addDays, daysBetween, type TradingDay, tradingDay } from '../../../shared/time/trading-day.ts'
import { BALANCE_LINES, FLOW_LINES, SHARE_TAGS } from '../../filings/statement-lines.ts'
import { inOneScale } from '../filing-scale.ts'
import type { CompanyInputs, Stored } from '../inputs.ts'
import { type Split, sharesSinceFiled, splitsInFilings, splitsOf } from '../splits.ts'
import { factsOf, knownOn } from './fundamentals.ts'

type Filing = Stored<FilingRow>

/** A count of shares is of no use once the filer has gone on for so long without stating another. */
const STALE_DAYS = 400

/**
 * Average shares of the newest filing that states them, as they stood on a day: adopted splits since the filing multiply
 * them. A market value by them is rounded anyway.
 */
function sharesOn(inputs: CompanyInputs, on: TradingDay): { shares: number; filed: TradingDay } | null {
  const facts = factsOf(inputs.filings)
  const right = new Set(inOneScale(facts).map(({ accession }) => accession))
  const oldest = addDays(
    facts.reduce((newest, { filed }) => (filed > newest ? filed : newest), on),
    -STALE_DAYS,
  )
  for (const filing of inputs.filings) {
    const filed = knownOn(filing)
    if (filed < oldest) return null
    const stated = right.has(filing.key) ? statedShares(filing) : null
    if (stated !== null) return { shares: stated * sharesSinceFiled(filed, splitsThrough(inputs, on)), filed }
  }
  return null
}

/** Shares of the newest and shortest period, unless net income over earnings a share tells that they are in another unit. */
function statedShares({ row }: Filing): number | null {
  const facts = row.facts ?? []
  const tag = SHARE_TAGS.find((each) => facts.some(([name]) => name === each))
  const newest = facts
    .filter(([name]) => name === tag)
    .toSorted((a, b) => daysBetween(b[3], a[3]) || daysBetween(b[2] ?? b[3], a[2] ?? a[3]))
    .at(-1)
  if (newest === undefined) return null
  const samePeriod = (tags: readonly string[]) => (each: FilingFact) =>
    tags.includes(each[0]) && each[2] === newest[2] && each[3] === newest[3]
  const income = facts.find(samePeriod(FLOW_LINES.net_income.tags))?.[4]
  const earnings = facts.find(samePeriod(FLOW_LINES.eps_diluted.tags))?.[4]
  return income && earnings && isFar(newest[4], Math.abs(income / earnings)) ? null : newest[4]
}

/** Earnings a share are rounded and net income has preferred dividends in it, but not a hundred times as much. */
const APART = 100
const isFar = (a: number, b: number): boolean => a > APART * b || b > APART * a

/** A filing's shares are multiplied only where a split has been adopted. */
function splitsThrough({ filings, splits }: CompanyInputs, on: TradingDay): readonly Split[] {
  if (splits.length === 0) return []
  const filed = splitsInFilings(Map.groupBy(factsOf(filings), ({ tag }) => tag))
  return splitsOf(filed, splits).filter(({ date }) => date <= on)
}

/** A share of some classes is worth a thousandth of another; a price so far below the books is of another class. */
const OF_BOOKS_MIN = 1 / 50

function isOfOtherShares({ filings }: CompanyInputs, dollars: number): boolean {
  for (const { row } of filings) {
    const own = (row.facts ?? []).filter(([tag]) => BALANCE_LINES.equity.tags.some((each) => each === tag))
    const newest = own.toSorted((a, b) => daysBetween(b[3], a[3])).at(-1)
    if (newest) return dollars < OF_BOOKS_MIN * newest[4]
  }
  return false
}

const reasonOf = (reason: string) => ({ dollars: null, reason })

/** Null with a reason where the number of shares is not known; the reason of a missing close is that of the price. */
export function marketValue(
  inputs: CompanyInputs,
  { day, close }: Pick<PricePanel, 'day' | 'close'>,
): { dollars: number | null; reason: string | null } {
  if (day === null || close === null) return { dollars: null, reason: null }
  const stated = sharesOn(inputs, tradingDay(day))
  if (stated === null) return reasonOf('no filing states the number of shares')
  const { undecidedSplit: split, splits } = inputs
  const isAdopted = splits.some(({ exDate }) => exDate === split)
  if (split !== null && !isAdopted && split <= day && stated.filed < split)
    return reasonOf(
      `a split of ${split} is announced and not decided yet, so the number of shares at this close is not known`,
    )
  const dollars = Math.round(close * stated.shares)
  if (isOfOtherShares(inputs, dollars)) return reasonOf('the filings count shares of another class than this close')
  return { dollars, reason: null }
}
