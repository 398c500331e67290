import { isProduct, type Rule } from './source-files.ts'
import { isProperty, offences, reads } from './token-patterns.ts'
import { codeOf, type Token } from './tokens.ts'

/** Modules in these files may hold state. */
const EXCEPTIONS: Record<string, string> = {
  'pipeline/maths/once-per.ts': 'its WeakMap holds pure results, each for as long as the object it was computed from',
  'pipeline/maths/remembered-step.ts': 'its WeakMap holds the last pure step of each row while the row lives',
}
const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet'])
const MUTATORS = new Set('set add delete clear push pop shift unshift splice sort reverse fill copyWithin'.split(' '))
const DEPTH: Record<string, 1 | -1> = { '{': 1, '(': 1, '[': 1, '}': -1, ')': -1, ']': -1 }

/** Returns how deep in braces, parentheses and brackets each token is. */
function depths(tokens: readonly Token[]): number[] {
  let depth = 0
  return tokens.map(({ text, kind }) => {
    if (kind === 'template') {
      const [closes, opens] = [!text.startsWith('`'), !text.endsWith('`')]
      const at = depth - (closes ? 1 : 0)
      depth = at + (opens ? 1 : 0)
      return at
    }
    const step = kind === 'mark' ? (DEPTH[text] ?? 0) : 0
    if (step === -1) depth--
    const at = depth
    if (step === 1) depth++
    return at
  })
}

/** Index after the bracket, parenthesis or brace that opens at `open`. */
function afterCloser(levels: readonly number[], open: number): number {
  const at = levels.findIndex((level, index) => index > open && level === levels[open])
  return at === -1 ? levels.length : at + 1
}

/** `name.set(`, `name[key] =`, `name.key =`, `delete name.key`. */
function isMutated(tokens: readonly Token[], levels: readonly number[], name: string): boolean {
  return tokens.some(({ text, kind }, at) => {
    if (kind !== 'word' || text !== name || isProperty(tokens, at)) return false
    if (reads(tokens, at - 1, 'delete')) return true
    let next = at + 1
    while (tokens[next]) {
      if (reads(tokens, next, '!')) next++
      else if (reads(tokens, next, '.')) {
        if (reads(tokens, next + 2, '(') && MUTATORS.has(tokens[next + 1]!.text)) return true
        next += 2
      } else if (reads(tokens, next, '[')) next = afterCloser(levels, next)
      else break
    }
    return next > at + 1 && isAssignment(tokens, next)
  })
}

const ASSIGNMENT = /^(?:=(?!=)|\+\+|--|(?:\*\*|\?\?|\|\||&&|<<|>>>?|[-+*/%|&^])=(?!=))/

const isAssignment = (tokens: readonly Token[], at: number): boolean =>
  ASSIGNMENT.test(
    tokens
      .slice(at, at + 5)
      .map(({ text }) => (text === '=>' ? ' ' : text))
      .join(''),
  )

/** `new Map()` and `new Map<Key, Value>()`, but not `new Map([…])`. */
function isEmptyCollection(tokens: readonly Token[], at: number): boolean {
  if (!reads(tokens, at, 'new') || !COLLECTIONS.has(tokens[at + 1]?.text ?? '')) return false
  let next = at + 2
  if (reads(tokens, next, '<')) {
    let open = 0
    do {
      const { text } = tokens[next]!
      open += text === '<' ? 1 : text === '>' ? -1 : 0
      next++
    } while (open > 0 && tokens[next])
  }
  return reads(tokens, next, '(', ')') || !reads(tokens, next, '(')
}

/**
 * The same inputs give the same output only if a module holds no state: no `let`, no collection that begins empty and
 * none that is changed. Facts of the calendar are cached in shared/time, results per object by `oncePer`.
 */
export const noModuleState: Rule = (files) =>
  files
    .filter((file) => isProduct(file) && file.path.startsWith('pipeline/') && !(file.path in EXCEPTIONS))
    .flatMap((file) => {
      const levels = depths(codeOf(file))
      return offences(file, (tokens, at) => {
        const { text, kind } = tokens[at]!
        if (kind !== 'word') return null
        if (reads(tokens, at, 'new') && ['WeakMap', 'WeakSet'].includes(tokens[at + 1]?.text ?? '')) {
          return `keeps a ${tokens[at + 1]!.text}; take oncePer`
        }
        if (levels[at] !== 0) return null
        if ((text === 'let' || text === 'var') && !isProperty(tokens, at)) return 'has a variable of the module'
        if (isEmptyCollection(tokens, at)) return 'has a collection of the module that begins empty'
        const name = text === 'const' && !reads(tokens, at - 1, 'as') ? tokens[at + 1] : undefined
        if (name?.kind !== 'word') return null
        return isMutated(tokens, levels, name.text) && `changes ${name.text}, a constant of the module`
      })
    })
