import { html } from 'ghtml'
import { cardHead, emptyState } from '../card.ts'

/** The place of a card whose data this service does not serve yet. */
export const awaitedCard = (title: string, sentence: string): string =>
  html`<section class="c12" aria-label="${title}">!${cardHead(title, '')}!${emptyState(sentence)}</section>`
