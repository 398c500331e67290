import type { TradingDay } from '../../shared/time/trading-day.ts'
import { type Fact, isSameDay } from '../filings/reported-facts.ts'
import { BALANCE_LINES } from '../filings/statement-lines.ts'
import { debtOf, type Line } from './debt.ts'
import { difference } from './flows.ts'
import { type FactsByTag, factOf } from './lines.ts'
import { type Figure, isKnown, unknown } from './periods.ts'

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
  const line: Line = (name) => {
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

/** Minority or preferred shares that may have to be redeemed are stated between liabilities and equity. */
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
