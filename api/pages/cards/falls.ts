import { html } from 'ghtml'
import type { Answer } from '../answers.ts'
import { caption, card, emptyState, sentence } from '../card.ts'
import { shareBar } from '../charts/share-bar.ts'
import type { Known } from '../page-documents.ts'
import { percentWords } from '../words.ts'

type Risk = Answer<'getDrawdownRisk'>

/** The tone of each band of risk. */
export const RISK_TONES = { low: 'good', elevated: 'warn', high: 'bad' } as const satisfies Record<
  NonNullable<Risk['band']>,
  string
>

interface Rate {
  rate: number | null
  low: number | null
  high: number | null
  effective_n: number
}

/** A share with its interval and the number of independent periods that it is based on. */
function rateRow(words: string, share: Rate | null | undefined): string {
  if (share?.rate == null) return ''
  const { rate, low, high, effective_n: n } = share
  const bounds = low === null || high === null ? '' : `${percentWords(low)} to ${percentWords(high)}, `
  return html`<tr><th scope="row">${words}</th><td>!${shareBar(share)}</td><td class="n"><b>${percentWords(rate)}</b></td><td class="r small mute">${bounds}effective n ${String(n)}</td></tr>`
}

/**
 * Returns how often falls followed past sessions, scaled to the present VIX and unscaled, and how reliable such
 * statements were.
 */
export function fallsCard(risk: Known<Risk>): string {
  return card({
    title: 'How large falls may be',
    width: 4,
    source: '/api/v1/signals/drawdown-risk',
    document: risk,
    aside: ({ outcome }) =>
      html`${outcome ? `${outcome.drawdown_pct} % or more between two closes within ${outcome.sessions} sessions` : ''}`,
    body({ statement, band, band_reason: why, reliability, reason, state, base_rate: base }) {
      if (statement == null) return emptyState(sentence(reason ?? 'nothing is stated'))
      return html`<p><span class="badge ${band == null ? 'flat' : RISK_TONES[band]}">${band === null ? 'no band' : `risk ${band}`}</span></p>
<table>!${caption('How often such falls followed')}<thead class="hidden"><tr><th>Sessions</th><th>As a bar</th><th>Share</th><th>95 % interval, independent periods</th></tr></thead><tbody>!${rateRow('Scaled to this VIX', state)}!${rateRow('As they were', base)}</tbody></table>
<p class="small">${statement}</p>!${why == null ? '' : html`<p class="small mute">${sentence(why)}</p>`}
<p class="note mute">Tested walk-forward: ${reliability?.reason ?? 'not tested'}</p>`
    },
  })
}
