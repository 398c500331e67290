import { html } from 'ghtml'
import { z } from 'zod'
import { TickerPath } from '../company/ticker-parameter.ts'
import type { Answer } from './answers.ts'
import { card, emptyState, sentence, wideTable } from './card.ts'
import { definePage } from './define-page.ts'
import { LIVE_REFRESH_SECONDS, reading } from './page-documents.ts'
import { dayWords, momentWords, percentWords } from './words.ts'

type Flow = Answer<'getFlowOfSymbol'>
type Side = NonNullable<Flow['by_type']>['call']
type Comparison = Flow['history']['volume']

const LARGEST = '40'
const UNKNOWN = 'unknown'

const count = (value: number | null): string => (value === null ? UNKNOWN : value.toLocaleString('en-US'))
const money = (value: number | null): string =>
  value === null ? UNKNOWN : value >= 1e6 ? `${(value / 1e6).toLocaleString('en-US')}m` : value.toLocaleString('en-US')
const contractWords = (strike: number | null, type: string | null, expiration: string): string =>
  strike === null ? `all of ${dayWords(expiration)}` : `${strike} ${type} of ${dayWords(expiration)}`

const sideCells = ({ volume, premium, open_interest_change: change }: Side): string =>
  html`<td class="n">${count(volume)}</td><td class="n">${money(premium)}</td><td class="n">${count(change)}</td>`

const SIDE_HEADINGS =
  '<th class="n">Calls</th><th class="n">Premium</th><th class="n">Open, change</th><th class="n">Puts</th><th class="n">Premium</th><th class="n">Open, change</th>'

const whyOf = (reasons: Record<string, string>, member: string): string =>
  emptyState(sentence(reasons[member] ?? 'nothing is known'))

function comparisonRow(words: string, { value, median, percentile, n, reason }: Comparison): string {
  const rank = percentile === null ? (reason ?? UNKNOWN) : `above ${percentWords(percentile)} of ${n}`
  return html`<tr><th scope="row">${words}</th><td class="n">${count(value)}</td><td class="n">${count(median)}</td><td class="small">${rank}</td></tr>`
}

function sessionBody(flow: Flow): string {
  if (flow.session === null) return emptyState(sentence(flow.reason ?? 'nothing is known'))
  const { history } = flow
  const rows = [
    comparisonRow('Contracts', history.volume),
    comparisonRow('Estimated premium, dollars', history.premium),
    comparisonRow('Puts over calls', history.put_call_volume),
    comparisonRow('Share that expires the same day', history.zdte_share_volume),
  ]
  return html`!${wideTable('Session', '<th>Figure</th><th class="n">Now</th><th class="n">Own median</th><th>Against its own sessions</th>', rows)}
<p class="small mute">${dayWords(flow.session)}${flow.is_closing ? '' : ', not over'}, price ${count(flow.spot)}. ${sentence(flow.basis_note)}</p>`
}

function strikesBody({ by_strike: strikes, reasons }: Pick<Flow, 'by_strike' | 'reasons'>): string {
  if (strikes.length === 0) return whyOf(reasons, 'by_strike')
  const rows = strikes.map(
    ({ strike, call, put }) =>
      html`<tr><th scope="row">${String(strike)}</th>!${sideCells(call)}!${sideCells(put)}</tr>`,
  )
  return wideTable('Strikes', `<th>Strike</th>${SIDE_HEADINGS}`, rows)
}

function expirationsBody({ by_expiration: expirations, reasons }: Flow): string {
  if (expirations.length === 0) return whyOf(reasons, 'by_expiration')
  const rows = expirations.map(
    ({ expiration, call, put }) =>
      html`<tr><th scope="row">${dayWords(expiration)}</th>!${sideCells(call)}!${sideCells(put)}</tr>`,
  )
  return wideTable('Expirations', `<th>Expiration</th>${SIDE_HEADINGS}`, rows)
}

function focusBody({ items, reasons }: Answer<'getFlowFocus'>): string {
  if (items.length === 0) return whyOf(reasons, 'items')
  const rows = items.map(
    ({ strike, type, expiration, volume, premium, reason }) =>
      html`<tr><th scope="row">${contractWords(strike, type, expiration)}</th><td class="n">${count(volume)}</td><td class="n">${money(premium)}</td><td class="small">${sentence(reason)}</td></tr>`,
  )
  return wideTable('Focus', '<th>What</th><th class="n">Contracts</th><th class="n">Premium</th><th>Why</th>', rows)
}

function zdteBody(flow: Answer<'getZeroDayFlow'>): string {
  if (flow.volume === null) return whyOf(flow.reasons, 'volume')
  return html`<p>${count(flow.volume)} contracts, ${flow.share_volume === null ? UNKNOWN : percentWords(flow.share_volume)} of the session; estimated premium ${money(flow.premium)}; puts over calls ${count(flow.put_call_volume)}.</p>!${strikesBody(flow)}`
}

function tapeBody({ changes, reason, large }: Answer<'listFlowChanges'>): string {
  if (changes.length === 0) return emptyState(sentence(reason ?? 'nothing is known'))
  const rows = changes.map(
    ({ at, strike, type, expiration, volume, premium, price, open_interest: open }) =>
      html`<tr><th scope="row">!${momentWords(at)}</th><td>${contractWords(strike, type, expiration)}</td><td class="n">${count(volume)}</td><td class="n">${money(premium)}</td><td class="n">${price.toFixed(2)}</td><td class="n">${count(open)}</td></tr>`,
  )
  const counted =
    large === null
      ? ''
      : `Of all symbols ${large.found} changes of a million dollars or more were found on ${dayWords(large.session)}; ${large.logged} are events.`
  return html`!${wideTable('Largest changes', '<th>Chain of</th><th>Contract</th><th class="n">Contracts</th><th class="n">Premium</th><th class="n">Mid</th><th class="n">Open</th>', rows)}<p class="small mute">${counted}</p>`
}

export const flowPage = definePage({
  path: '/flow',
  summary: 'What options trade: focus, the largest changes, strikes and expirations',
  description:
    'The flow of the options of one symbol, SPY unless another is named: what matters now, against its own sessions, by strike and expiration, and what expires the same day.',
  query: z.object({ symbol: TickerPath.default('SPY') }),
  reads: ({ query: { symbol = 'SPY' } }) => ({
    flow: reading<Flow>('/api/v1/flow/symbol/:symbol', { params: { symbol } }),
    focus: reading<Answer<'getFlowFocus'>>('/api/v1/flow/focus/:symbol', { params: { symbol } }),
    zdte: reading<Answer<'getZeroDayFlow'>>('/api/v1/flow/zdte/:symbol', { params: { symbol } }),
    tape: reading<Answer<'listFlowChanges'>>('/api/v1/flow/tape', { query: { symbol, limit: LARGEST } }),
  }),
  render({ flow, focus, zdte, tape }, { query: { symbol = 'SPY' } }) {
    const of = (kind: string) => `/api/v1/flow/${kind}/${encodeURIComponent(symbol)}`
    return {
      title: `Flow of ${symbol}`,
      description: `What the options of ${symbol} trade.`,
      refreshSeconds: LIVE_REFRESH_SECONDS,
      main: html`<h1>Flow of ${symbol}</h1>
<p class="small mute">Another symbol is named in the address, as in <a href="/flow?symbol=AAPL">/flow?symbol=AAPL</a>.</p>
!${card({ title: 'What matters now', width: 12, source: of('focus'), document: focus, body: focusBody })}
!${card({ title: 'The session', width: 12, source: of('symbol'), document: flow, body: sessionBody })}
!${card({ title: 'Largest changes', width: 12, source: `/api/v1/flow/tape?symbol=${encodeURIComponent(symbol)}`, document: tape, body: tapeBody })}
!${card({ title: 'Expiring the same day', width: 12, source: of('zdte'), document: zdte, body: zdteBody })}
!${card({ title: 'By expiration', width: 12, source: of('symbol'), document: flow, body: expirationsBody })}
!${card({ title: 'By strike', width: 12, source: of('symbol'), document: flow, body: strikesBody })}`,
    }
  },
})
