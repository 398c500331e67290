/**
 * Names and paths that every YAML reader takes as a text without quotes; `yes`, `no`, `on`, `off` and the like are none
 * for some.
 */
const PLAIN = /^(?:[a-zA-Z][a-zA-Z_-]{3,}|\/[\w/{}.-]*)$/
const NOT_PLAIN = new Set(['true', 'false', 'null'])

const nameOf = (name: string): string =>
  PLAIN.test(name) && !NOT_PLAIN.has(name.toLowerCase()) ? name : JSON.stringify(name)

const isGiven = ([, value]: readonly [string, unknown]): boolean => value !== undefined

/**
 * A JSON value as YAML, block by block with texts in double quotes, which YAML reads as JSON does. A general writer
 * measures and folds every text, which takes the event loop several times as long for a document of megabytes.
 */
export const yamlOf = (value: unknown): string => `${nodeOf(value, '')}\n`

/** A node whose first line follows what stands before it, and whose other lines begin with `indent`. */
function nodeOf(value: unknown, indent: string): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return value.map((each) => `- ${nodeOf(each ?? null, `${indent}  `)}`).join(`\n${indent}`)
  }
  const members = Object.entries(value).filter(isGiven)
  if (members.length === 0) return '{}'
  return members.map(([name, each]) => `${nameOf(name)}:${memberOf(each, indent)}`).join(`\n${indent}`)
}

/** Returns what follows the colon: a block on lines of its own, or a value on the same line. */
function memberOf(value: unknown, indent: string): string {
  const inner = `${indent}  `
  const node = nodeOf(value, inner)
  const isBlock = typeof value === 'object' && value !== null && node !== '[]' && node !== '{}'
  return isBlock ? `\n${inner}${node}` : ` ${node}`
}
