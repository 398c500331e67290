import { daysBetween, type TradingDay } from '../../shared/time/trading-day.ts'
import { FLOW_LINES, type FlowLine, type LineRule } from '../filings/statement-lines.ts'
import { sum } from './flows.ts'
import { type FactsByTag, isWithin } from './lines.ts'
import { type Figure, isKnown, unknown } from './periods.ts'

type Of = (line: FlowLine) => Figure

export const hasAny = (facts: FactsByTag, { tags }: LineRule): boolean => tags.some((tag) => facts.has(tag))

interface Stated {
  /** The revenue under tags that mean total revenue for most filers. */
  stated: Figure
  end: TradingDay
}

/** The revenue of a period that ends on a day, by the special rules for banks and landlords where the filer is one. */
export function revenueOf({ stated, end }: Stated, of: Of, facts: FactsByTag): Figure {
  const isBank = hasAny(facts, FLOW_LINES.net_interest_income) && hasAny(facts, FLOW_LINES.noninterest_income)
  return isBank ? revenueOfBank(stated, of) : revenueOfSector({ stated, end }, of, facts)
}

/** A sum of rounded parts. */
const NEAR_SHARE = 0.01
/** A figure under the tag of a total that is smaller than this share of the bank's parts is one of them. */
const PART_SHARE = 0.5

/**
 * Many banks state no total: their revenue is net interest plus the rest, and revenue from contracts is part of the
 * rest. Some use the tag of a total for a part, or for all interest received plus the rest.
 */
function revenueOfBank(stated: Figure, of: Of): Figure {
  if (isKnown(stated) && stated.tag === 'RevenuesNetOfInterestExpense') return stated
  const [interest, rest, paid] = [of('net_interest_income'), of('noninterest_income'), of('interest_income')]
  const isTotal = isKnown(stated) && stated.tag === 'Revenues'
  if (!isKnown(interest)) return isTotal ? stated : interest
  if (!isKnown(rest)) return isTotal ? stated : rest
  const all = sum([interest, rest], [], 'net interest income and noninterest income')
  if (!isTotal) return all
  const before = isKnown(paid) ? paid.value + rest.value : null
  const isBeforeInterest =
    before !== null &&
    paid.value !== interest.value &&
    isWithin(stated.value, before, NEAR_SHARE) &&
    !isWithin(stated.value, all.value, NEAR_SHARE)
  return stated.value < PART_SHARE * all.value || isBeforeInterest ? all : stated
}

/** A filer that states no such tag within so many days of a period uses another tag for its revenue. */
const SILENT_DAYS = 370
/** Fees from contracts below this share of rents are included in a landlord's rents or in its other income. */
const FEES_SHARE = 0.1
const FEE_TAGS = [
  'RevenueFromContractWithCustomerExcludingAssessedTax',
  'RevenueFromContractWithCustomerIncludingAssessedTax',
]

/** Some landlords, producers and fund managers state their revenue under a tag that for others is only a part of it. */
function revenueOfSector({ stated, end }: Stated, of: Of, facts: FactsByTag): Figure {
  const own = of('sector_revenue')
  if (!isKnown(own)) return stated
  if (isKnown(stated)) {
    if (!RENT_TAGS.includes(own.tag) || !FEE_TAGS.includes(stated.tag) || stated.value >= own.value) return stated
    return stated.value < FEES_SHARE * own.value ? own : unknown(NO_TOTAL)
  }
  const isSilent = !FLOW_LINES.revenue.tags.some((tag) =>
    facts.get(tag)?.some((fact) => Math.abs(daysBetween(fact.end, end)) <= SILENT_DAYS),
  )
  return isSilent ? own : stated
}
const RENT_TAGS: readonly string[] = ['OperatingLeaseLeaseIncome', 'OperatingLeasesIncomeStatementLeaseRevenue']
const NO_TOTAL = 'the filings state the revenue of leases and of contracts, and no total'
