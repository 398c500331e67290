const [QUOTE, BACKSLASH, COLON] = [34, 92, 58]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [123, 125, 91, 93]
const SPACE = 32

/**
 * Finds the first key that an object of whole JSON repeats; null without one. JSON.parse silently keeps the last of
 * them, so that two programs may read two prices in one document. Keys count as they are after their escapes.
 */
export function repeatedKey(text: string): string | null {
  /** The keys of each open object; null for a list. */
  const open: (Set<string> | null)[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === OPEN_OBJECT) open.push(new Set())
    else if (code === OPEN_LIST) open.push(null)
    else if (code === CLOSE_OBJECT || code === CLOSE_LIST) open.pop()
    else if (code === QUOTE) {
      const end = endOfText(text, at)
      if (isKey(text, end)) {
        const key = keyOf(text.slice(at + 1, end))
        const keys = open.at(-1)!
        if (keys.has(key)) return key
        keys.add(key)
      }
      at = end
    }
  }
  return null
}

const SPACED_KEY = /"[ \t\n\r]+:/

/**
 * Tells from the number of keys whether an object of whole JSON may repeat one, in a third of the time. What was written
 * as `":` is a key or part of a text; parsed, a repeated key counts once, so both numbers agree only without any.
 */
export function mayRepeatKey(text: string, parsed: unknown): boolean {
  return writtenKeys(text) !== keysIn(parsed) || SPACED_KEY.test(text)
}

function writtenKeys(text: string): number {
  let count = 0
  for (let at = text.indexOf('":'); at >= 0; at = text.indexOf('":', at + 2)) count++
  return count
}

function keysIn(parsed: unknown): number {
  let count = 0
  const open: object[] = []
  const look = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) open.push(value)
  }
  look(parsed)
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      for (const each of value) look(each)
      continue
    }
    for (const key in value) {
      count++
      look((value as Record<string, unknown>)[key])
    }
  }
  return count
}

function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1
  while (text.charCodeAt(before) === BACKSLASH) before--
  return (quote - before) % 2 === 0
}

function isKey(text: string, end: number): boolean {
  let next = end + 1
  while (text.charCodeAt(next) <= SPACE) next++
  return text.charCodeAt(next) === COLON
}

const keyOf = (written: string): string => (written.includes('\\') ? JSON.parse(`"${written}"`) : written)
