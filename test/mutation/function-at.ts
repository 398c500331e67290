import { childrenOf, isNode, type Node, parse } from './syntax-tree.ts'

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

const textOf = (name: unknown): string | null => {
  if (!isNode(name)) return null
  if (name.type === 'PrivateIdentifier') return `#${String(name.name)}`
  return name.type === 'Identifier' ? String(name.name) : null
}

/** The name that V8 gives to a function: its own, or that of the variable, the member or the method that holds it. */
function nameOf(node: Node, parent: Node | undefined): string | null {
  if (node.id) return textOf(node.id)
  if (parent?.type === 'VariableDeclarator' && parent.init === node) return textOf(parent.id)
  const holds = ['Property', 'MethodDefinition', 'PropertyDefinition'].includes(parent?.type ?? '')
  return holds && parent!.value === node && parent!.kind !== 'constructor' ? textOf(parent!.key) : null
}

/** The innermost function with a name around an offset; null where only the loading of the file runs the code. */
export function functionAt(text: string, offset: number): string | null {
  let found: string | null = null
  let at: Node | undefined = parse(text)
  let parent: Node | undefined
  while (at) {
    if (FUNCTIONS.has(at.type)) found = nameOf(at, parent) ?? found
    const node: Node = at
    parent = node
    at = childrenOf(node).find(({ start, end }) => start <= offset && offset < end)
  }
  return found
}
