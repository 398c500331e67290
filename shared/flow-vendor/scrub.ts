import unhomoglyph from 'unhomoglyph'
import { FLOW_VENDOR_NAMES, FLOW_VENDOR_STAND_IN } from './names.ts'

/** Digits that stand for a letter. Signs do not: they may stand between letters, and a sign that is both costs time. */
const LEET: Record<string, string> = { a: 'a4', e: 'e3', i: 'i1', l: 'l1i', o: 'o0', s: 's5', t: 't7' }
/** Between the letters: nothing, or what is no letter or digit, also as a URL or a JSON text writes it. */
const BETWEEN = String.raw`(?:%[0-9a-f]{2}|\\[nrt]|[^\p{L}\p{N}]){0,24}`

const letter = (plain: string): string => `[${LEET[plain] ?? plain}]`
const nameOf = (name: string): string => [...name.replaceAll(' ', '')].map(letter).join(BETWEEN)

const byLength = [...FLOW_VENDOR_NAMES].sort((a, b) => b.length - a.length)
const NAME = new RegExp(byLength.map(nameOf).join('|'), 'giu')

const ASCII = /^[\0-\x7f]*$/
const BEYOND_ASCII = /[^\0-\x7f]/gu
const UNSEEN = /^[\p{Cf}\p{M}]$/u

/** One look-alike after another, so that what is not a look-alike stays itself. */
const foldOne = (character: string): string => (UNSEEN.test(character) ? '' : unhomoglyph(character))

/** As a reader sees it: compatibility forms, look-alikes and marks folded, what is not seen left out. */
const folded = (text: string): string =>
  ASCII.test(text) ? text : text.normalize('NFKD').replace(BEYOND_ASCII, foldOne).normalize('NFKD')

export function namesFlowVendor(text: string): boolean {
  NAME.lastIndex = 0
  return NAME.test(folded(text))
}

/**
 * Text without the vendor's name, in whatever dress it comes. A name written openly is cut out of the text as it is;
 * one in disguise costs the text its disguise. Scrub before cutting a text to a length: half a name is a name.
 */
export function scrubText(text: string): string {
  if (!namesFlowVendor(text)) return text
  const open = text.replace(NAME, FLOW_VENDOR_STAND_IN)
  return namesFlowVendor(open) ? folded(open).replace(NAME, FLOW_VENDOR_STAND_IN) : open
}

/** Every string of a JSON value, keys included. */
export function scrubValue<T>(value: T): T {
  return scrub(value) as T
}

function scrub(value: unknown): unknown {
  if (typeof value === 'string') return scrubText(value)
  if (Array.isArray(value)) return value.map(scrub)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [scrubText(key), scrub(inner)]))
}

/** A served body. JSON is opened only when it holds a name, so that its bytes stay as they were otherwise. */
export function scrubBody(body: string, isJson: boolean): string {
  if (!namesFlowVendor(body)) return body
  return isJson ? JSON.stringify(scrub(JSON.parse(body))) : scrubText(body)
}
