import { html } from 'ghtml'
import { counted } from '../../../shared/domain/number-words.ts'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence } from '../card.ts'
import type { Known } from '../page-documents.ts'
import { momentWords } from '../words.ts'

const SHOWN = 6

/** The card compares the newest state with the last one of the session before. */
export function changesCard(diff: Known<Answer<'compareSignals'>>): string {
  return card({
    title: 'What changed',
    width: 7,
    source: '/api/v1/signals/diff',
    document: diff,
    aside: ({ from }) => html`!${from === null ? '' : html`since !${momentWords(from.as_of)}`}`,
    body({ changes, reason, sentence: words }) {
      if (changes.length === 0) return emptyState(sentence(reason ?? words))
      const more = changes.length - SHOWN
      return html`<ul class="plain">!${changes.slice(0, SHOWN).map(({ text }) => html`<li>${text}</li>`)}</ul>
<p class="small mute">${more > 0 ? `${counted(more, 'smaller change')} ${more === 1 ? 'is' : 'are'} in the figures.` : ''}</p>`
    },
  })
}
