import { html } from 'ghtml'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence } from '../card.ts'
import type { Known } from '../page-documents.ts'

type Risk = Answer<'getDrawdownRisk'>

const TONES: Readonly<Record<string, string>> = { low: 'good', medium: 'warn', normal: 'flat', high: 'bad' }

/** How often falls followed such a state, beside how often they follow any, and whether that was worth anything. */
export function fallsCard(risk: Known<Risk>): string {
  return card({
    title: 'Falls from here',
    width: 4,
    source: '/api/v1/signals/drawdown-risk',
    document: risk,
    body({ statement, band, band_reason: why, reliability, reason }) {
      if (statement == null) return emptyState(sentence(reason ?? 'nothing is stated'))
      return html`<p><span class="badge ${TONES[band ?? ''] ?? 'flat'}">${band === null ? 'no band' : `risk ${band}`}</span></p>
<p>${statement}</p><p class="small">${sentence(why ?? '')}</p>
<p class="note mute">Tested walk-forward: ${reliability?.reason ?? 'not tested'}</p>`
    },
  })
}
