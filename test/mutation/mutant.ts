/** A small change of one file: the text between two offsets is replaced. */
export interface Change {
  start: number
  end: number
  replacement: string
}

/** A change with its place, as the report names it. */
export interface Mutant extends Change {
  path: string
  line: number
  /** The lines before and after the change, cut to what differs. */
  before: string
  after: string
}

export const applied = (text: string, { start, end, replacement }: Change): string =>
  text.slice(0, start) + replacement + text.slice(end)

/** The report shows this much of a line around the change. */
const SHOWN_BEFORE = 30
const SHOWN_AFTER = 20
const SHOWN_MAX = 160

const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX)}…` : line
}

export function describe(path: string, text: string, change: Change): Mutant {
  const lineStart = text.lastIndexOf('\n', change.start - 1) + 1
  const lineEnd = text.indexOf('\n', change.end)
  const from = Math.max(lineStart, change.start - SHOWN_BEFORE)
  const to = Math.min(lineEnd === -1 ? text.length : lineEnd, change.end + SHOWN_AFTER)
  return {
    path,
    ...change,
    line: text.slice(0, change.start).split('\n').length,
    before: oneLine(text.slice(from, to)),
    after: oneLine(text.slice(from, change.start) + change.replacement + text.slice(change.end, to)),
  }
}
