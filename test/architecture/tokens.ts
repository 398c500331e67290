import type { SourceFile } from './source-files.ts'

export interface Token {
  kind: 'word' | 'string' | 'template' | 'number' | 'regex' | 'mark' | 'comment'
  /** As written, with its quotes. A template comes in chunks: `a${ … }b${ … }c` */
  text: string
  line: number
}

const WORD = /[\p{ID_Start}$_#][\p{ID_Continue}$]*/uy
const NUMBER = /\d[\w.]*/y
const STRING = /'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|^#![^\n]*/y
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y
const CHUNK = /(?:\\[\s\S]|[^\\`$]|\$(?!\{))*(?:`|\$\{)/y
const MARK = /\.\.\.|\?\.(?!\d)|=>|[\s\S]/y
/** Token kinds that a pattern alone can tell; a comment could begin like a regular expression, so the order matters. */
const PLAIN: readonly [Token['kind'], RegExp][] = [
  ['comment', COMMENT],
  ['string', STRING],
  ['word', WORD],
  ['number', NUMBER],
  ['regex', REGEX],
]
const BEFORE_VALUE = new Set('return typeof case in of delete void throw new else do await yield instanceof'.split(' '))

/** After a value a slash divides; anywhere else it opens a regular expression. `a! / b` is easily misread. */
function endsValue(tokens: readonly Token[], at = tokens.length - 1): boolean {
  const last = tokens[at]
  if (!last) return false
  if (last.text === '!') return endsValue(tokens, at - 1)
  if (last.kind === 'word') return !BEFORE_VALUE.has(last.text)
  if (last.kind === 'template') return last.text.endsWith('`')
  return last.kind !== 'mark' || [')', ']', '}'].includes(last.text)
}

/** Tells code from comments and texts. The native TypeScript compiler has no API for this. */
function scan(text: string): { code: Token[]; comments: Token[] } {
  const code: Token[] = []
  const comments: Token[] = []
  /** For each open template expression, how many braces are open inside it. */
  const braces: number[] = []
  let at = 0
  let line = 1
  const read = (pattern: RegExp, from = at): string | null => {
    pattern.lastIndex = from
    return pattern.exec(text)?.[0] ?? null
  }
  const keep = (kind: Token['kind'], found: string): void => {
    ;(kind === 'comment' ? comments : code).push({ kind, text: found, line })
    line += found.split('\n').length - 1
    at += found.length
  }
  const plain = (): [Token['kind'], string] | null => {
    for (const [kind, pattern] of PLAIN) {
      const found = kind === 'regex' && endsValue(code) ? null : read(pattern)
      if (found) return [kind, found]
    }
    return null
  }
  const chunk = (): void => {
    const found = text[at] + (read(CHUNK, at + 1) ?? text.slice(at + 1))
    keep('template', found)
    if (found.endsWith('${')) braces.push(0)
  }
  while (at < text.length) {
    const next = text[at]!
    const depth = braces.at(-1)
    const [kind, found] = plain() ?? []
    if (kind && found) keep(kind, found)
    else if (/\s/.test(next)) {
      if (next === '\n') line++
      at++
    } else if (next === '`') chunk()
    else if (next === '}' && depth === 0) {
      braces.pop()
      chunk()
    } else {
      if (depth !== undefined) braces[braces.length - 1] = depth + (next === '{' ? 1 : next === '}' ? -1 : 0)
      keep('mark', read(MARK)!)
    }
  }
  return { code, comments }
}

const scanned = new WeakMap<SourceFile, ReturnType<typeof scan>>()

function scanOnce(file: SourceFile): ReturnType<typeof scan> {
  const known = scanned.get(file) ?? scan(file.text)
  scanned.set(file, known)
  return known
}

export const codeOf = (file: SourceFile): readonly Token[] => scanOnce(file).code
export const commentsOf = (file: SourceFile): readonly Token[] => scanOnce(file).comments
