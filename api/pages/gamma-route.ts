import { html } from 'ghtml'
import { dayWords } from '../../shared/time/eastern-words.ts'
import { knownNow } from '../database/service-time.ts'
import type { Answer } from './answers.ts'
import { card, cardHead, emptyState, sentence, wideTable } from './card.ts'
import { gammaLevelsCard } from './cards/gamma-levels.ts'
import { gammaRailCard } from './cards/gamma-rail.ts'
import { firstExpiry } from './cards/next-events.ts'
import { lineChart } from './charts/line-chart.ts'
import { largestStrikes, strikeChart } from './charts/strike-chart.ts'
import { definePage } from './define-page.ts'
import { reading } from './page-documents.ts'
import { momentWords, percentWords } from './words.ts'

type Gamma = Answer<'getGamma'>

const SOURCE = '/api/v1/signals/gamma'
/** The strikes with the largest exposure; the others are in the figures. */
const STRIKES = 60

/** The volatility of an expiration that is about to end would flatten the curve of all others. */
const LEFT_MIN = 30

const billions = (dollars: number): string => `${(dollars / 1e9).toFixed(1)}bn`

function profileOf({
  profile,
  spot_price: spot,
  quoted_at: at,
  zero_gamma: zero,
  zero_gamma_reason: why,
}: Gamma): string {
  const points = profile.map(({ spot: x, exposure: y }) => ({ x, y }))
  const here = points.reduce<{ x: number; y: number } | null>(
    (best, point) =>
      spot !== null && (best === null || Math.abs(point.x - spot) < Math.abs(best.x - spot)) ? point : best,
    null,
  )
  const [first, last] = [points[0]?.x.toFixed(0) ?? '', points.at(-1)?.x.toFixed(0) ?? '']
  const label = `Net dealer gamma if SPY were between ${first} and ${last}; it crosses zero at ${zero?.toFixed(2) ?? 'no price'}`
  const mark = here ? { mark: here } : {}
  return html`!${lineChart({ label, points, from: first, to: last, format: billions, level: 0, ...mark })}
<p class="small">Dollars per 1 % move if SPY were at another price, with volatilities unchanged; !${at === null ? 'the dot is the price of the chain' : html`the dot is the price of the chain at !${momentWords(at)}`}. ${zero === null ? sentence(why ?? 'it crosses zero nowhere') : `It crosses zero at ${zero.toFixed(2)}.`}</p>`
}

function strikesOf({ strikes, spot_price: spot, call_wall: call, put_wall: put }: Gamma): string {
  const largest = largestStrikes(strikes, STRIKES, [call, put])
  return html`!${strikeChart(largest, spot)}<p class="small mute">The ${String(largest.length)} strikes with the largest net exposure, in dollars per 1 % move; to the left dealers amplify, to the right they dampen.</p>`
}

/** The chain of the close still holds what expired with it; `first` is the first day that lies ahead. */
export function expiriesOf({ by_expiration: expirations }: Gamma, first: string): string {
  const rows = expirations.map(
    ({ expiration, share, atm_iv: iv, straddle, open_interest: interest, max_pain: pain }) =>
      html`<tr><th scope="row">${dayWords(expiration)}!${expiration < first ? html` <span class="small mute">expired</span>` : ''}</th><td class="n">${percentWords(share, 1)}</td><td class="n">${percentWords(iv, 1)}</td><td class="n">${straddle === null ? 'unknown' : straddle.toFixed(2)}</td><td class="n">${pain === null ? (interest === 0 ? 'none open' : 'unknown') : String(pain)}</td><td class="n roomy">${interest.toLocaleString('en-US')}</td></tr>`,
  )
  return wideTable(
    'Expirations',
    '<th>Expiration</th><th class="n">Share of gamma</th><th class="n">Volatility</th><th class="n">Straddle</th><th class="n">Max pain</th><th class="n roomy">Open interest</th>',
    rows,
  )
}

function termOf({ by_expiration: expirations }: Gamma): string {
  const drawn = expirations.filter(({ minutes_left: left }) => left >= LEFT_MIN)
  const points = drawn.map(({ minutes_left: left, atm_iv: y }) => ({ x: Math.sqrt(left), y }))
  const [first, last] = [drawn[0]?.expiration, drawn.at(-1)?.expiration]
  if (first === undefined || last === undefined) return emptyState('No expiration is known.')
  const label = `At-the-money volatility from the expiration of ${dayWords(first)} to that of ${dayWords(last)}`
  return html`!${lineChart({ label, points, from: dayWords(first), to: dayWords(last), format: (iv, finer) => percentWords(iv, 1 + finer) })}<p class="small mute">At-the-money volatility by expiration, over the root of the time that is left; an expiration within half an hour of the chain is not drawn.</p>`
}

/** The chain is live, so a script draws its smile; without one the card is not shown. */
const SMILE = html`<section id="smile-card" data-own class="c7" aria-label="Smile" hidden>
!${cardHead('Smile', '<label class="inline">Expiration <select id="smile-expiry"></select></label> <a class="source" href="/api/v1/trading/options/chain/SPY" aria-label="figures of Smile">figures</a>')}
<div id="smile"></div>
<p id="smile-note" class="small mute"></p>
</section>`

export const gammaPage = definePage({
  path: '/gamma',
  summary: 'Dealer gamma: levels, profile, strikes and expirations',
  description:
    'What the SPY option chain says about how dealers trade against or with moves, by price, strike and expiration.',
  reads: () => ({ gamma: reading<Gamma>(SOURCE), rail: reading<Answer<'getGammaRail'>>('/api/v1/signals/gamma-rail') }),
  render({ gamma, rail }, _input, context) {
    const now = knownNow(context)
    const first = now === null ? '' : firstExpiry(now)
    const part =
      (body: (value: Gamma) => string) =>
      (value: Gamma): string =>
        value.spot_price === null ? emptyState(sentence(value.reason ?? 'no chain is known')) : body(value)
    return {
      title: 'Dealer gamma',
      description: 'How dealers of SPY options trade against or with moves.',
      scripts: ['smile.js'],
      styles: ['uplot.css'],
      main: html`<h1>Dealer gamma</h1>
!${gammaRailCard(rail, 12)}
!${gammaLevelsCard(rail)}
!${card({ title: 'At other prices of SPY', width: 7, source: SOURCE, document: gamma, body: part(profileOf) })}
!${card({ title: 'By strike', width: 5, source: SOURCE, document: gamma, body: part(strikesOf) })}
!${card({ title: 'By expiration', width: 7, source: SOURCE, document: gamma, body: part((value) => expiriesOf(value, first)) })}
!${card({ title: 'Term structure', width: 5, source: SOURCE, document: gamma, body: part(termOf) })}
!${SMILE}`,
    }
  },
})
