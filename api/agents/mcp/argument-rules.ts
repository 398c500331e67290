import { z } from 'zod'
import type { Tool } from './tool.ts'

/** The part of a JSON schema that our arguments use. */
interface Schema {
  type?: string
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
}

/** The path of the arguments as a whole, where they are not an object. */
export const WHOLE = 'the arguments'

const listed = (names: readonly string[], last: string): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`

const rangeOf = (least = 0, most = Number.MAX_SAFE_INTEGER): string =>
  most === Number.MAX_SAFE_INTEGER ? `${least}` : `${least} to ${most}`

/** "a whole number from 1 to 50"; null for a schema of another kind than our arguments have. */
function kindOf(schema: Schema | undefined): string | null {
  if (schema?.enum) return listed(schema.enum.map(String), 'or')
  if (schema?.anyOf) return listed(schema.anyOf.map(kindOf).map(String), 'or')
  switch (schema?.type) {
    case 'integer':
      return `a whole number from ${rangeOf(schema.minimum, schema.maximum)}`
    case 'array':
      return `a list of ${rangeOf(schema.minItems, schema.maxItems)} ${schema.items?.type === 'string' ? 'texts' : 'objects'}`
    case 'object':
      return `an object with ${listed(Object.keys(schema.properties ?? {}), 'and')}`
    case 'string':
      return schema.maxLength === undefined
        ? 'a text'
        : `a text of ${rangeOf(schema.minLength, schema.maxLength)} characters`
    default:
      return null
  }
}

const at = (schema: Schema | undefined, path: readonly PropertyKey[]): Schema | undefined =>
  path.reduce<Schema | undefined>(
    (found, step) => (typeof step === 'number' ? found?.items : found?.properties?.[String(step)]),
    schema,
  )

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | undefined)?.[step], given)

/**
 * Returns one sentence for each wrong argument of a tool that states what it must be. The rule is taken from the schema
 * that the agent was shown, because the validator's messages are about types and origins.
 */
export function wrongArgumentRules(
  { name, input }: Pick<Tool, 'name' | 'input'>,
  given: unknown,
  { issues }: z.ZodError,
): Map<string, string> {
  const schema = z.toJSONSchema(input, { io: 'input' }) as Schema
  const rules = new Map<string, string>()
  for (const issue of issues) {
    const path = issue.path.join('.')
    const own = at(schema, issue.path)
    if (issue.code === 'unrecognized_keys') {
      const taken = listed(Object.keys(own?.properties ?? {}), 'and')
      for (const key of issue.keys)
        rules.set(path ? `${path}.${key}` : key, `must not be sent, because ${path || name} takes only ${taken}`)
      continue
    }
    const kind = kindOf(own)
    const must = kind === null ? 'is not valid' : `must be ${kind}`
    const isMissing = valueAt(given, issue.path) === undefined
    const field = path || WHOLE
    if (!rules.has(field)) rules.set(field, isMissing && kind !== null ? `must be sent: ${kind}` : must)
  }
  return rules
}
