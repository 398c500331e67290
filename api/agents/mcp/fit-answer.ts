import type { Document, Json } from './service-call.ts'

export const BYTES_DEFAULT = 4_000
export const BYTES_MAX = 60_000

const sizeOf = (document: Document): number => Buffer.byteLength(JSON.stringify(document))

/**
 * Leaves out the last entries of the longest lists until the document has at most so many bytes. The document then
 * tells, in `shortened`, how many entries of each list are shown, and how to get the others. Lists come in the order of
 * importance, so the most important entries remain. Where even empty lists take too much, members are left out, the
 * first ones last, and `left_out` names them or, where the names take too much, counts them.
 */
export function fitAnswer(document: Document, bytesMax: number, more: string): Document {
  if (sizeOf(document) <= bytesMax) return document
  const answer = withShorterLists(document, bytesMax, more)
  return sizeOf(answer) <= bytesMax ? answer : withFirstMembers(answer, bytesMax)
}

function withShorterLists(document: Document, bytesMax: number, more: string): Document {
  const lists = Object.entries(document).flatMap(([name, value]) => (Array.isArray(value) ? [{ name, value }] : []))
  const shown = new Map(lists.map(({ name, value }) => [name, value.length]))
  const fitted = (): Document => ({
    ...document,
    ...Object.fromEntries(lists.map(({ name, value }) => [name, value.slice(0, shown.get(name))])),
    shortened: Object.fromEntries(
      lists
        .filter(({ name, value }) => shown.get(name)! < value.length)
        .map(({ name, value }) => [name, { shown: shown.get(name)!, of: value.length }]),
    ),
    more,
  })
  for (let answer = fitted(); ; answer = fitted()) {
    const [longest] = lists
      .filter(({ name }) => shown.get(name)! > 0)
      .sort(
        (a, b) =>
          sizeOf({ list: b.value.slice(0, shown.get(b.name)) }) - sizeOf({ list: a.value.slice(0, shown.get(a.name)) }),
      )
    if (sizeOf(answer) <= bytesMax || !longest) return answer
    shown.set(longest.name, shown.get(longest.name)! - 1)
  }
}

/**
 * Keeps each member, in the order of the document, for which there is still room beside the notes on what is missing. Of
 * a member that is too large as a whole, those of its own members that find room are kept.
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

/** The members of an object that find room together, the first ones first; null if it is no object or none does. */
function partOf(value: Json, hasRoom: (part: Document) => boolean): { part: Document | null; missing: string[] } {
  const part: Document = {}
  const missing: string[] = []
  const inner = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  for (const [name, member] of inner) {
    if (hasRoom({ ...part, [name]: member })) part[name] = member
    else missing.push(name)
  }
  return { part: Object.keys(part).length === 0 ? null : part, missing }
}
