import { seeded } from '../../shared/domain/seeded.ts'
import { codeChanges } from './code-changes.ts'
import { applied, type Change, describe, type Mutant } from './mutant.ts'
import { isPatience } from './patience.ts'
import { sqlChanges } from './sql-changes.ts'
import { isNode, type Node, parse, parses, visit } from './syntax-tree.ts'
import { decidesTelling } from './telling.ts'

/**
 * The step of a loop is not changed: inverted, the loop would never end, and a timeout shows nothing about the tests.
 */
function isLoopStep(node: Node, parents: readonly Node[]): boolean {
  const loop = parents.findIndex(({ type }) => type === 'ForStatement')
  if (loop === -1) return false
  return parents[loop]!.update === (loop === 0 ? node : parents[loop - 1])
}

/** The text of a statement such as `'use strict'`, or the name in an import, is no value. */
const isOutside = (parents: readonly Node[]): boolean =>
  parents.some(({ type }) => type === 'ImportDeclaration' || type === 'ExportAllDeclaration')

/** The figures of an example are data that no test can check. */
const isExample = (parents: readonly Node[]): boolean =>
  parents.some(({ type, key, id }) => {
    const named = type === 'Property' ? key : type === 'VariableDeclarator' ? id : null
    return isNode(named) && typeof named.name === 'string' && /^(?:\w+_)?examples?$/i.test(named.name)
  })

/** A number as the key of an object is a name. */
const isKey = (node: Node, [parent]: readonly Node[]): boolean =>
  parent?.type === 'Property' && parent.key === node && parent.computed !== true

const isSign = (node: unknown): boolean => {
  if (!isNode(node)) return false
  if (node.type === 'UnaryExpression') return isSign(node.argument)
  return node.type === 'Literal' && (node.value === 0 || node.value === 1)
}

/** A comparison that returns -2 instead of -1 sorts the same; without its minus it does not, and that is tried. */
function isSignOfOrder(node: Node, [parent, above]: readonly Node[]): boolean {
  const choice = parent?.type === 'UnaryExpression' ? above : parent
  return (
    isSign(node) && choice?.type === 'ConditionalExpression' && isSign(choice.consequent) && isSign(choice.alternate)
  )
}

/** An element of a list that is also a type has its uses checked by the compiler: without it they are refused. */
function isTypeList(node: Node, [parent, declarator]: readonly Node[], text: string): boolean {
  if (node.type !== 'ArrayExpression' || parent?.type !== 'TSAsExpression') return false
  const name = isNode(declarator?.id) ? String(declarator.id.name) : null
  return name !== null && text.includes(`(typeof ${name})[number]`)
}

/** Every change of a file in the order of its text, also the few that the parser refuses. */
export function candidatesOf(path: string, text: string): Mutant[] {
  const changes: Change[] = []
  visit(parse(text), (node, parents) => {
    if (isOutside(parents) || isExample(parents) || isLoopStep(node, parents) || isKey(node, parents)) return
    if (node.type === 'Literal' && (isSignOfOrder(node, parents) || isPatience(node, parents))) return
    if (isTypeList(node, parents, text) || decidesTelling(node, parents, text)) return
    changes.push(...codeChanges(node, text), ...sqlChanges(node, text))
  })
  const seen = new Set<string>()
  return changes
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .filter(({ start, end, replacement }) => {
      const key = `${start} ${end} ${replacement}`
      return !seen.has(key) && seen.add(key)
    })
    .map((change) => describe(path, text, change))
}

export const isMutant = (text: string, change: Change): boolean => parses(applied(text, change))

/** Every mutant of a file, in the order of its text. */
export const mutantsOf = (path: string, text: string): Mutant[] =>
  candidatesOf(path, text).filter((change) => isMutant(text, change))

/** A random sample of those that are fit, in the order of the list; the same seed draws the same sample. */
export function sample<T>(all: readonly T[], max: number, seed: number, isFit: (one: T) => boolean = () => true): T[] {
  const random = seeded(seed)
  const shuffled = all.map((one, at) => ({ one, at, draw: random() })).sort((a, b) => a.draw - b.draw)
  const drawn: typeof shuffled = []
  for (const each of shuffled) {
    if (drawn.length === max) break
    if (isFit(each.one)) drawn.push(each)
  }
  return drawn.sort((a, b) => a.at - b.at).map(({ one }) => one)
}
