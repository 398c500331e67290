import type { Change } from './mutant.ts'
import type { Node } from './syntax-tree.ts'

const STATEMENT = /^\s*(?:select|insert|update|delete|with|lock)\b/i
const SQL_TAGS = new Set(['sql', 'tx', 'db', 'pool'])

const WORDS: readonly [RegExp, string][] = [
  [/\s+for (?:no key )?update(?: of \w+)?(?: skip locked| nowait)?/g, ''],
  [/\s+for (?:key )?share(?: of \w+)?/g, ''],
  [/\s+skip locked/g, ''],
  [/\bleast\b(?=\()/g, 'greatest'],
  [/\bgreatest\b(?=\()/g, 'least'],
  [/\bmin\b(?=\()/g, 'max'],
  [/\bmax\b(?=\()/g, 'min'],
  [/\bis not null\b/g, 'is null'],
  [/\bis null\b/g, 'is not null'],
  [/\bnot exists\b/g, 'exists'],
  [/(?<!not )\bexists\b/g, 'not exists'],
  [/\s+desc\b/g, ''],
  [/\bdistinct (?!from|on)/g, ''],
  [/\s+on conflict\s*(?:\([^()]*\)\s*)?do nothing/g, ''],
  [/\bunion all\b/g, 'union'],
  [/(?<= )\+(?= )/g, '-'],
  [/(?<= )-(?= )/g, '+'],
  [/<>/g, '='],
]
const COMPARISONS: Record<string, readonly string[]> = { '<': ['<='], '<=': ['<'], '>': ['>='], '>=': ['>'] }
/** Matches a comparison that is not part of `->`, `<@`, `=>` and their like. */
const COMPARISON = /(?<![-=<>!@#|&])(?:<=|>=|<|>)(?![=>@|&<])/g
/**
 * The number in `select 1` and `returning 1` represents no value, and a `limit` from 100 on only bounds what is read.
 */
const NUMBER = /(?<![\w$.]|select |returning )(?<!\blimit (?=\d{3}))\d+(?![\w.])/g

/** A condition ends before these words when they are at its own depth. */
const ENDS =
  /^(?:and|or|group|order|limit|returning|for|union|window|having|on|then|end|set|do|join|left|cross|when|offset|where)\b/i

/** The same text with everything blanked that is not SQL: bound values, strings and comments keep their length, and the last back-tick goes. */
function maskedSql(quasi: Node, text: string): string {
  const quasis = quasi.quasis as Node[]
  let masked = ''
  let at = quasi.start
  for (const chunk of quasis) {
    // Vite's parser may count the back-tick and the braces to a chunk or not; both are blanked here.
    masked += '\u0001'.repeat(Math.max(0, chunk.start - at))
    masked += text.slice(Math.max(at, chunk.start), chunk.end)
    at = chunk.end
  }
  masked = masked
    .padEnd(quasi.end - quasi.start, '\u0001')
    .slice(0, -1)
    .replace(/^`/, '\u0001')
  const blank = (found: string): string => '\u0001'.repeat(found.length)
  return masked.replace(/'(?:''|[^'])*'/g, blank).replace(/--[^\n]*/g, blank)
}

/** Finds where the condition that begins here ends: at a word that ends it, or where its parenthesis closes. */
function endOfCondition(masked: string, from: number): number {
  let depth = 0
  let between = false
  for (let at = from; at < masked.length; at++) {
    const sign = masked[at]!
    if (sign === '(') depth++
    if (sign === ')' && depth-- === 0) return at
    if (depth > 0 || /\w/.test(masked[at - 1] ?? '') || !/[a-z]/i.test(sign)) continue
    const rest = masked.slice(at)
    if (/^between\b/i.test(rest)) between = true
    else if (between && /^and\b/i.test(rest)) between = false
    else if (ENDS.test(rest)) return at
  }
  return masked.length
}

/** `and …` and `or …` are left out, and the first condition of a `where` holds always. */
function conditionChanges(masked: string): Change[] {
  return [...masked.matchAll(/\b(and|or|where)\b/g)].flatMap((found): Change[] => {
    const word = found[0]
    const start = found.index
    const from = start + word.length
    const statement = masked.slice(0, start)
    if (word === 'and' && /\bbetween\s+\S+\s*$/.test(statement)) return []
    const end = endOfCondition(masked, from)
    const condition = masked.slice(from, end).trimEnd()
    if (condition.trim() === '') return []
    const stop = from + condition.length
    if (word === 'where') return [{ start: from, end: stop, replacement: ' true' }]
    const swapped = { start, end: from, replacement: word === 'and' ? 'or' : 'and' }
    const space = /\s*$/.exec(statement)![0].length
    return [{ start: start - space, end: stop, replacement: '' }, swapped]
  })
}

/** Every change of the SQL in one tagged template. */
export function sqlChanges(node: Node, text: string): Change[] {
  if (node.type !== 'TaggedTemplateExpression') return []
  const quasi = node.quasi as Node
  const masked = maskedSql(quasi, text)
  const tag = node.tag as Node
  const named = tag.type === 'Identifier' && SQL_TAGS.has(tag.name as string)
  if (!named && !STATEMENT.test(masked.slice(1))) return []
  const words = WORDS.flatMap(([pattern, replacement]) =>
    [...masked.matchAll(pattern)].map((found) => ({
      start: found.index,
      end: found.index + found[0].length,
      replacement,
    })),
  )
  const comparisons = [...masked.matchAll(COMPARISON)].flatMap((found) =>
    (COMPARISONS[found[0]] ?? []).map((replacement) => ({
      start: found.index,
      end: found.index + found[0].length,
      replacement,
    })),
  )
  const numbers = [...masked.matchAll(NUMBER)].map((found) => ({
    start: found.index,
    end: found.index + found[0].length,
    replacement: String(Number(found[0]) + 1),
  }))
  return [...words, ...comparisons, ...numbers, ...conditionChanges(masked)].map((change) => ({
    ...change,
    start: change.start + quasi.start,
    end: change.end + quasi.start,
  }))
}
