import type { TradingDay } from '../../time/trading-day.ts'
import type { ActionTerms, VendorReport } from './action-report.ts'
import { leavesFractions } from './split.ts'

/** A dividend from this share of the price on is not ordinary. */
const ORDINARY_SHARE_MAX = 0.05
/** The largest overnight move, in logarithms, at which a ratio of prices still proves a split. */
const NIGHT_MOVE_MAX = 0.12

export interface ActionCase {
  /** Announcements of vendors for one symbol, kind and day; never empty. */
  reports: readonly VendorReport[]
  today: TradingDay
  /** The last close before the ex-date, in the shares of that day; null where none is known. */
  closeE4: number | null
  /** A price of the ex-date's session; null before it opens, or where none is known. */
  openedE4: number | null
}

export type Verdict =
  /** `fractionPriceE4` is the price of one new share of a split that leaves fractions. */
  | { verdict: 'apply'; terms: ActionTerms; reason: string; fractionPriceE4: number | null }
  | { verdict: 'propose'; terms: ActionTerms; reason: string }
  | { verdict: 'wait'; reason: string }

type Split = Extract<ActionTerms, { kind: 'split' }>
type Dividend = Extract<ActionTerms, { kind: 'dividend' }>

/** What the service does with an announcement by itself, and what it leaves to the operator. */
export function judgeAction(one: ActionCase): Verdict {
  const newest = one.reports[0]!.terms
  if (newest.kind === 'dividend') return judgeDividend(newest, one)
  if (newest.kind === 'split') return judgeSplit(one)
  return { verdict: 'propose', terms: newest, reason: 'the service changes no holdings for it' }
}

function judgeDividend(terms: Dividend, { closeE4, reports, today }: ActionCase): Verdict {
  const propose = (reason: string): Verdict => ({ verdict: 'propose', terms, reason })
  if (terms.is_special) return propose('the vendor calls it special')
  if (closeE4 === null && today < reports[0]!.exDate)
    return { verdict: 'wait', reason: 'no price is known yet to compare it with' }
  if (closeE4 === null) return propose('no price is known to compare it with')
  const share = terms.amount_e4 / closeE4
  const percent = `${(100 * share).toFixed(1)} % of the price`
  if (share >= ORDINARY_SHARE_MAX) return propose(`it is ${percent}, and 5 % or more is not ordinary`)
  return { verdict: 'apply', terms, reason: `it is ${percent}`, fractionPriceE4: null }
}

function judgeSplit({ reports, today, closeE4, openedE4 }: ActionCase): Verdict {
  const splits = reports.flatMap(({ terms, vendor }) =>
    terms.kind === 'split' ? [{ ...ratioOf(terms), terms, vendor }] : [],
  )
  const [first] = splits
  const { terms, ratio } = first!
  const vendors = new Set(splits.map(({ vendor }) => vendor))
  if (splits.some((each) => each.ratio !== ratio))
    return {
      verdict: 'propose',
      terms,
      reason: `vendors differ: ${splits.map(({ text, vendor }) => `${text} by ${vendor}`).join(', ')}`,
    }
  const apply = (reason: string): Verdict => {
    if (!leavesFractions(terms.old_shares)) return { verdict: 'apply', terms, reason, fractionPriceE4: null }
    if (closeE4 !== null)
      return { verdict: 'apply', terms, reason, fractionPriceE4: Math.max(1, Math.round(closeE4 / ratio)) }
    return { verdict: 'propose', terms, reason: 'no price is known at which fractions could be paid' }
  }
  if (vendors.size >= 2) return apply(`${vendors.size} vendors agree`)
  if (today < reports[0]!.exDate)
    return { verdict: 'wait', reason: 'one vendor alone says so, and its day has not come' }
  if (closeE4 === null)
    return { verdict: 'propose', terms, reason: 'one vendor alone says so, and no close before it is known' }
  if (openedE4 === null) return { verdict: 'wait', reason: 'one vendor alone says so, and its day has no price yet' }
  const night = Math.log(closeE4 / openedE4)
  const tolerance = Math.min(NIGHT_MOVE_MAX, Math.abs(Math.log(ratio)) / 3)
  const seen = `the price went from ${closeE4 / 10_000} to ${openedE4 / 10_000}`
  if (Math.abs(night - Math.log(ratio)) <= tolerance) return apply(`${seen}, which is its ratio`)
  return { verdict: 'propose', terms, reason: `one vendor alone says so, and ${seen}` }
}

const ratioOf = ({ new_shares: many, old_shares: few }: Split) => ({ ratio: many / few, text: `${many}:${few}` })
