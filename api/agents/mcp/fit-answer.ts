import { type Document, isDocument, type Json } from './service-call.ts'

export const BYTES_DEFAULT = 4_000
export const BYTES_MAX = 60_000

const sizeOf = (document: Document): number => Buffer.byteLength(JSON.stringify(document))

/**
 * Leaves out the last entries of the longest lists until the document fits the given number of bytes. `shortened` then
 * states how many entries of each list are shown, and how to get the others. Lists are in the order of importance, so
 * the most important entries remain. If even empty lists take too much, members are left out, the last ones first, and
 * `left_out` names them or, if the names take too much, counts them.
 */
export function fitAnswer(document: Document, bytesMax: number, more: string): Document {
  if (sizeOf(document) <= bytesMax) return document
  const answer = withShorterLists(document, bytesMax, more)
  return sizeOf(answer) <= bytesMax ? answer : withFirstMembers(answer, bytesMax)
}

/** A list of which the first entries are shown, with the bytes that these take. */
interface ShownList {
  name: string
  value: Json[]
  entryBytes: number[]
  shown: number
  bytes: number
}

const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value))

function shownWhole(name: string, value: Json[]): ShownList {
  const entryBytes = value.map(bytesOf)
  const commas = Math.max(0, value.length - 1)
  const bytes = entryBytes.reduce((sum, each) => sum + each, '[]'.length + commas)
  return { name, value, entryBytes, shown: value.length, bytes }
}

/**
 * Each entry is serialised once to learn its length: serialising the list again for each entry left out took 45 ms for
 * 260 bars.
 */
function withShorterLists(document: Document, bytesMax: number, more: string): Document {
  const lists = Object.entries(document).flatMap(([name, value]) =>
    Array.isArray(value) ? [shownWhole(name, value)] : [],
  )
  const withLists = (partOf: (list: ShownList) => Json[], shortened: Document): Document => ({
    ...document,
    ...Object.fromEntries(lists.map((list) => [list.name, partOf(list)])),
    shortened,
    more,
  })
  const shortened = (): Document =>
    Object.fromEntries(
      lists
        .filter(({ shown, value }) => shown < value.length)
        .map(({ name, shown, value }) => [name, { shown, of: value.length }]),
    )
  // The lists are written as [] here, and the note on what is shown as {}.
  const otherBytes = sizeOf(withLists(() => [], {})) - 2 * lists.length - 2
  const size = (): number => lists.reduce((sum, { bytes }) => sum + bytes, otherBytes + sizeOf(shortened()))
  while (size() > bytesMax) {
    const [longest] = lists.filter(({ shown }) => shown > 0).sort((a, b) => b.bytes - a.bytes)
    if (!longest) break
    longest.shown--
    longest.bytes -= longest.entryBytes[longest.shown]! + (longest.shown > 0 ? 1 : 0)
  }
  return withLists(({ value, shown }) => value.slice(0, shown), shortened())
}

/**
 * Keeps each member, in the order of the document, for which there is still room next to the notes on what is missing.
 * A member that is too large as a whole keeps those of its own members that fit.
 */
function withFirstMembers({ shortened, more, ...members }: Document, bytesMax: number): Document {
  const kept: Document = {}
  const leftOut: string[] = []
  const told = (extra: Document = {}, missing: Json = leftOut): Document => ({
    ...kept,
    ...extra,
    shortened: shortened ?? {},
    more: more ?? null,
    left_out: missing,
  })
  const hasRoom = (extra: Document): boolean => sizeOf(told(extra)) <= bytesMax
  for (const [name, value] of Object.entries(members)) {
    if (hasRoom({ [name]: value })) {
      kept[name] = value
      continue
    }
    const { part, missing } = partOf(value, (some) => hasRoom({ [name]: some }))
    if (part !== null) kept[name] = part
    leftOut.push(...(part === null ? [name] : missing.map((inner) => `${name}.${inner}`)))
  }
  const answer = told()
  return sizeOf(answer) <= bytesMax ? answer : told({}, leftOut.length)
}

/** The members of an object that fit together, the first ones first; null if it is not an object or none fits. */
function partOf(value: Json, hasRoom: (part: Document) => boolean): { part: Document | null; missing: string[] } {
  const part: Document = {}
  const missing: string[] = []
  const inner = isDocument(value) ? Object.entries(value) : []
  for (const [name, member] of inner) {
    if (hasRoom({ ...part, [name]: member })) part[name] = member
    else missing.push(name)
  }
  return { part: Object.keys(part).length === 0 ? null : part, missing }
}
