import { html } from 'ghtml'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence } from '../card.ts'
import { gammaRail } from '../charts/gamma-rail.ts'
import type { Known } from '../page-documents.ts'

type Rail = Answer<'getGammaRail'>

const SIGNS = {
  positive: 'dealers dampen moves',
  negative: 'dealers amplify moves',
  uncertain: 'whether dealers dampen or amplify moves is uncertain',
} as const

function moveWords({ expected_move: move, expected_move_covers: covers }: Rail): string {
  if (move === null) return ''
  const span = covers === 'rest_of_day' ? 'until the close' : 'of the next session'
  return `The band is one standard deviation ${span}: ${move.toFixed(2)} dollars.`
}

const pairWords = ({ levels }: Rail): string =>
  levels.some(({ pair }) => pair)
    ? ' A wall named “or” other strikes is nearly tied with them: each may be the wall in the next cycle.'
    : ''

export function gammaRailCard(rail: Known<Rail>, width: 7 | 12): string {
  return card({
    title: 'Gamma rail',
    width,
    source: '/api/v1/signals/gamma-rail',
    document: rail,
    aside: ({ underlying, spot, gamma_sign: sign }) =>
      html`${underlying} ${spot === null ? 'price unknown' : spot.toFixed(2)}${sign === null ? '' : `; ${SIGNS[sign]}`}`,
    body(value) {
      if (value.axis === null || value.ticks.length === 0)
        return emptyState(sentence(value.reason ?? 'no level is known'))
      const missing = value.missing.map(
        ({ key, reason }) => `${key.replaceAll('_', ' ').replace('ai ', 'AI ')} (${reason})`,
      )
      return html`!${gammaRail(value, width === 12 ? 1280 : 760)}
<p class="small mute">${moveWords(value)} Levels that round to one dollar share a label.${pairWords(value)} Chain of ${value.levels_session ?? 'no session'}.</p>
!${missing.length === 0 ? '' : html`<p class="small"><b class="warn">Not known:</b> ${missing.join('; ')}.</p>`}`
    },
  })
}
