import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { AppError } from '../../shared/errors.ts'

/** An element of the document: text, a list, or members by name. */
export type Node = { readonly [name: string]: unknown }

const BYTES_MAX = 5_000_000
/** No company has this many shares, and none costs this many dollars: a larger figure is an error in the form. */
const FIGURE_MAX = 1e12
const LISTS = [
  'reportingOwner',
  'nonDerivativeTransaction',
  'nonDerivativeHolding',
  'derivativeTransaction',
  'derivativeHolding',
  'footnoteId',
  'footnote',
  'ownerSignature',
]

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: true,
  // Forms are in ASCII and write dashes and quotation marks as numbers.
  htmlEntities: true,
  isArray: (name) => LISTS.includes(name),
})

/** The ownership document of a file: either plain XML, or inside the text of a whole submission. */
export function readOwnershipDocument(text: string, file: string): Node {
  const refused = (why: string) => new AppError('invalid', `${file}: ${why}`)
  if (text.length > BYTES_MAX) throw refused(`longer than ${BYTES_MAX} characters`)
  const [from, to] = [text.indexOf('<ownershipDocument'), text.indexOf('</ownershipDocument>')]
  if (from < 0 || to < 0) throw refused('no ownership document (Form 3, 4 or 5)')
  const xml = text.slice(from, to + '</ownershipDocument>'.length)
  const valid = XMLValidator.validate(xml)
  if (valid !== true) throw refused(`not well-formed: ${valid.err.msg}`)
  return child(parser.parse(xml) as Node, 'ownershipDocument')
}

export const child = (node: Node, name: string): Node => {
  const value = node[name]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Node) : {}
}

export const children = (node: Node, name: string): Node[] => {
  const value = node[name]
  return Array.isArray(value)
    ? value.map((each) => (typeof each === 'object' && each !== null ? each : { '#text': each }))
    : []
}

/** The text of an element, or of its `value` as the forms nest it; null when it is empty or absent. */
export function textOf(node: Node, name: string): string | null {
  const value = node[name]
  const text =
    typeof value === 'string'
      ? value
      : typeof value === 'object' && value !== null
        ? ((value as Node).value ?? (value as Node)['#text'])
        : null
  return typeof text === 'string' && text.trim() !== '' ? text.replace(/\s+/g, ' ').trim() : null
}

/** A day; some software writes the offset of a time zone after it, as the forms' schema allows. */
export const dayOf = (node: Node, name: string): string | null =>
  textOf(node, name)?.replace(/^(\d{4}-\d\d-\d\d)(?:Z|[+-]\d\d:\d\d)$/, '$1') ?? null

export function numberOf(node: Node, name: string): number | null {
  const text = textOf(node, name)?.replace(/[$,]/g, '')
  if (text === undefined || text === '') return null
  const value = Number(text)
  return Math.abs(value) <= FIGURE_MAX ? value : null
}

/** Flags are written as 1 and 0 or as words; null when absent. */
export function flagOf(node: Node, name: string): boolean | null {
  const text = textOf(node, name)?.toLowerCase()
  if (text === undefined) return null
  return text === '1' || text === 'true' || text === 'yes'
}

/** Ids of the footnotes anywhere in an element. */
export function footnoteIds(node: Node): string[] {
  return Object.entries(node).flatMap(([name, value]) => {
    if (name === 'footnoteId')
      return children(node, name).flatMap(({ '@id': id }) => (typeof id === 'string' ? [id] : []))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? footnoteIds(value as Node) : []
  })
}
