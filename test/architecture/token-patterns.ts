import type { SourceFile } from './source-files.ts'
import { codeOf, type Token } from './tokens.ts'

/** Returns whether the tokens at this place equal the given texts, one token each. A `?.` counts as a dot. */
export function reads(tokens: readonly Token[], at: number, ...texts: string[]): boolean {
  return texts.every((text, offset) => {
    const token = tokens[at + offset]
    return token !== undefined && (token.text === text || (text === '.' && token.text === '?.'))
  })
}

export const isProperty = (tokens: readonly Token[], at: number): boolean => reads(tokens, at - 1, '.')

/** `{ name: 1 }` and `name?: string` name a member; `a ? name : b` and `case name:` use a value. */
function isKey(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text
  return (reads(tokens, at + 1, ':') || reads(tokens, at + 1, '?', ':')) && before !== '?' && before !== 'case'
}

/** Returns whether the word is the global of that name, not a member with the same name. */
export const isFree = (tokens: readonly Token[], at: number): boolean => !isProperty(tokens, at) && !isKey(tokens, at)

/**
 * Returns whether the code reads the machine's time: `Date.now`, `new Date()`, `Date()`, and the libraries' names for
 * it.
 */
export function readsSystemTime(tokens: readonly Token[], at: number): boolean {
  if (!isFree(tokens, at)) return false
  const word = tokens[at]!.text
  if (word === 'Temporal') return reads(tokens, at + 1, '.', 'Now')
  if (word === 'DateTime') {
    if (reads(tokens, at + 1, '.', 'now')) return true
    return ['local', 'utc'].some((name) => reads(tokens, at + 1, '.', name, '(', ')'))
  }
  if (word !== 'Date') return false
  if (reads(tokens, at + 1, '.', 'now') || reads(tokens, at + 1, '[', "'now'")) return true
  // A method that is itself named Date would be misread here; the project has none.
  if (!reads(tokens, at - 1, 'new')) return reads(tokens, at + 1, '(')
  return !reads(tokens, at + 1, '(') || reads(tokens, at + 1, '(', ')')
}

/** Returns one sentence for each offending token of the file. */
export function offences(
  file: SourceFile,
  offends: (tokens: readonly Token[], at: number) => string | false | null,
): string[] {
  const tokens = codeOf(file)
  return tokens.flatMap((token, at) => {
    const what = offends(tokens, at)
    return what ? [`${file.path}:${token.line} ${what}`] : []
  })
}
