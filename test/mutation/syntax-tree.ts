import { parseAst } from 'vitest/node'

/** A node of the syntax tree, in the ESTree shape; `start` and `end` are offsets into the text. */
export interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** These keys hold types, which do not exist at run time. */
const TYPE_KEYS = new Set(['typeAnnotation', 'typeArguments', 'typeParameters', 'returnType', 'implements'])
/** These expressions carry a type next to a value; every other node of TypeScript is a type and nothing else. */
const TYPED_VALUES = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'])

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The TypeScript compiler has no JavaScript API any more, so Vite's own parser reads the text. */
export const parse = (text: string): Node => parseAst(text, { lang: 'ts' }) as unknown as Node

export function parses(text: string): boolean {
  try {
    parse(text)
    return true
  } catch {
    return false
  }
}

/** The children that exist at run time, in the order of the text. */
export function childrenOf(node: Node): Node[] {
  if (node.type.startsWith('TS') && !TYPED_VALUES.has(node.type)) return []
  return Object.entries(node)
    .filter(([key]) => !TYPE_KEYS.has(key))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter(isNode)
}

/** Visits a node and everything below it; `parents` is nearest first. */
export function visit(
  node: Node,
  see: (node: Node, parents: readonly Node[]) => void,
  parents: readonly Node[] = [],
): void {
  see(node, parents)
  const below = [node, ...parents]
  for (const child of childrenOf(node)) visit(child, see, below)
}
