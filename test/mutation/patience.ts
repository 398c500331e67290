import { isNode, type Node, visit } from './syntax-tree.ts'

/**
 * How long a process waits for another, or how often it checks; a product such as `5 * MINUTE_MS` is a rule of a
 * domain.
 */
const PATIENCE = /^(?:[A-Z_]+_)?(?:WITHIN|TIMEOUT|EVERY|AGAIN|POLL|RETRY|BACKOFF)_(?:MS|S|SECONDS)$/
const DURATION = /_(?:MS|S|SECONDS)$/
/** These calls wait for the time that they are given, or give up after it. */
const TIMERS = new Set(['setTimeout', 'setInterval', 'sleep', 'timeout', 'within'])

/** `setTimeout` and `AbortSignal.timeout` are called by the last word. */
function calledName(call: Node): string | null {
  const callee = call.callee as Node
  const last = callee.type === 'MemberExpression' ? callee.property : callee
  return isNode(last) && typeof last.name === 'string' ? last.name : null
}

/** Whether each use of a constant passes it to a timer, so that it decides nothing but timing. */
function isOnlyTimed(name: string, declaration: Node, program: Node): boolean {
  let timed = 0
  let others = 0
  visit(program, (node, [parent]) => {
    if (node.type !== 'Identifier' || node.name !== name || node === declaration) return
    const isTimed = parent?.type === 'CallExpression' && parent.callee !== node && TIMERS.has(calledName(parent) ?? '')
    if (isTimed) timed++
    else others++
  })
  return timed > 0 && others === 0
}

/** A doubled timeout is not an error, and a test of it would only repeat the figure or wait for it. */
export function isPatience(node: Node, [declarator, , program]: readonly Node[]): boolean {
  if (declarator?.type !== 'VariableDeclarator' || declarator.init !== node || program?.type !== 'Program') return false
  if (!isNode(declarator.id)) return false
  const name = String(declarator.id.name)
  return PATIENCE.test(name) || (DURATION.test(name) && isOnlyTimed(name, declarator.id, program))
}
