import { html } from 'ghtml'
import { emptyState } from '../card.ts'

/** The place of a card whose data this service does not serve yet. */
export const awaitedCard = (title: string, sentence: string): string =>
  html`<section class="c12" aria-label="${title}"><h2>${title}</h2>!${emptyState(sentence)}</section>`
