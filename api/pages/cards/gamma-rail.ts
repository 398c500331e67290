import { html } from 'ghtml'
import { dayWords } from '../../../shared/time/eastern-words.ts'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence } from '../card.ts'
import { gammaRail } from '../charts/gamma-rail.ts'
import type { Known } from '../page-documents.ts'
import { ageWords, momentWords } from '../words.ts'

type Rail = Answer<'getGammaRail'>

const SIGNS = {
  positive: 'dealers dampen moves',
  negative: 'dealers amplify moves',
  uncertain: 'whether dealers dampen or amplify moves is uncertain',
} as const

/** The moment of the price: that of the chain or the quote with its age then, or the day of a close. */
function spotWords({ underlying, spot, spot_from: from, inputs: [own] }: Rail): string {
  if (spot === null) return html`${underlying} price unknown`
  const price = `${underlying} ${spot.toFixed(2)}`
  if (own === undefined || from === null) return price
  if (from === 'close') return html`${price}, close of ${dayWords(own.for)}`
  const age = own.age_seconds === null ? '' : `, ${ageWords(own.age_seconds)} old when it was read`
  return html`${price} at !${momentWords(own.for)}${age}`
}

function moveWords({ expected_move: move, expected_move_covers: covers }: Rail): string {
  if (move === null) return ''
  const span = covers === 'rest_of_day' ? 'until the close' : 'of the next session'
  return `The band is one standard deviation ${span}: ${move.toFixed(2)} dollars.`
}

const pairWords = ({ levels }: Rail): string =>
  levels.some(({ pair }) => pair)
    ? ' A wall whose label lists other strikes after “or” is nearly tied with them: any of them may be the wall in the next cycle.'
    : ''

export function gammaRailCard(rail: Known<Rail>, width: 7 | 12): string {
  return card({
    title: 'Gamma rail',
    width,
    source: '/api/v1/signals/gamma-rail',
    document: rail,
    aside: (value) => html`!${spotWords(value)}${value.gamma_sign === null ? '' : `; ${SIGNS[value.gamma_sign]}`}`,
    body(value) {
      if (value.axis === null || value.ticks.length === 0)
        return emptyState(sentence(value.reason ?? 'no level is known'))
      const missing = value.missing.map(
        ({ key, reason }) => `${key.replaceAll('_', ' ').replace('ai ', 'AI ')} (${reason})`,
      )
      return html`!${gammaRail(value, width === 12 ? 1280 : 760)}
<p class="small mute">${moveWords(value)} Levels that round to one dollar share a label.${pairWords(value)} Levels from the option chain of ${value.levels_session === null ? 'no session' : dayWords(value.levels_session)}.</p>
!${missing.length === 0 ? '' : html`<p class="small"><b class="warn">Not known:</b> ${missing.join('; ')}.</p>`}`
    },
  })
}
