import { posix } from 'node:path'
import type { SourceFile } from './source-files.ts'
import { isProperty } from './token-patterns.ts'
import { codeOf, type Token } from './tokens.ts'

export interface Import {
  /** The path from the root for our own files, the name for packages; null for a computed name. */
  target: string | null
  line: number
}

const isText = (token: Token | undefined): token is Token =>
  token?.kind === 'string' || (token?.kind === 'template' && token.text.startsWith('`') && token.text.endsWith('`'))

/** Finds the specifier after `from`, as in `import x, { y } from 'z'`; `export { x as from }` has none. */
function afterFrom(tokens: readonly Token[], at: number): Token | null {
  for (let next = at; next < tokens.length; next++) {
    const token = tokens[next]!
    if (token.text === 'from' && isText(tokens[next + 1])) return tokens[next + 1]!
    // An import clause has only words, commas, braces and stars; any other token ends the statement.
    if (token.kind !== 'word' && !['{', '}', ',', '*'].includes(token.text) && token.kind !== 'string') return null
  }
  return null
}

function specifierAt(tokens: readonly Token[], at: number): Token | 'computed' | null {
  const next = tokens[at + 1]
  if (isProperty(tokens, at) || !next) return null
  const { text } = tokens[at]!
  if (text === 'require' && next.text === '(') return isText(tokens[at + 2]) ? tokens[at + 2]! : 'computed'
  if (text === 'export') {
    const clause = tokens[at + (next.text === 'type' ? 2 : 1)]?.text
    return clause === '{' || clause === '*' ? afterFrom(tokens, at + 1) : null
  }
  if (text !== 'import' || next.text === '.' || next.text === ':') return null
  if (next.text !== '(') return isText(next) ? next : afterFrom(tokens, at + 1)
  const literal = tokens[at + 2]
  return isText(literal) && [')', ','].includes(tokens[at + 3]?.text ?? '') ? literal : 'computed'
}

/** Lists every import of a file: static, type-only, re-export, side effect, dynamic, `import('x').T`. */
export function importsOf(file: SourceFile): Import[] {
  const tokens = codeOf(file)
  return tokens.flatMap((token, at): Import[] => {
    if (token.kind !== 'word') return []
    const specifier = specifierAt(tokens, at)
    if (!specifier) return []
    // An escape in a specifier has no legitimate use and would hide the target from this test.
    if (specifier === 'computed' || specifier.text.includes('\\')) return [{ target: null, line: token.line }]
    const name = specifier.text.slice(1, -1)
    const target = name.startsWith('.') ? posix.join(posix.dirname(file.path), name) : name
    return [{ target, line: token.line }]
  })
}
