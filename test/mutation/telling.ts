import type { Node } from './syntax-tree.ts'

/** The words for what only tells people what happened: leaving it out changes no result. */
const TELLS = /\b(?:log|logger|metrics?|observe|setAttribute|say|unref)\b/

/** Whether a statement does nothing but tell people what happened. */
export function isTelling(statement: Node, text: string): boolean {
  if (statement.type === 'BlockStatement') {
    const body = statement.body as Node[]
    return body.length > 0 && body.every((one) => isTelling(one, text))
  }
  if (statement.type !== 'ExpressionStatement') return false
  const expression = statement.expression as Node
  const inner = expression.type === 'AwaitExpression' ? (expression.argument as Node) : expression
  const named =
    inner.type === 'CallExpression' ? inner.callee : inner.type === 'AssignmentExpression' ? inner.left : null
  return named !== null && TELLS.test(text.slice((named as Node).start, (named as Node).end))
}

/** Whether a node stands in the condition of an `if` that does nothing but tell. */
export const decidesTelling = (node: Node, parents: readonly Node[], text: string): boolean =>
  parents.some((parent, above) => {
    if (parent.type !== 'IfStatement' || parent.alternate) return false
    const inside = above === 0 ? node : parents[above - 1]
    return parent.test === inside && isTelling(parent.consequent as Node, text)
  })
