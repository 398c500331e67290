import type { ListedFiling } from '../../../shared/domain/market/company-record.ts'
import type { ActionTerms, VendorReport } from '../../../shared/domain/trading/action-report.ts'
import { addDays, daysBetween, type TradingDay } from '../../../shared/time/trading-day.ts'

const VENDOR = 'sec'
const DAYS = 30

const has = ({ form, items }: ListedFiling, item: string): boolean =>
  form.startsWith('8-K') && items.split(',').some((each) => each.trim() === item)

/**
 * The end of a symbol as reported in filings. An 8-K with items 3.01 and 5.01 reports that a company was taken over and
 * leaves its exchange. A Form 25 alone may be about matured notes, so it counts only together with an 8-K with item
 * 3.01.
 */
export function endsOf(
  { ticker, filings, tickers }: { ticker: string; filings: readonly ListedFiling[]; tickers: readonly string[] },
  today: TradingDay,
): VendorReport[] {
  const recent = filings.filter(({ filed }) => filed >= addDays(today, -DAYS) && filed <= today)
  const report = (exDate: TradingDay, terms: ActionTerms): VendorReport => ({
    symbol: ticker,
    exDate,
    vendor: VENDOR,
    terms,
  })
  const notice = recent.find((filing) => has(filing, '3.01'))
  const removal = recent.find(({ form }) => /^25(?:-NSE)?$/.test(form))
  const found: VendorReport[] = []
  if (notice && has(notice, '5.01')) {
    found.push(report(notice.filed, { kind: 'merger', filing: `8-K ${notice.accession}` }))
  } else if (notice && removal && Math.abs(daysBetween(notice.filed, removal.filed)) <= DAYS) {
    found.push(report(removal.filed, { kind: 'delisting', filing: `${removal.form} ${removal.accession}` }))
  }
  const others = tickers.map((each) => each.toUpperCase().replace('-', '.'))
  if (others.length > 0 && !others.includes(ticker))
    found.push(report(today, { kind: 'symbol_change', to: others[0]! }))
  return found
}
