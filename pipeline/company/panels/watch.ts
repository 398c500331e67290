import type { OptionsDay } from '../../../shared/domain/contract/company/options.ts'
import type { WatchlistChange, WatchRow } from '../../../shared/domain/contract/company/watchlist.ts'
import { counted, inDollars, inThousands } from '../../../shared/domain/number-words.ts'
import { easternIso } from '../../../shared/time/eastern.ts'
import { daysBetween, tradingDay } from '../../../shared/time/trading-day.ts'
import { type CompanyInputs, shown } from '../inputs.ts'
import { recentRows, totalOf } from './ownership.ts'
import type { Parts } from './profile.ts'

type Change = Omit<WatchlistChange, 'ticker' | 'ref'> & { panel: string }
/** A change below this share of the usual change is not news. */
const MATERIAL_MIN = 0.5
/** On a usual day volatility moves by this share, skew by this many points, and open interest by this share. */
const USUAL = { iv: 0.04, skew: 0.01, openInterest: 0.03, estimates: 0.01 }

const expired = ({ open_interest_expired: ended }: OptionsDay): string =>
  ended ? `, not counting ${inThousands(ended)} contracts that expired` : ''
const percent = (value: number): string => `${(100 * value).toFixed(1)} %`

function marketChanges({ price, options }: Parts): Change[] {
  const changes: Change[] = []
  const [now, before] = price.history
  if (now && before && price.atr14_share)
    changes.push({
      kind: 'price',
      panel: 'price',
      day: now.day,
      day_before: before.day,
      value: now.close,
      before: before.close,
      materiality: Math.abs(now.close / before.close - 1) / price.atr14_share,
      text: `The close moved ${percent(now.close / before.close - 1)} to ${inDollars(now.close)}.`,
    })
  const [today, last] = options.history
  if (!today || !last) return changes
  const of = { day: today.day, day_before: last.day, panel: 'options' }
  if (today.iv30 !== null && last.iv30 !== null)
    changes.push({
      ...of,
      kind: 'iv',
      value: today.iv30,
      before: last.iv30,
      materiality: Math.abs(today.iv30 / last.iv30 - 1) / USUAL.iv,
      text: `Implied volatility at 30 days went from ${percent(last.iv30)} to ${percent(today.iv30)}.`,
    })
  if (today.skew_25_delta !== null && last.skew_25_delta !== null)
    changes.push({
      ...of,
      kind: 'skew',
      value: today.skew_25_delta,
      before: last.skew_25_delta,
      materiality: Math.abs(today.skew_25_delta - last.skew_25_delta) / USUAL.skew,
      text: `The skew went from ${percent(last.skew_25_delta)} to ${percent(today.skew_25_delta)}.`,
    })
  if (today.open_interest_change === null) return changes
  const alive = today.open_interest - today.open_interest_change
  if (alive > 0)
    changes.push({
      ...of,
      kind: 'open_interest',
      value: today.open_interest,
      before: alive,
      materiality: Math.abs(today.open_interest / alive - 1) / USUAL.openInterest,
      text: `Open interest went from ${inThousands(alive)} to ${inThousands(today.open_interest)}${expired(today)}.`,
    })
  return changes
}

function companyChanges({ earnings, estimates }: Parts, inputs: CompanyInputs): Change[] {
  const { day, filings } = inputs
  const changes: Change[] = []
  const [now, before] = estimates.history
  const [quarter, earlier] = [now?.quarters[0], before?.quarters[0]]
  if (now && before && quarter?.eps && earlier?.eps && quarter.fiscal_end === earlier.fiscal_end)
    changes.push({
      kind: 'estimates',
      panel: 'estimates',
      day: now.day,
      day_before: before.day,
      value: quarter.eps,
      before: earlier.eps,
      materiality: Math.abs(quarter.eps / earlier.eps - 1) / USUAL.estimates,
      text: `The consensus for the quarter to ${quarter.fiscal_end} went from ${inDollars(earlier.eps)} to ${inDollars(quarter.eps)}.`,
    })
  const reported = earnings.history.find((past) => daysBetween(tradingDay(past.day), day) <= 1 && past.eps !== null)
  if (reported && reported.eps !== null)
    changes.push({
      kind: 'report',
      panel: 'earnings',
      day: reported.day,
      day_before: null,
      value: reported.eps,
      before: reported.eps_forecast,
      materiality: 3,
      text: `It reported ${inDollars(reported.eps)} a share; ${reported.eps_forecast === null ? 'no figure' : inDollars(reported.eps_forecast)} was expected.`,
    })
  const filing = filings.find(({ row, day: filed }) => row.facts !== null && daysBetween(filed, day) <= 1)
  if (filing)
    changes.push({
      kind: 'filing',
      panel: 'fundamentals',
      day: filing.day,
      day_before: null,
      value: null,
      before: null,
      materiality: 2,
      text: `A ${filing.row.form} was filed (${filing.key}).`,
    })
  const forms = recentRows(inputs).filter(
    ({ filed, open_market }) => open_market && filed >= day && daysBetween(day, tradingDay(filed)) <= 1,
  )
  const total = totalOf(forms)
  if (forms.length > 0)
    changes.push({
      kind: 'insiders',
      panel: 'ownership',
      day,
      day_before: null,
      value: total.value,
      before: null,
      materiality: 1 + total.owners / 2,
      text: `${counted(total.owners, 'insider')} reported trades in the market.`,
    })
  return changes
}

/** The row that the watchlist shows of a company, and what changed from one day to the next. */
export function watchRow(inputs: CompanyInputs, parts: Parts): WatchRow {
  const { company, cutoff } = inputs
  const { price, options, earnings } = parts
  const { latest } = options
  const changes = [...marketChanges(parts), ...companyChanges(parts, inputs)].filter(
    ({ materiality }) => materiality >= MATERIAL_MIN,
  )
  return {
    row: {
      ticker: company.ticker,
      name: company.name,
      as_of: easternIso(cutoff),
      day: price.day,
      close: price.close,
      change: price.change.d1,
      iv30: latest?.iv30 ?? null,
      iv_rank: latest?.iv_rank ?? null,
      skew_25_delta: latest?.skew_25_delta ?? null,
      open_interest: latest?.open_interest ?? null,
      options_day: latest?.day ?? null,
      next_report: earnings.next?.day ?? null,
      implied_move: earnings.next?.implied_move ?? null,
      reason: options.reasons.latest ?? options.reasons['latest.iv_rank'] ?? price.reasons.close ?? null,
    },
    changes: changes.map(({ panel, ...change }) => ({
      ...change,
      ticker: company.ticker,
      materiality: shown(change.materiality)!,
      ref: `/api/v1/company/${company.ticker}/${panel}`,
    })),
  }
}
