import { decodeHTML } from 'entities'

/** Feeds escape once, twice or not at all: each round removes one layer of entities and tags. */
const ROUNDS = 3
/** The characters that a round reads; a headline is a sentence. */
const CHARS_MAX = 4_000

/** Markup, scripts and comments, which a browser would not show. */
const TAG = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)|<\/?[a-z][^<>]*>/gi
/** Control characters, bidirectional marks, zero-width characters and language tags, which a reader does not see. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu

/** The text as a reader would see it, on one line and bounded; '' when nothing is left. */
export function plainText(markup: string, charsMax: number): string {
  let text = markup.slice(0, CHARS_MAX)
  for (let round = 0; round < ROUNDS; round++) {
    const before = text
    text = decodeHTML(text.replace(TAG, ' '))
    if (text === before) break
  }
  return visibleText(text.replace(TAG, ' '), charsMax)
}

/** The characters of a text that a reader sees, on one line; '' when nothing is left. */
export function visibleText(text: string, charsMax = Number.MAX_SAFE_INTEGER): string {
  const line = text.replace(/\s+/g, ' ').replace(UNSEEN, '').normalize('NFC').trim()
  return line.length <= charsMax ? line : `${[...line.slice(0, charsMax - 1)].filter(isWhole).join('').trimEnd()}…`
}

/** Drops half of a surrogate pair where the cut fell into one. */
const isWhole = (character: string): boolean => !/^[\uD800-\uDFFF]$/.test(character)
