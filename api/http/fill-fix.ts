type Details = Readonly<Record<string, unknown>>

/** A value that is longer says no more in a sentence than its name does. */
const VALUE_CHARS_MAX = 80
const LISTED_MAX = 5

/** The value as it stands in a sentence; null for one that no sentence has room for. */
function wordsOf(value: unknown): string | null {
  if (Array.isArray(value)) {
    const words = value.map((each) => (Array.isArray(each) ? null : wordsOf(each)))
    if (words.length === 0 || words.length > LISTED_MAX || words.includes(null)) return null
    return words.join(', ')
  }
  if (!['string', 'number', 'boolean'].includes(typeof value)) return null
  const words = String(value)
  return words.length <= VALUE_CHARS_MAX ? words : null
}

/**
 * A fix with the values of the details that it names, so that it can be followed without the rest of the answer. A
 * sentence about a detail that this answer does not have is left out, unless it is all that the fix says.
 */
export function fillFix(fix: string, details: Details = {}): string {
  const sentences = fix.split(/(?<=\.) /)
  const said = sentences.filter((sentence) => {
    const subject = /^details\.(\w+)/.exec(sentence)?.[1]
    return subject === undefined || Object.hasOwn(details, subject)
  })
  return (said.length === 0 ? sentences : said).join(' ').replaceAll(/\bdetails\.(\w+)/g, (name, member: string) => {
    const words = Object.hasOwn(details, member) ? wordsOf(details[member]) : null
    return words === null ? name : `${name} (${words})`
  })
}
