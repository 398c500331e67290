import { isCode, type Rule } from './source-files.ts'
import { codeOf } from './tokens.ts'

/**
 * Spreading a literal (`...{ a, b }`, `...[a, b]`) means the same as listing its members and only evades the formatter
 * and the limit of lines. A literal on which a method is called, as in `...[1, 2].map(f)`, is a value.
 */
export const literalsAreNotSpread: Rule = (files) =>
  files.filter(isCode).flatMap((file) => {
    const tokens = codeOf(file)
    return tokens.flatMap(({ text, line }, at) => {
      if (text !== '...' || !['{', '['].includes(tokens[at + 1]?.text ?? '')) return []
      const after = tokens[closerOf(tokens, at + 1) + 1]?.text ?? ''
      return [',', '}', ']', ')'].includes(after) ? [`${file.path}:${line} spreads a literal`] : []
    })
  })

const PAIRS: Record<string, 1 | -1> = { '{': 1, '[': 1, '(': 1, '}': -1, ']': -1, ')': -1 }

function closerOf(tokens: readonly { text: string }[], open: number): number {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    depth += PAIRS[tokens[at]!.text] ?? 0
    if (depth === 0) return at
  }
  return tokens.length
}
