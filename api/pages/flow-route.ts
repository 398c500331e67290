import { html } from 'ghtml'
import { z } from 'zod'
import { counted } from '../../shared/domain/number-words.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import { dayWords } from '../../shared/time/eastern-words.ts'
import { TickerPath } from '../company/ticker-parameter.ts'
import { knownNow } from '../database/service-time.ts'
import type { Answer } from './answers.ts'
import { card, emptyState, sentence, stack, wideTable } from './card.ts'
import { chainWords, count, earlierSessionNote, money, sessionBody, UNKNOWN } from './cards/flow-session.ts'
import { definePage } from './define-page.ts'
import { reading } from './page-documents.ts'
import { clockOf, percentWords } from './words.ts'

type Flow = Answer<'getFlowOfSymbol'>
type Side = NonNullable<Flow['by_type']>['call']

const LARGEST = '20'
/** Strikes of a table: those that traded most. */
const STRIKES = 24
const STRIKES_ZDTE = 12
const contractWords = (strike: number | null, type: string | null, expiration: string): string =>
  strike === null ? `all of ${dayWords(expiration)}` : `${strike} ${type} of ${dayWords(expiration)}`

interface Row {
  /** Markup of the first cell. */
  head: string
  call: Side
  put: Side
}

/** Calls and puts by strike or expiration; the change of open interest only where one is known. */
function sidesTable(label: string, heading: string, rows: readonly Row[]): string {
  const hasChange = rows.some(
    ({ call, put }) => call.open_interest_change !== null || put.open_interest_change !== null,
  )
  const headings = hasChange
    ? '<th class="n">Premium</th><th class="n roomy">Open, change</th>'
    : '<th class="n">Premium</th>'
  const cells = ({ volume, premium, open_interest_change: change }: Side): string =>
    html`<td class="n">${count(volume)}</td><td class="n">${money(premium)}</td>!${hasChange ? html`<td class="n roomy">${count(change)}</td>` : ''}`
  const lines = rows.map(
    ({ head, call, put }) => html`<tr><th scope="row">!${head}</th>!${cells(call)}!${cells(put)}</tr>`,
  )
  const why = hasChange
    ? ''
    : '<p class="small mute">Open interest of the session before is not known, so its change is not shown.</p>'
  return html`!${wideTable(label, `<th>${heading}</th><th class="n">Calls</th>${headings}<th class="n">Puts</th>${headings}`, lines)}!${why}`
}

const whyOf = (reasons: Record<string, string>, member: string): string =>
  emptyState(sentence(reasons[member] ?? 'nothing is known'))

const tradedOf = ({ call, put }: Pick<Row, 'call' | 'put'>): number => (call.volume ?? 0) + (put.volume ?? 0)

/** Says why the premium of a strike may be unknown. */
const unpricedNote = (contracts: number): string =>
  contracts === 0
    ? ''
    : html`<p class="small mute">${counted(contracts, 'contract')} traded without a bid and an ask at any chain, so no premium is counted for ${contracts === 1 ? 'it' : 'them'}.</p>`

function strikesBody(
  { by_strike: strikes, reasons, unpriced }: Pick<Flow, 'by_strike' | 'reasons'> & { unpriced?: number | null },
  { label, shown }: { label: string; shown: number },
): string {
  if (strikes.length === 0) return whyOf(reasons, 'by_strike')
  const rows = strikes
    .toSorted((a, b) => tradedOf(b) - tradedOf(a))
    .slice(0, shown)
    .toSorted((a, b) => b.strike - a.strike)
    .map(({ strike, ...sides }) => ({ head: String(strike), ...sides }))
  const rest =
    strikes.length > rows.length
      ? html`<p class="small mute">The ${String(rows.length)} of ${String(strikes.length)} strikes that traded most, highest first; all are in the figures.</p>`
      : ''
  return html`!${sidesTable(label, 'Strike', rows)}!${rest}!${unpricedNote(unpriced ?? 0)}`
}

function expirationsBody({ by_expiration: expirations, reasons }: Flow): string {
  if (expirations.length === 0) return whyOf(reasons, 'by_expiration')
  const rows = expirations.map(({ expiration, ...sides }) => ({
    head: dayWords(expiration),
    ...sides,
  }))
  return sidesTable('Expirations', 'Expiration', rows)
}

function focusBody({ items, reasons }: Answer<'getFlowFocus'>): string {
  if (items.length === 0) return whyOf(reasons, 'items')
  const rows = items.map(
    ({ strike, type, expiration, volume, premium, reason }) =>
      html`<tr><th scope="row">${contractWords(strike, type, expiration)}<br><span class="small mute">${sentence(reason)}</span></th><td class="n">${count(volume)}</td><td class="n">${money(premium)}</td></tr>`,
  )
  return wideTable('Focus', '<th>What, and why</th><th class="n">Contracts</th><th class="n">Premium</th>', rows)
}

function zdteBody(flow: Answer<'getZeroDayFlow'>): string {
  if (flow.volume === null) return whyOf(flow.reasons, 'volume')
  const share =
    flow.share_volume === null ? 'share of the session unknown' : `${percentWords(flow.share_volume)} of the session`
  return html`<p>${count(flow.volume)} contracts, ${share}; estimated premium ${money(flow.premium)}; puts over calls ${count(flow.put_call_volume)}.</p>!${strikesBody(flow, { label: 'Strikes that expire the same day', shown: STRIKES_ZDTE })}`
}

const SIDE_WORDS = { ask: 'buyer', bid: 'seller', mid: 'middle', unknown: 'side unknown' } as const

/** Says what is known of a print beyond its contract. */
function printWords({
  side,
  opens,
  is_multi_leg: isLeg,
}: Pick<Answer<'listFlowChanges'>['changes'][number], 'side' | 'opens' | 'is_multi_leg'>): string {
  if (side === null) return ''
  const words = [SIDE_WORDS[side], opens === null ? '' : opens ? 'opens' : 'closes', isLeg ? 'leg of an order' : '']
  return html`<br><span class="small mute">${words.filter(Boolean).join(', ')}</span>`
}

function printsBody({ by_side: bySide, opening, closing, multi_leg: legs, prints, reasons }: Flow): string {
  if (!prints || !bySide || !opening || !closing || !legs) return whyOf(reasons, 'prints')
  const line = (words: string, { ask, bid, mid, unknown }: NonNullable<typeof bySide>['call']): string =>
    html`<tr><th scope="row">${words}</th><td class="n">${money(ask)}</td><td class="n">${money(bid)}</td><td class="n">${money(mid + unknown)}</td></tr>`
  const share = prints.zdte_share_premium === null ? UNKNOWN : percentWords(prints.zdte_share_premium)
  return html`!${wideTable(
    'Premium by side',
    '<th>Premium of prints, dollars</th><th class="n">Buyer initiated</th><th class="n">Seller initiated</th><th class="n">Middle or unknown</th>',
    [line('Calls', bySide.call), line('Puts', bySide.put)],
  )}<p>${count(prints.total.prints)} prints of ${dayWords(prints.session)}, ${money(prints.total.premium)} dollars. Opening: ${money(opening.premium)}; closing: ${money(closing.premium)}; not known: ${money(prints.opening_unknown.premium)}. Legs of orders: ${money(legs.premium)}. Expiring the same day: ${share} of the premium.</p>`
}

function tapeTime(at: string, session: string): string {
  const day = at.startsWith(session) ? '' : html`<br><span class="small mute">${dayWords(at)}</span>`
  return html`<time datetime="${at}">${clockOf(at)} ET</time>!${day}`
}

/**
 * Most rows are of the newest session, whose day is in the heading; a row of an earlier session shows its day below.
 */
function tapeBody({ changes, reason, large, basis }: Answer<'listFlowChanges'>): string {
  const [newest] = changes
  if (!newest) return emptyState(sentence(reason ?? 'nothing is known'))
  const isPrints = basis === 'prints'
  const rows = changes.map(
    ({ at, strike, type, expiration, volume, premium, price, open_interest: open, ...row }) =>
      html`<tr><th scope="row">${contractWords(strike, type, expiration)}!${printWords(row)}</th><td>!${tapeTime(at, newest.session)}</td><td class="n">${count(volume)}</td><td class="n">${money(premium)}</td><td class="n roomy">${price.toFixed(2)}</td><td class="n roomy">${count(open)}</td></tr>`,
  )
  const found =
    large === null
      ? ''
      : `Trades or changes of a million dollars or more of all symbols on ${dayWords(large.session)}: ${large.found}, of which ${large.logged} are on the event log.`
  return html`!${wideTable('The tape', `<th>Contract</th><th>${isPrints ? 'Time' : 'Chain of'}</th><th class="n">Contracts</th><th class="n">Premium</th><th class="n roomy">${isPrints ? 'Price' : 'Mid'}</th><th class="n roomy">Open</th>`, rows)}<p class="small mute">${found}</p>`
}

export const flowPage = definePage({
  path: '/flow',
  summary: 'What options trade: focus, the largest changes, strikes and expirations',
  description:
    'The flow of the options of one symbol, SPY unless another is named: what stands out, against its own sessions, by strike and expiration, and what expires the same day.',
  query: z.object({ symbol: TickerPath.default('SPY') }),
  reads: ({ query: { symbol = 'SPY' } }) => ({
    flow: reading<Flow>('/api/v1/flow/symbol/:symbol', {
      params: { symbol },
      restsOn: symbol === 'SPY' ? 'chains' : 'watched',
    }),
    focus: reading<Answer<'getFlowFocus'>>('/api/v1/flow/focus/:symbol', { params: { symbol } }),
    zdte: reading<Answer<'getZeroDayFlow'>>('/api/v1/flow/zdte/:symbol', { params: { symbol } }),
    tape: reading<Answer<'listFlowChanges'>>('/api/v1/flow/tape', { query: { symbol, limit: LARGEST } }),
  }),
  render({ flow, focus, zdte, tape }, { query: { symbol = 'SPY' } }, context) {
    const now = knownNow(context)
    const today = now === null ? undefined : easternIso(now)
    const of = (kind: string) => `/api/v1/flow/${kind}/${encodeURIComponent(symbol)}`
    const aside = (value: { quoted_at: string | null }) => chainWords(value, today)
    const flowCard = (title: string, body: (value: Flow) => string) =>
      card({ title, width: 7, source: of('symbol'), document: flow, aside, body })
    return {
      title: `Flow of ${symbol}`,
      description: `What the options of ${symbol} trade.`,
      main: html`<div class="top"><h1>Flow of ${symbol}</h1><span class="small mute">Another symbol is named in the address, as in <a href="/flow?symbol=AAPL">/flow?symbol=AAPL</a>.</span></div>
!${earlierSessionNote(flow.value, today)}
!${stack(5, [
        card({ title: 'What stands out', width: 5, source: of('focus'), document: focus, aside, body: focusBody }),
        flowCard('The session', (value) => sessionBody(value, today)),
        card({ title: 'Expiring the same day', width: 5, source: of('zdte'), document: zdte, aside, body: zdteBody }),
        flowCard('By strike', (value) => strikesBody(value, { label: 'Strikes', shown: STRIKES })),
      ])}
!${stack(7, [
        card({
          title: 'The tape',
          width: 7,
          source: `/api/v1/flow/tape?symbol=${encodeURIComponent(symbol)}`,
          document: tape,
          aside: ({ changes: [newest] }) => html`${newest ? `session of ${dayWords(newest.session)}` : ''}`,
          body: tapeBody,
        }),
        card({ title: 'By the side that initiated', width: 7, source: of('symbol'), document: flow, body: printsBody }),
        flowCard('By expiration', expirationsBody),
      ])}`,
    }
  },
})
