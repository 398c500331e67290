import { AppError } from '../../shared/errors.ts'
import type { JsonSchema } from './json-schema.ts'

/** Follows a reference to its component. */
export type Resolve = (schema: JsonSchema) => JsonSchema

const NOTHING = { type: 'null' }

const isNull = ({ type }: JsonSchema): boolean => type === 'null'
const alternativesOf = ({ anyOf, oneOf }: JsonSchema): JsonSchema[] => ((anyOf ?? oneOf) as JsonSchema[]) ?? []
/** The kinds of value that a schema allows, each alone. */
function kindsOf(schema: JsonSchema): JsonSchema[] {
  const alternatives = alternativesOf(schema)
  if (alternatives.length > 0) return alternatives
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema]
}
/** Joins the descriptions, each of their parts once. */
const described = (schema: JsonSchema, descriptions: readonly unknown[]): JsonSchema => {
  const known = [...new Set(descriptions.flatMap((text) => (text === undefined ? [] : String(text).split('; '))))]
  return known.length === 0 ? schema : { ...schema, description: known.join('; ') }
}
const undescribed = ({ description: _description, ...rest }: JsonSchema): JsonSchema => rest
const isSame = (a: JsonSchema, b: JsonSchema): boolean =>
  JSON.stringify(undescribed(a)) === JSON.stringify(undescribed(b))
/** The values that a schema lists; null when it does not. */
const listed = ({ const: only, enum: several }: JsonSchema): unknown[] | null =>
  (several as unknown[] | undefined) ?? (only === undefined ? null : [only])

/** The branches other than null, if there is more than one and all are objects. */
export function objectBranches(schema: JsonSchema, resolve: Resolve): JsonSchema[] | null {
  const branches = alternativesOf(schema).filter((branch) => !isNull(branch))
  return branches.length > 1 && branches.every((branch) => resolve(branch).type === 'object') ? branches : null
}

/**
 * One schema for a value that has one of two: an object has the members of both, and requires those that both require.
 * A client reads it without distinguishing the kinds; the server still checks the exact kinds.
 */
function oneValue(a: JsonSchema, b: JsonSchema, resolve: Resolve): JsonSchema {
  const descriptions = [a.description, b.description]
  if (isSame(a, b)) return described(a, descriptions)
  const alternatives = [a, b].flatMap(kindsOf)
  const valued = alternatives.filter((one) => !isNull(one)).map(undescribed)
  const value = valued.slice(1).reduce((left, right) => plainValue(left, right, resolve), valued[0] ?? NOTHING)
  const isNullable = valued.length < alternatives.length
  return described(isNullable ? { anyOf: [undescribed(value), NOTHING] } : value, descriptions)
}

function plainValue(a: JsonSchema, b: JsonSchema, resolve: Resolve): JsonSchema {
  if (isSame(a, b)) return a
  const [left, right] = [resolve(a), resolve(b)]
  if (left.type === 'object' && right.type === 'object') return oneObject([a, b], resolve)
  if (left.type === 'array' && right.type === 'array') {
    const [items, others] = [left.items as JsonSchema, right.items as JsonSchema]
    if ('not' in others) return left
    return 'not' in items ? right : { ...left, items: oneValue(items, others, resolve) }
  }
  const [values, more] = [listed(left), listed(right)]
  if (values && more) return { type: left.type, enum: [...new Set([...values, ...more])] }
  // A value that is listed on one side is an ordinary one of the other, such as 0 of the whole numbers.
  if (more && (right.type === left.type || left.type === 'integer')) return left
  if (values && (left.type === right.type || right.type === 'integer')) return right
  throw new AppError('internal', `no single schema for ${JSON.stringify([a, b]).slice(0, 300)}`)
}

const isOpen = ({ additionalProperties: rest }: JsonSchema): boolean => typeof rest === 'object'

export function oneObject(branches: readonly JsonSchema[], resolve: Resolve): JsonSchema {
  const whole = branches.map(resolve)
  const properties = new Map<string, JsonSchema>()
  for (const { properties: own = {} } of whole) {
    for (const [name, schema] of Object.entries(own as Record<string, JsonSchema>)) {
      const known = properties.get(name)
      properties.set(name, known ? oneValue(known, schema, resolve) : schema)
    }
  }
  const required = [...properties.keys()].filter((name) =>
    whole.every((branch) => ((branch.required as string[] | undefined) ?? []).includes(name)),
  )
  return described(
    {
      type: 'object',
      ...(properties.size > 0 ? { properties: Object.fromEntries(properties) } : {}),
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: whole.find(isOpen)?.additionalProperties ?? false,
    },
    whole.map(({ description }) => description),
  )
}
