import { decodeHTML } from 'entities'

/** Feeds escape once, twice, or not at all: each round takes one layer of entities and tags off. */
const ROUNDS = 3
/** What a round may look at; a headline is a sentence. */
const CHARS_MAX = 4_000

/** Markup, and what a browser would never show: scripts, comments. */
const TAG = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)|<\/?[a-z][^<>]*>/gi
/** Controls, bidirectional marks, zero-width characters, tags of language: nothing a reader sees. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}]/gu

/** Text as a reader would see it, on one line and bounded; '' when nothing is left. */
export function plainText(markup: string, charsMax: number): string {
  let text = markup.slice(0, CHARS_MAX)
  for (let round = 0; round < ROUNDS; round++) {
    const before = text
    text = decodeHTML(text.replace(TAG, ' '))
    if (text === before) break
  }
  const line = text.replace(TAG, ' ').replace(/\s+/g, ' ').replace(UNSEEN, '').normalize('NFC').trim()
  return line.length <= charsMax ? line : `${[...line.slice(0, charsMax - 1)].filter(isWhole).join('').trimEnd()}…`
}

/** Half of a pair, where the cut fell into one. */
const isWhole = (character: string): boolean => !/^[\uD800-\uDFFF]$/.test(character)
