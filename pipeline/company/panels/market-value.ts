import type { PricePanel } from '../../../shared/domain/contract/company/price.ts'
import type { FilingFact, FilingRow } from '../../../shared/domain/market/company-record.ts'
import { addDays, daysBetween, type TradingDay, tradingDay } from '../../../shared/time/trading-day.ts'
import { BALANCE_LINES, COVER_SHARES, FLOW_LINES, SHARE_TAGS } from '../../filings/statement-lines.ts'
import { inOneScale } from '../filing-scale.ts'
import type { CompanyInputs, Stored } from '../inputs.ts'
import { type Split, sharesSinceFiled, splitsInFilings, splitsOf } from '../splits.ts'
import { factsOf, knownOn } from './fundamentals.ts'

type Filing = Stored<FilingRow>

/** A count of shares is too old to use once the filer has filed for this long without stating another. */
const STALE_DAYS = 400

/** Shares of the newest filing that states them, as they stood on a day: adopted splits since the filing multiply them. */
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

/**
 * If the count on the cover is within this share of the average, it covers all shares; otherwise it is of one class or
 * in another unit.
 */
const COVER_MIN = 0.75
const COVER_MAX = 1.6

/**
 * Shares on the cover of a filing, as of a few weeks after the period, so an offering or a merger is fully in them but
 * only partly in the average. The average is used where the cover states none or those of one class.
 */
function statedShares({ row }: Filing): number | null {
  const facts = row.facts ?? []
  const [cover, average] = [coverShares(facts), averageShares(facts)]
  if (cover === null) return average
  if (average !== null) return cover >= COVER_MIN * average && cover <= COVER_MAX * average ? cover : average
  if (SHARE_TAGS.some((tag) => facts.some(([name]) => name === tag))) return null
  const [earnings] = newestFirst(facts.filter(([name]) => FLOW_LINES.eps_diluted.tags.some((each) => each === name)))
  return earnings && isDenied(facts, earnings, cover) ? null : cover
}

/** A filing that states several counts for one day has several classes. */
function coverShares(facts: readonly FilingFact[]): number | null {
  const stated = newestFirst(facts.filter(([name]) => name === COVER_SHARES))
  const counts = new Set(stated.filter(([, , , end]) => end === stated[0]?.[3]).map(([, , , , value]) => value))
  const [count] = counts
  return counts.size === 1 && count !== undefined && count > 0 ? count : null
}

const newestFirst = (facts: readonly FilingFact[]): FilingFact[] =>
  facts.toSorted((a, b) => daysBetween(a[3], b[3]) || daysBetween(a[2] ?? a[3], b[2] ?? b[3]))

/**
 * Shares of the newest and shortest period, unless net income over earnings a share shows that they are in another
 * unit.
 */
function averageShares(facts: readonly FilingFact[]): number | null {
  const tag = SHARE_TAGS.find((each) => facts.some(([name]) => name === each))
  const [newest] = newestFirst(facts.filter(([name]) => name === tag))
  return newest === undefined || isDenied(facts, newest, newest[4]) ? null : newest[4]
}

/** Whether net income over earnings a share of a period shows that a count of shares is in another unit. */
function isDenied(facts: readonly FilingFact[], [, , start, end]: FilingFact, shares: number): boolean {
  const of = (tags: readonly string[]) =>
    facts.find((each) => tags.includes(each[0]) && each[2] === start && each[3] === end)?.[4]
  const [income, earnings] = [of(FLOW_LINES.net_income.tags), of(FLOW_LINES.eps_diluted.tags)]
  return Boolean(income && earnings && isFar(shares, Math.abs(income / earnings)))
}

/**
 * Earnings a share are rounded and net income includes preferred dividends, but neither makes a factor of a hundred.
 */
const APART = 100
const isFar = (a: number, b: number): boolean => a > APART * b || b > APART * a

/** A filing's shares are multiplied only where a split has been adopted. */
function splitsThrough({ filings, splits }: CompanyInputs, on: TradingDay): readonly Split[] {
  if (splits.length === 0) return []
  const filed = splitsInFilings(Map.groupBy(factsOf(filings), ({ tag }) => tag))
  return splitsOf(filed, splits).filter(({ date }) => date <= on)
}

/** Some classes are worth a thousandth of another; a price so far below book value belongs to another class. */
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

/**
 * Null with a reason where the number of shares is not known; if the close is missing, the reason is that of the price.
 */
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
