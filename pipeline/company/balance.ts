import type { TradingDay } from '../../shared/time/trading-day.ts'
import { type Fact, isSameDay } from '../filings/reported-facts.ts'
import { BALANCE_LINES } from '../filings/statement-lines.ts'
import { difference, sum } from './flows.ts'
import { type FactsByTag, factOf } from './lines.ts'
import { type Figure, isKnown, type Known, unknown } from './periods.ts'

export type Balance = Record<'assets' | 'liabilities' | 'equity' | 'cash' | 'debt', Figure> & { end: TradingDay | null }

export function balanceOf(facts: readonly Fact[], byTag: FactsByTag, reason: string): Balance {
  const tags: readonly string[] = [...BALANCE_LINES.assets.tags, ...BALANCE_LINES.equity.tags]
  const end = facts.reduce<TradingDay | null>(
    (found, fact) =>
      fact.start === null && tags.includes(fact.tag) && (found === null || fact.end > found) ? fact.end : found,
    null,
  )
  if (end === null) {
    const none = unknown(reason)
    return { end: null, assets: none, liabilities: none, equity: none, cash: none, debt: none }
  }
  const line = (name: keyof typeof BALANCE_LINES): Figure => {
    const fact = factOf(byTag, BALANCE_LINES[name], (each) => each.start === null && isSameDay(each.end, end))
    if (!fact) return unknown('no filing known then states it')
    const { value, unit, accession, tag, filed } = fact
    return { value, unit, accession, tag, filed }
  }
  return {
    end,
    assets: line('assets'),
    liabilities: liabilitiesOf(line),
    equity: equityOf(line),
    cash: line('cash'),
    debt: debtOf(line),
  }
}

type Line = (name: keyof typeof BALANCE_LINES) => Figure

/** Shares that may have to be redeemed, of minorities or preferred ones, stand between liabilities and equity. */
function liabilitiesOf(line: Line): Figure {
  const [stated, assets, equity, redeemable] = [
    line('liabilities'),
    line('assets'),
    line('total_equity'),
    line('redeemable_equity'),
  ]
  if (isKnown(stated)) return stated
  const all = difference(assets, equity, 'assets less equity with minorities')
  if (!isKnown(redeemable)) return all
  return difference(all, redeemable, 'assets less equity with minorities and what is redeemable')
}

function equityOf(line: Line): Figure {
  const [stated, minorities] = [line('equity'), line('minorities')]
  if (!isKnown(stated) || stated.tag === SHAREHOLDERS || !isKnown(minorities)) return stated
  return difference(stated, minorities, 'equity with minorities less minorities')
}
const SHAREHOLDERS = 'StockholdersEquity'

const NOTHING = 'no filing known then states any debt'

/**
 * All debt where a filing states it; else long-term debt, what of it is due within a year, and short-term borrowings.
 * Some state long-term debt alone under the tag of all debt, which its parts show.
 */
function debtOf(line: Line): Figure {
  const [all, later, now] = [line('all_debt'), line('long_term_debt_later'), line('long_term_debt_now')]
  const short = line('short_term_debt')
  const isLongAlone =
    isNear(all, isKnown(later) && isKnown(now) ? later.value + now.value : null, NEAR_SHARE) &&
    !isNear(short, now.value, SAME_SHARE)
  if (isKnown(all) && !isLongAlone) return all
  const long = isKnown(all) ? [all] : longParts(line, { later, now, short })
  const known = [...long, ...(isKnown(short) ? [short] : [])]
  if (known.length === 0) return unknown(NOTHING)
  return known.length === 1 ? known[0]! : sum(known, [], 'long-term debt and what is due within a year')
}

/** A sum of rounded parts. */
const NEAR_SHARE = 0.001
/** The same debt before and after the cost of its issue. */
const SAME_SHARE = 0.02
const isNear = (figure: Figure, value: number | null, share: number): boolean =>
  isKnown(figure) && value !== null && Math.abs(figure.value - value) <= share * Math.abs(value)

/** DebtCurrent is all that is due within a year, so the current part of long-term debt is in it. */
function longParts(line: Line, { later, now, short }: Record<'later' | 'now' | 'short', Figure>): Known[] {
  const isAllCurrent = isKnown(short) && short.tag === 'DebtCurrent'
  if (isKnown(later)) return isKnown(now) && !isAllCurrent ? [later, now] : [later]
  const long = line('long_term_debt')
  if (!isKnown(long)) return notesOf(line)
  return isAllCurrent && isKnown(now) ? [sum([long], [now], 'long-term debt less what is due within a year')] : [long]
}

function notesOf(line: Line): Known[] {
  const parts = [line('notes_later'), line('notes_now')].filter(isKnown)
  return parts.length > 0 ? parts : [line('notes')].filter(isKnown)
}
