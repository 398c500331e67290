import { html } from 'ghtml'
import { SURE_WORDS } from '../../../shared/domain/contract/company/earnings.ts'
import { counted } from '../../../shared/domain/number-words.ts'
import { dayWords } from '../../../shared/time/eastern-words.ts'
import type { Answer } from '../answers.ts'
import { type Card, card, emptyState, proseTable, sentence, wideTable } from '../card.ts'
import { lineChart } from '../charts/line-chart.ts'
import type { Known } from '../page-documents.ts'
import { changeWords, momentWords, percentWords } from '../words.ts'

type Price = Answer<'getCompanyPrice'>
type Options = Answer<'getCompanyOptions'>
type Fundamentals = Answer<'getCompanyFundamentals'>
type Figure = Fundamentals['ttm']['revenue']

const UNKNOWN = 'unknown'

/** A panel that was not computed shows a sentence instead of its zeros. */
export const panelCard = <T extends { reason: string | null; as_of: string | null }>({
  body,
  ...rest
}: Card<T>): string =>
  card({
    ...rest,
    aside: ({ as_of: at }) => (at === null ? '' : html`as of !${momentWords(at)}`),
    body: (value) => (value.reason === null ? body(value) : emptyState(sentence(value.reason))),
  })

const dollarsWords = (value: number | null): string => (value === null ? UNKNOWN : value.toFixed(2))

/** States the difference to SPY's move in percentage points, because a percentage reads as SPY's own move. */
function besideSpy(difference: number | null): string {
  if (difference === null) return ''
  const points = Math.abs(100 * difference).toFixed(1)
  return Number(points) === 0 ? ', as SPY' : `, ${points} points ${difference > 0 ? 'ahead of' : 'behind'} SPY`
}

/** Dollars of a filing in millions or billions, a share's in cents. */
function figureWords({ value, unit }: Figure): string {
  if (value === null) return UNKNOWN
  if (unit === 'fraction') return percentWords(value, 1)
  if (unit === 'USD/shares') return value.toFixed(2)
  const size = Math.abs(value)
  return size >= 1e9 ? `${(value / 1e9).toFixed(1)}bn` : `${(value / 1e6).toFixed(0)}m`
}

export const notableCard = (ticker: string, profile: Known<Answer<'getCompany'>>): string =>
  panelCard({
    title: 'What is notable',
    width: 7,
    source: `/api/v1/company/${ticker}`,
    document: profile,
    body: ({ notable, reasons }) =>
      notable.length === 0
        ? emptyState(sentence(reasons.notable ?? 'nothing is far from ordinary'))
        : html`<ul class="plain">!${notable.map(({ text, panel, ref }) => html`<li><span>${text}</span> <a class="small" href="${panel}">${ref}</a></li>`)}</ul>`,
  })

export const priceCard = (ticker: string, price: Known<Price>): string =>
  panelCard({
    title: 'Price',
    width: 5,
    source: `/api/v1/company/${ticker}/price`,
    document: price,
    body({ close, day, change, relative, trend, atr14_share: range, volume_ratio: volume, history, reasons }) {
      if (close === null || day === null) return emptyState(sentence(reasons.close ?? 'no close is known'))
      const points = history.toReversed().map(({ close: y }, x) => ({ x, y }))
      const [first, last] = [history.at(-1)!.day, history[0]!.day]
      const label = `Closes from ${dayWords(first)} to ${dayWords(last)}`
      return html`!${lineChart({ label, points, from: dayWords(first), to: dayWords(last), format: (value, finer) => value.toFixed(finer) })}
<dl><dt>Close of ${dayWords(day)}</dt><dd><b>${close.toFixed(2)}</b>, ${changeWords(change.d1, 1)} in the session</dd>
<dt>Trend</dt><dd>${trend ?? UNKNOWN}</dd>
<dt>21 sessions</dt><dd>${changeWords(change.d21, 1)}${besideSpy(relative.d21)}</dd>
<dt>Average range</dt><dd>${percentWords(range, 1)} of the close</dd>
<dt>Volume</dt><dd>${volume === null ? UNKNOWN : `${volume.toFixed(1)} times its average`}</dd></dl>`
    },
  })

export const optionsCard = (ticker: string, options: Known<Options>): string =>
  panelCard({
    title: 'Options',
    width: 6,
    source: `/api/v1/company/${ticker}/options`,
    document: options,
    body({ latest, history, reasons }) {
      if (latest === null) return emptyState(sentence(reasons.latest ?? 'no chain is known'))
      const points = history.toReversed().map(({ iv30: y }, x) => ({ x, y }))
      const [first, last] = [history.at(-1)!.day, latest.day]
      const label = `Volatility at 30 days from ${dayWords(first)} to ${dayWords(last)}`
      const rank =
        latest.iv_rank === null
          ? `not known: ${latest.iv_have} of ${latest.iv_need} sessions`
          : `${percentWords(latest.iv_rank)}, higher than on ${percentWords(latest.iv_percentile)} of the ${latest.iv_have - 1} sessions before`
      const rows = latest.term_structure
        .slice(0, 6)
        .map(
          ({ expiration, atm_iv: iv, implied_move: move }) =>
            html`<tr><th scope="row">${dayWords(expiration)}</th><td class="n">${percentWords(iv, 1)}</td><td class="n">${dollarsWords(move)}</td></tr>`,
        )
      return html`!${lineChart({ label, points, from: dayWords(first), to: dayWords(last), format: percentWords })}
<dl><dt>Volatility at 30 days</dt><dd><b>${percentWords(latest.iv30, 1)}</b></dd>
<dt>Rank in its year</dt><dd>${rank}</dd>
<dt>Skew</dt><dd>${percentWords(latest.skew_25_delta, 1)}, put over call at a delta of 0.25</dd>
<dt>Put/call volume</dt><dd>${latest.put_call_volume?.toFixed(2) ?? UNKNOWN}</dd></dl>
!${wideTable('Expirations', '<th>Expiration</th><th class="n">Volatility</th><th class="n">Implied move, dollars</th>', rows)}`
    },
  })

/** Says why a column has unknown figures; a document words it for programs, to which such a figure is null. */
const unknownColumn = (name: string, reason: string | null | undefined): string =>
  reason == null ? '' : html`<p class="small mute">${`${name}: ${reason.replace(/^null\b/, UNKNOWN)}.`}</p>`

export const earningsCard = (ticker: string, earnings: Known<Answer<'getCompanyEarnings'>>): string =>
  panelCard({
    title: 'Reports',
    width: 6,
    source: `/api/v1/company/${ticker}/earnings`,
    document: earnings,
    body({ next, history, reasons, beats, compared }) {
      const words = next
        ? `The next report is expected on ${dayWords(next.day)}${next.time === null ? '' : `, ${next.time.replace('_', ' the ')}`} (${SURE_WORDS[next.sure]}); ${next.implied_move === null ? (reasons['next.implied_move'] ?? 'what options imply is not known') : `options imply a move of ${percentWords(next.implied_move, 1)}`}.`
        : sentence(reasons.next ?? 'no report is expected')
      const rows = history.map(
        ({ day, eps, eps_forecast: forecast, surprise, move, implied_move: implied }) =>
          html`<tr><th scope="row">${dayWords(day)}</th><td class="n">${dollarsWords(eps)}</td><td class="n">${dollarsWords(forecast)}</td><td class="n">${changeWords(surprise, 1)}</td><td class="n">${changeWords(move, 1)}</td><td class="n">${percentWords(implied, 1)}</td></tr>`,
      )
      const table =
        rows.length === 0
          ? emptyState(sentence(reasons.history ?? 'no past report is known'))
          : wideTable(
              'Past reports',
              '<th>Day</th><th class="n">EPS</th><th class="n">Expected</th><th class="n">Surprise</th><th class="n">Move</th><th class="n">Implied</th>',
              rows,
            )
      return html`<p>${words}</p>!${table}!${unknownColumn('Implied', reasons['history.implied_move'])}!${unknownColumn('Surprise', reasons['history.surprise'])}<p class="small mute">${compared === 0 ? 'No past report can be compared with a consensus.' : `${beats} of ${counted(compared, 'report')} ${beats === 1 ? 'was' : 'were'} above the consensus.`}</p>`
    },
  })

const FLOWS = {
  revenue: 'Revenue',
  gross_profit: 'Gross profit',
  operating_income: 'Operating income',
  net_income: 'Net income',
  free_cash_flow: 'Free cash flow',
  eps_diluted: 'Diluted EPS',
} as const

export const fundamentalsCard = (ticker: string, fundamentals: Known<Fundamentals>): string =>
  panelCard({
    title: 'Fundamentals',
    width: 12,
    source: `/api/v1/company/${ticker}/fundamentals`,
    document: fundamentals,
    body({ quarters, ttm, margins, growth, reasons }) {
      if (quarters.length === 0) return emptyState(sentence(reasons.quarters ?? 'no filing is known'))
      const columns = [
        { name: 'Twelve months', of: ttm },
        ...quarters.slice(0, 5).map((of) => ({ name: dayWords(of.end), of })),
      ]
      const rows = (Object.keys(FLOWS) as (keyof typeof FLOWS)[]).map(
        (line) =>
          html`<tr><th scope="row">${FLOWS[line]}</th>!${columns.map(({ of }) => html`<td class="n">${figureWords(of[line])}</td>`)}</tr>`,
      )
      const headings = `<th>Line</th>${columns.map(({ name }) => html`<th class="n">${name}</th>`).join('')}`
      return html`!${wideTable('Figures of filings', headings, rows)}
<p class="small">Margins of the last twelve months: gross ${figureWords(margins.gross)}, operating ${figureWords(margins.operating)}, net ${figureWords(margins.net)}. Revenue of the newest quarter changed by ${figureWords(growth.revenue)} within a year.</p>`
    },
  })

export const ownershipCard = (ticker: string, ownership: Known<Answer<'getCompanyOwnership'>>): string =>
  panelCard({
    title: 'Insiders and short volume',
    width: 6,
    source: `/api/v1/company/${ticker}/ownership`,
    document: ownership,
    body({ transactions, days, open_market: market, short_volume: short, reasons }) {
      const rows = transactions
        .slice(0, 8)
        .map(
          ({ date, owner, role, meaning, shares, value, plan_10b5_1: plan }) =>
            html`<tr><th scope="row" class="nowrap">${date === null ? UNKNOWN : dayWords(date)}</th><td>${owner}<br><span class="small mute">${role}</span></td><td>${meaning ?? UNKNOWN}${plan ? ', by plan' : ''}</td><td class="n">${shares?.toLocaleString('en-US') ?? UNKNOWN}</td><td class="n">${value === null ? UNKNOWN : Math.round(value).toLocaleString('en-US')}</td></tr>`,
        )
      const table =
        rows.length === 0
          ? emptyState(sentence(reasons.transactions ?? 'no form is known'))
          : proseTable(
              'Trades of insiders',
              '<th>Day</th><th>Who</th><th>What</th><th class="n">Shares</th><th class="n">Dollars</th>',
              rows,
            )
      const traded =
        rows.length === 0
          ? ''
          : html`<p>Within ${String(days)} days ${counted(market.bought.owners, 'insider')} bought in the market, ${String(market.sold.owners)} sold outside plans.</p>`
      return html`!${traded}!${table}
<p class="small">${short.share === null ? sentence(reasons['short_volume.share'] ?? 'short sales are not known') : `Short sales were ${percentWords(short.share, 0)} of the off-exchange volume.`}</p>`
    },
  })

export const sentimentCard = (ticker: string, sentiment: Known<Answer<'getCompanySentiment'>>): string =>
  panelCard({
    title: 'Mood, in its own terms',
    width: 6,
    source: `/api/v1/company/${ticker}/sentiment`,
    document: sentiment,
    body({ components, headlines, reasons }) {
      const rows = components.map(
        ({ words, value, percentile, n, leans, reason }) =>
          html`<tr><th scope="row">${sentence(words).slice(0, -1)}</th><td class="n">${value === null ? UNKNOWN : Number(value.toPrecision(3)).toLocaleString('en-US')}</td><td class="n">${percentWords(percentile)}</td><td class="n">${String(n)}</td><td>${leans ?? reason ?? ''}</td></tr>`,
      )
      const items = headlines.items
        .slice(0, 5)
        .map(
          ({ headline, link, publisher }) =>
            html`<li><a href="${link}">${headline}</a> <span class="small mute">${publisher}</span></li>`,
        )
      const counts =
        items.length === 0
          ? sentence(reasons['headlines.items'] ?? 'no article is known')
          : `${counted(headlines.last_week ?? 0, 'article')} in a week; headlines are counted, not scored.`
      return html`!${proseTable('Readings', '<th>Reading</th><th class="n">Value</th><th class="n">Higher than</th><th class="n">Of</th><th>Leans</th>', rows)}
<p class="small">${counts}</p><ul class="plain">!${items}</ul>`
    },
  })

type Horizon = NonNullable<Answer<'listCompanyAnalogs'>['after_5']>

const horizonRow = (sessions: number, { same_state: same, base_rate: base }: Horizon): string =>
  html`<tr><th scope="row">${String(sessions)} sessions</th><td class="n">${percentWords(same.share_up)}</td><td class="n">${percentWords(base.share_up)}</td><td class="n">${String(same.n)}</td><td class="n">${String(same.n_effective)}</td></tr>`

export const analogsCard = (ticker: string, analogs: Known<Answer<'listCompanyAnalogs'>>): string =>
  panelCard({
    title: 'The same state before',
    width: 6,
    source: `/api/v1/company/${ticker}/analogs`,
    document: analogs,
    body({ state, after_5: five, after_21: month, universe, reasons }) {
      if (state === null) return emptyState(sentence(reasons.state ?? 'its state is not known'))
      const rows = [...(five ? [horizonRow(5, five)] : []), ...(month ? [horizonRow(21, month)] : [])]
      const verdict = month?.verdict ?? five?.verdict
      return html`<p>${state.trend === 'above' ? 'Above' : 'Below'} its 50-day average, ${state.momentum} momentum, ${state.drawdown} drawdown, ${state.volatility} volatility.</p>
!${rows.length === 0 ? emptyState(sentence(reasons.after_5 ?? 'nothing followed yet')) : wideTable('What followed', '<th>After</th><th class="n">Higher</th><th class="n">Base rate</th><th class="n">Cases</th><th class="n">Clusters</th>', rows)}
<p class="small mute">${universe}.${verdict ? ` ${sentence(verdict)}` : ''}</p>`
    },
  })
