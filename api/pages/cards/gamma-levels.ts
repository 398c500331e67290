import { html } from 'ghtml'
import { trueSigned } from '../../../shared/domain/number-words.ts'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence, wideTable } from '../card.ts'
import type { Known } from '../page-documents.ts'

type Rail = Answer<'getGammaRail'>

const row = ({ label, price, distance, distance_percent: percent, distance_moves: moves }: Rail['levels'][number]) =>
  html`<tr><th scope="row">${label}</th><td class="n">${price.toFixed(2)}</td><td class="n">${distance === null ? 'unknown' : trueSigned(distance, 2)}</td><td class="n">${percent === null ? 'unknown' : `${trueSigned(percent, 1)} %`}</td><td class="n">${moves === null ? 'unknown' : trueSigned(moves, 1)}</td></tr>`

/** Every level of the rail with how far it lies from the price. */
export const gammaLevelsCard = (rail: Known<Rail>): string =>
  card({
    title: 'Levels',
    width: 5,
    source: '/api/v1/signals/gamma-rail',
    document: rail,
    body: ({ levels, reason }) =>
      levels.length === 0
        ? emptyState(sentence(reason ?? 'no level is known'))
        : html`!${wideTable(
            'Levels',
            '<th>Level</th><th class="n">Price</th><th class="n">Away</th><th class="n">Percent</th><th class="n">Moves</th>',
            levels.map(row),
          )}<p class="small mute">Away in dollars, in percent of the price, and in expected moves.</p>`,
  })
