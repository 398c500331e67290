import type { Node } from './syntax-tree.ts'

/** The words for calls that only report what happened: leaving them out changes no result. */
const TELLS = /\b(?:log|logger|metrics?|observe|setAttribute|say|unref)\b/

/** The callee or the target of a call or an assignment that stands alone; null for any other statement. */
export function doneBy(statement: Node): Node | null {
  if (statement.type !== 'ExpressionStatement') return null
  const expression = statement.expression as Node
  const inner = expression.type === 'AwaitExpression' ? (expression.argument as Node) : expression
  if (inner.type === 'CallExpression') return inner.callee as Node
  return inner.type === 'AssignmentExpression' ? (inner.left as Node) : null
}

/** Whether a statement only reports what happened. */
export function isTelling(statement: Node, text: string): boolean {
  if (statement.type === 'BlockStatement') {
    const body = statement.body as Node[]
    return body.length > 0 && body.every((one) => isTelling(one, text))
  }
  const named = doneBy(statement)
  return named !== null && TELLS.test(text.slice(named.start, named.end))
}

/** Whether an `if` only reports what happened. */
export const onlyTells = (node: Node, text: string): boolean =>
  node.type === 'IfStatement' && !node.alternate && isTelling(node.consequent as Node, text)

/** Whether a node is in the condition of an `if` that only reports. */
export const decidesTelling = (node: Node, parents: readonly Node[], text: string): boolean =>
  parents.some((parent, above) => parent.test === (parents[above - 1] ?? node) && onlyTells(parent, text))
