import type { SourceFile } from './source-files.ts'
import { codeOf, type Token } from './tokens.ts'

/** Whether the code at this place reads as these texts, one token each. A `?.` counts as a dot. */
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

/** The word stands for the global of that name, not for a member that happens to be called so. */
export const isFree = (tokens: readonly Token[], at: number): boolean => !isProperty(tokens, at) && !isKey(tokens, at)

/** Reading the time of the machine: `Date.now`, `new Date()`, `Date()`, and what the libraries call it. */
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
  // A method declared under the name of the class is not this Date; nobody here does that.
  if (!reads(tokens, at - 1, 'new')) return reads(tokens, at + 1, '(')
  return !reads(tokens, at + 1, '(') || reads(tokens, at + 1, '(', ')')
}

/** One sentence for each token of the file that offends. */
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
