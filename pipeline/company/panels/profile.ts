import { type EarningsPanel, SURE_WORDS } from '../../../shared/domain/contract/company/earnings.ts'
import type { EstimatesPanel } from '../../../shared/domain/contract/company/estimates.ts'
import type { OptionsPanel } from '../../../shared/domain/contract/company/options.ts'
import type { OwnershipPanel } from '../../../shared/domain/contract/company/ownership.ts'
import type { PricePanel } from '../../../shared/domain/contract/company/price.ts'
import type { NotableLine, ProfilePanel } from '../../../shared/domain/contract/company/profile.ts'
import { counted, inDollars } from '../../../shared/domain/number-words.ts'
import { daysBetween, tradingDay } from '../../../shared/time/trading-day.ts'
import { type CompanyInputs, headOf, inputOf, shown } from '../inputs.ts'
import { splitInput } from './fundamentals.ts'
import { marketValue } from './market-value.ts'

export const PANELS = [
  'price',
  'options',
  'gamma',
  'estimates',
  'earnings',
  'fundamentals',
  'ownership',
  'sentiment',
  'analogs',
] as const

/** The panels of the same company from which its profile is read. */
export interface Parts {
  price: PricePanel
  options: OptionsPanel
  estimates: EstimatesPanel
  earnings: EarningsPanel
  ownership: OwnershipPanel
}

const LINES_MAX = 5
const REPORT_AHEAD_DAYS = 14
const FILING_DAYS = 5
const EXTREME = 0.1

const percent = (value: number, digits = 1): string => `${(100 * value).toFixed(digits)} %`
const money = (value: number): string =>
  Math.abs(value) >= 1e9 ? `${(value / 1e9).toFixed(1)} billion dollars` : `${(value / 1e6).toFixed(1)} million dollars`

type Line = Omit<NotableLine, 'panel'> & { of: (typeof PANELS)[number] }

function priceLines({ price }: Parts): Line[] {
  const lines: Line[] = []
  const { change, atr14_share: range, close, high_252: high, low_252: low, day } = price
  if (day === null || close === null) return lines
  if (change.d1 !== null && range !== null && Math.abs(change.d1) > range)
    lines.push({
      of: 'price',
      ref: day,
      materiality: Math.abs(change.d1) / range,
      text: `The share moved ${percent(change.d1)} on ${day}, ${(Math.abs(change.d1) / range).toFixed(1)} times its average range.`,
    })
  if (close === high)
    lines.push({
      of: 'price',
      ref: day,
      materiality: 1.2,
      text: `The close of ${day} is the highest of a year, ${inDollars(close)}.`,
    })
  if (close === low)
    lines.push({
      of: 'price',
      ref: day,
      materiality: 1.4,
      text: `The close of ${day} is the lowest of a year, ${inDollars(close)}.`,
    })
  return lines
}

function optionLines({ options: { latest } }: Parts): Line[] {
  if (latest?.iv_percentile == null || latest.iv30 === null) return []
  const distance = Math.min(latest.iv_percentile, 1 - latest.iv_percentile)
  if (distance > EXTREME) return []
  const side = latest.iv_percentile > 0.5 ? 'higher' : 'lower'
  const share = latest.iv_percentile > 0.5 ? latest.iv_percentile : 1 - latest.iv_percentile
  return [
    {
      of: 'options',
      ref: latest.day,
      materiality: 2 - 10 * distance,
      text: `Implied volatility at 30 days is ${percent(latest.iv30)}, ${side} than on ${percent(share, 0)} of its own ${latest.iv_have - 1} sessions before.`,
    },
  ]
}

function besideConsensus(surprise: number): string {
  if (Math.abs(surprise) < 0.0005) return 'in line with the consensus'
  return `${percent(Math.abs(surprise))} ${surprise > 0 ? 'above' : 'below'} the consensus`
}

function reportLines({ earnings: { next, history } }: Parts, { day }: CompanyInputs): Line[] {
  const lines: Line[] = []
  if (next && next.days_ahead <= REPORT_AHEAD_DAYS) {
    const implied = next.implied_move === null ? '' : `; options imply a move of ${percent(next.implied_move)}`
    lines.push({
      of: 'earnings',
      ref: next.day,
      materiality: 3 - next.days_ahead / REPORT_AHEAD_DAYS,
      text: `The company is expected to report on ${next.day} (${SURE_WORDS[next.sure]})${implied}.`,
    })
  }
  const [last] = history
  if (last && last.eps !== null && last.surprise !== null && daysBetween(tradingDay(last.day), day) <= FILING_DAYS)
    lines.push({
      of: 'earnings',
      ref: last.day,
      materiality: 2.5,
      text: `It reported ${inDollars(last.eps)} a share on ${last.day}, ${besideConsensus(last.surprise)}${last.move === null ? '' : `; the share moved ${percent(last.move)}`}.`,
    })
  return lines
}

function insiderLines({ ownership: { open_market: market, days } }: Parts): Line[] {
  const { bought, sold } = market
  const lines: Line[] = []
  if (bought.transactions > 0 && bought.value !== null)
    lines.push({
      of: 'ownership',
      ref: `${days} days`,
      materiality: 1.5 + bought.owners / 2,
      text: `${counted(bought.owners, 'insider')} bought ${money(bought.value)} in the market within ${days} days.`,
    })
  if (sold.owners >= 3 && sold.value !== null)
    lines.push({
      of: 'ownership',
      ref: `${days} days`,
      materiality: 1 + sold.owners / 4,
      text: `${sold.owners} insiders sold ${money(sold.value)} in the market outside plans within ${days} days.`,
    })
  return lines
}

function otherLines({ estimates, ownership }: Parts, { filings, day }: CompanyInputs): Line[] {
  const lines: Line[] = []
  const { d30, period } = estimates.revisions
  if (d30 !== null && Math.abs(d30) >= 0.02)
    lines.push({
      of: 'estimates',
      ref: period ?? '',
      materiality: 1 + Math.min(2, Math.abs(d30) * 10),
      text: `The consensus for the quarter to ${period} was ${d30 > 0 ? 'raised' : 'lowered'} by ${percent(Math.abs(d30))} in 30 days.`,
    })
  const filing = filings.find(({ row }) => row.facts !== null)
  if (filing && daysBetween(filing.day, day) <= FILING_DAYS)
    lines.push({
      of: 'fundamentals',
      ref: filing.key,
      materiality: 1.6,
      text: `A ${filing.row.form} was filed on ${filing.row.filed}.`,
    })
  const { percentile, share, day: on } = ownership.short_volume
  if (percentile !== null && share !== null && on !== null && percentile >= 1 - EXTREME / 2)
    lines.push({
      of: 'ownership',
      ref: on,
      materiality: 1,
      text: `${percent(share, 0)} of the off-exchange volume of ${on} was sold short, more than on ${percent(percentile, 0)} of its own sessions.`,
    })
  return lines
}

/** The facts that are far from ordinary today, most material first. */
export function notableLines(parts: Parts, inputs: CompanyInputs): NotableLine[] {
  const path = (panel: string) => `/api/v1/company/${inputs.company.ticker}/${panel}`
  return [
    ...priceLines(parts),
    ...optionLines(parts),
    ...reportLines(parts, inputs),
    ...insiderLines(parts),
    ...otherLines(parts, inputs),
  ]
    .toSorted((a, b) => b.materiality - a.materiality)
    .slice(0, LINES_MAX)
    .map(({ of, text, ref, materiality }) => ({ text, panel: path(of), ref, materiality: shown(materiality)! }))
}

export function profilePanel(inputs: CompanyInputs, parts: Parts): ProfilePanel {
  const { company, profile, bars, filings } = inputs
  const { price, earnings } = parts
  const value = marketValue(inputs, price)
  const notable = notableLines(parts, inputs)
  const noProfile = profile === null ? 'the SEC’s submissions of the company are not known yet' : null
  const noBars = price.close === null ? (price.reasons.close ?? 'no close is known') : null
  return {
    ...headOf(
      inputs,
      [
        inputOf('submissions', 'filings', profile === null ? [] : [profile], inputs),
        inputOf('filings', 'filings', filings, inputs),
        inputOf('daily bars', 'breadth', bars, inputs),
        splitInput(inputs),
      ],
      {
        sector: company.sector === null ? 'the company is not in the list of members' : null,
        industry: noProfile,
        exchange: noProfile,
        fiscal_year_end: noProfile,
        cik: company.cik === null ? 'the SEC’s list of tickers has not been read for it yet' : null,
        close: noBars,
        change: noBars,
        market_value: noBars ?? value.reason,
        next_report: earnings.next === null ? (earnings.reasons.next ?? 'not known') : null,
        notable: notable.length === 0 ? 'nothing is far from ordinary' : null,
      },
    ),
    sector: company.sector,
    industry: profile?.row.industry ?? null,
    exchange: profile?.row.exchange ?? null,
    cik: company.cik,
    fiscal_year_end: profile?.row.fiscal_year_end ?? null,
    is_member: company.isMember,
    is_pinned: company.isPinned,
    close: price.close,
    change: price.change.d1,
    market_value: value.dollars,
    next_report: earnings.next?.day ?? null,
    notable,
    panels: PANELS.map((panel) => `/api/v1/company/${company.ticker}/${panel}`),
  }
}
