import unhomoglyph from 'unhomoglyph'
import { FLOW_VENDOR_NAMES, FLOW_VENDOR_STAND_IN } from './names.ts'

/** Digits that replace letters; signs do not, since a sign that may also separate letters makes matching slow. */
const LEET: Record<string, string> = { a: 'a4', e: 'e3', i: 'i1', l: 'l1i', o: 'o0', s: 's5', t: 't7' }
/** Separators of letters: nothing, or characters other than letters and digits, also escaped as in URLs or JSON. */
const BETWEEN = String.raw`(?:%[0-9a-f]{2}|\\[nrt]|[^\p{L}\p{N}]){0,24}`

const letter = (plain: string): string => `[${LEET[plain] ?? plain}]`
const nameOf = (name: string): string => [...name.replaceAll(' ', '')].map(letter).join(BETWEEN)

const byLength = [...FLOW_VENDOR_NAMES].sort((a, b) => b.length - a.length)
const NAME = new RegExp(byLength.map(nameOf).join('|'), 'giu')

const ASCII = /^[\0-\x7f]*$/
const BEYOND_ASCII = /[^\0-\x7f]/gu
const INVISIBLE = /^[\p{Cf}\p{M}]$/u

/** Folds one character at a time, so that a character that is not a look-alike stays itself. */
const foldOne = (character: string): string => (INVISIBLE.test(character) ? '' : unhomoglyph(character))

/** The text as a reader sees it: compatibility forms and look-alikes folded, marks and invisible characters removed. */
const folded = (text: string): string =>
  ASCII.test(text) ? text : text.normalize('NFKD').replace(BEYOND_ASCII, foldOne).normalize('NFKD')

export function namesFlowVendor(text: string): boolean {
  NAME.lastIndex = 0
  return NAME.test(folded(text))
}

/**
 * Replaces the vendor's name, however it is spelled. A plain name is replaced within the original text; if a name is
 * disguised, the whole text is folded first. Scrub before cutting a text to a length: half a name still names it.
 */
export function scrubText(text: string): string {
  if (!namesFlowVendor(text)) return text
  const plain = text.replace(NAME, FLOW_VENDOR_STAND_IN)
  return namesFlowVendor(plain) ? folded(plain).replace(NAME, FLOW_VENDOR_STAND_IN) : plain
}

/** Scrubs every string of a JSON value, keys included. */
export function scrubValue<T>(value: T): T {
  return scrub(value) as T
}

function scrub(value: unknown): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (Array.isArray(value)) return value.map(scrub)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [scrubText(key), scrub(inner)]))
}

/** Scrubs a served body. JSON is parsed only when it contains a name, so that its bytes otherwise stay the same. */
export function scrubBody(body: string, isJson: boolean): string {
  if (!namesFlowVendor(body)) return body
  return isJson ? JSON.stringify(scrub(JSON.parse(body))) : scrubText(body)
}
