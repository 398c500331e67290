import type { Change } from './mutant.ts'
import { isNode, type Node } from './syntax-tree.ts'
import { doneBy, isTelling, onlyTells } from './telling.ts'

/** Each comparison turns into its neighbour at the boundary and into its opposite. */
const COMPARISONS: Record<string, readonly string[]> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
}
const ARITHMETIC: Record<string, readonly string[]> = { '+': ['-'], '-': ['+'], '*': ['/'], '/': ['*'], '%': ['*'] }
const ASSIGNMENTS: Record<string, readonly string[]> = { '+=': ['-='], '-=': ['+='], '*=': ['/='], '/=': ['*='] }
const METHODS: Record<string, string> = {
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
}
/** The receiver stays as it was when these calls are left out. */
const DROPPED_METHODS = new Set(['filter', 'sort', 'toSorted', 'reverse', 'toReversed', 'trim'])
/** A constant from here on is halved and doubled: a timeout that is off by one millisecond is the same timeout. */
const LARGE = 1_000
const EXITS = new Set(['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement'])

const whole = (node: Node, replacement: string): Change => ({ start: node.start, end: node.end, replacement })

/** The operator is between its two sides, and so may be their parentheses. */
function operatorChanges(node: Node, text: string, choices: readonly string[] = []): Change[] {
  const operator = node.operator as string
  const start = text.indexOf(operator, (node.left as Node).end)
  return choices.map((replacement) => ({ start, end: start + operator.length, replacement }))
}

/** The clock of a process has fractions of a millisecond, so it never equals the boundary itself. */
const READS_CLOCK = /\bperformance\.now\(\)/

function comparisonChanges(node: Node, text: string): Change[] {
  const choices = COMPARISONS[node.operator as string]!
  const isTimed = choices.length > 1 && READS_CLOCK.test(text.slice(node.start, node.end))
  return operatorChanges(node, text, isTimed ? choices.slice(1) : choices)
}

const isText = (node: unknown): boolean =>
  isNode(node) && (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string'))

function binaryChanges(node: Node, text: string): Change[] {
  const operator = node.operator as string
  if (operator in COMPARISONS) return comparisonChanges(node, text)
  // A sum of texts is a sentence, and a minus would make it NaN, which shows nothing.
  return isText(node.left) || isText(node.right) ? [] : operatorChanges(node, text, ARITHMETIC[operator])
}

function logicalChanges(node: Node, text: string): Change[] {
  const right = node.right as Node
  // It rarely matters whether nothing is null or undefined, and the compiler watches over it.
  const isNothing = (right.type === 'Literal' && right.raw === 'null') || right.name === 'undefined'
  if (node.operator === '??')
    return isNothing ? [] : [{ start: (node.left as Node).end, end: node.end, replacement: '' }]
  return operatorChanges(node, text, node.operator === '&&' ? ['||'] : ['&&'])
}

function literalChanges(node: Node): Change[] {
  if (typeof node.value === 'boolean') return [whole(node, String(!node.value))]
  if (typeof node.value === 'bigint') return [whole(node, `${node.value + 1n}n`)]
  if (typeof node.value !== 'number') return []
  const value = node.value
  if (value === 0) return [whole(node, '1')]
  const near = value >= LARGE ? [value / 2, value * 2] : [value + 1, value - 1]
  return near.map((one) => whole(node, String(one)))
}

/** An element of a list of plain values is missing. */
function listChanges(node: Node): Change[] {
  const elements = (node.elements as (Node | null)[]).filter(isNode)
  if (elements.length < 2 || !elements.every((element) => element.type === 'Literal')) return []
  return elements.map((element, at) => {
    const next = elements[at + 1]
    const last = elements[at - 1]
    return next
      ? { start: element.start, end: next.start, replacement: '' }
      : { start: last!.end, end: element.end, replacement: '' }
  })
}

function callChanges(node: Node): Change[] {
  const callee = node.callee as Node
  if (callee.type !== 'MemberExpression' || callee.computed === true) return []
  const property = callee.property as Node
  const name = property.name as string
  const changes = name in METHODS ? [whole(property, METHODS[name]!)] : []
  if (!DROPPED_METHODS.has(name)) return changes
  return [...changes, { start: (callee.object as Node).end, end: node.end, replacement: '' }]
}

/** A comparison or a negation has its opposite among its own changes. */
const negated = (test: Node, text: string): Change[] =>
  (test.operator as string) in COMPARISONS || test.type === 'UnaryExpression'
    ? []
    : [whole(test, `!(${text.slice(test.start, test.end)})`)]

/** `if (…) return` is removed; any other condition is inverted, unless it only decides what is reported. */
function ifChanges(node: Node, text: string): Change[] {
  const consequent = node.consequent as Node
  if (onlyTells(node, text)) return []
  const last = consequent.type === 'BlockStatement' ? (consequent.body as Node[]).at(-1) : consequent
  if (last && EXITS.has(last.type) && !node.alternate) return [whole(node.test as Node, 'false')]
  return negated(node.test as Node, text)
}

/** A call or an assignment that stands alone is left out. */
function statementChanges(node: Node, text: string): Change[] {
  return doneBy(node) === null || isTelling(node, text) ? [] : [whole(node.expression as Node, 'void 0')]
}

/** Every change of the code at one node, without what lies below it. */
export function codeChanges(node: Node, text: string): Change[] {
  switch (node.type) {
    case 'BinaryExpression':
      return binaryChanges(node, text)
    case 'LogicalExpression':
      return logicalChanges(node, text)
    case 'AssignmentExpression':
      return operatorChanges(node, text, ASSIGNMENTS[node.operator as string])
    case 'UnaryExpression':
      return ['!', '-'].includes(node.operator as string)
        ? [{ start: node.start, end: node.start + 1, replacement: '' }]
        : []
    case 'Literal':
      return literalChanges(node)
    case 'ArrayExpression':
      return listChanges(node)
    case 'CallExpression':
      return callChanges(node)
    case 'IfStatement':
      return ifChanges(node, text)
    case 'ConditionalExpression':
      return negated(node.test as Node, text)
    case 'ExpressionStatement':
      return statementChanges(node, text)
    default:
      return []
  }
}
