type Details = Readonly<Record<string, unknown>>

/** A longer value adds nothing to a sentence beyond the name of the detail. */
const VALUE_CHARS_MAX = 80
const LISTED_MAX = 5

/** The value as it is written in a sentence; null for one that is too long. */
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
 * Fills the values of the named details into a fix, so that it can be followed without the rest of the answer. A
 * sentence about a detail that this answer lacks is left out, unless it is the whole fix.
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
