import { html } from 'ghtml'
import type { Known } from './page-documents.ts'
import { ageWords, daysInWords, trueMinus } from './words.ts'

export interface Card<T> {
  title: string
  /** Columns of twelve on a wide screen. */
  width: 4 | 5 | 6 | 7 | 8 | 12
  /** The route whose figures these are. */
  source: string
  document: Known<T>
  /** Markup next to the title. */
  aside?(value: T): string
  body(value: T): string
}

/** Names the table for users of a screen reader; others see the heading of its card. */
export const caption = (words: string): string => html`<caption class="hidden">${words}</caption>`

/** A table that scrolls by itself where it is wider than the screen, also by keyboard; `headings` and `rows` are markup. */
export const wideTable = (label: string, headings: string, rows: readonly string[], table = '<table>'): string =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${`Table: ${label}`}">!${table}!${caption(label)}<thead><tr>!${headings}</tr></thead><tbody>!${rows}</tbody></table></div>`

/** The same for rows with sentences: on a phone it scrolls, because narrow columns would make its rows tall. */
export const proseTable = (label: string, headings: string, rows: readonly string[]): string =>
  wideTable(label, headings, rows, '<table class="prose">')

/** Cards below one another, so that a short card next to a long one leaves no gap; `cards` are markup. */
export const stack = (width: 4 | 5 | 7 | 8, cards: readonly string[]): string =>
  html`<div class="stack c${String(width)}">!${cards}</div>`

/** The heading of a card, with markup next to it. */
export const cardHead = (title: string, beside: string): string =>
  html`<div class="head"><h2>${title}</h2><span class="mute">!${beside}</span></div>`

export const emptyState = (sentence: string): string => html`<p class="empty">${sentence}</p>`

/** A sentence is begun with a capital and ended with a full stop, however the document words its reason. */
export const sentence = (words: string): string =>
  `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`

/** Shorter text stands in a cell, which does not break a figure. */
const PROSE_CHARS = 40

/** Keeps a figure of a sentence on one line with its percent sign, and an hour with its zone. */
const unitsKept = (text: string): string =>
  text.length < PROSE_CHARS ? text : text.replace(/(?<=\d) (?=%|ET\b)/g, '\u00A0')

/** The text between tags with its days in words and what a route quotes as code; attributes keep theirs for programs. */
const textInWords = (markup: string): string =>
  markup.replace(/>[^<>]+(?=<)/g, (text) =>
    unitsKept(trueMinus(daysInWords(text))).replace(/`([^`]+)`/g, '<code>$1</code>'),
  )

/**
 * One card of a page. If its document cannot be drawn, it shows a sentence instead, and the other cards are unaffected.
 */
export function card<T>({ title, width, source, document, aside, body }: Card<T>): string {
  const { value, reason, staleSeconds, isPartial = false } = document
  let content: string
  let beside = ''
  try {
    content = value === null ? emptyState(sentence(reason ?? 'nothing is known')) : body(value)
    beside = value === null ? '' : (aside?.(value) ?? '')
  } catch {
    content = emptyState('This card could not be drawn; its figures are at the address below.')
  }
  const old =
    staleSeconds === null
      ? ''
      : html`<p class="note warn">The database cannot be reached; this was confirmed ${ageWords(staleSeconds)} ago.</p>`
  const partial = isPartial ? html`<span class="chip warn">history is still loading</span>` : ''
  return html`<section class="c${String(width)}" aria-label="${title}">
!${cardHead(title, html`!${partial} !${beside} <a class="source" href="${source}" aria-label="figures of ${title}">figures</a>`)}
!${old}!${textInWords(content)}
</section>`
}
