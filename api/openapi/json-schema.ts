import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'

export type JsonSchema = { [key: string]: unknown }

export const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Removes noise, and bounds that are those of the number format. */
function tidy(schema: JsonSchema): void {
  const own = schema.override
  delete schema.override
  if (own && typeof own === 'object') {
    for (const key of ['type', 'pattern']) delete schema[key]
    Object.assign(schema, own)
  }
  if (schema.format === 'date-time' || schema.format === 'date') delete schema.pattern
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
}

/** zod's name for a recursive schema without a name. */
const UNNAMED = /^__schema\d+$/

/** The only unnamed recursive schema we use is z.json(), which allows the same as no schema at all. */
function assertAnyJson(name: string, definition: JsonSchema): void {
  const kinds = Array.isArray(definition.anyOf) ? definition.anyOf.length : 0
  if (kinds < 5) throw new AppError('internal', `${name}: a recursive schema needs a name, .meta({ id })`)
}

/** Points references to components, and moves the description of a nullable's value to the nullable, where readers look. */
function lift(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(lift)
  if (!isSchema(node)) return node
  const made = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, lift(value)]))
  if (typeof made.$ref === 'string' && made.$ref.startsWith('#/$defs/')) {
    const name = made.$ref.slice('#/$defs/'.length)
    if (UNNAMED.test(name)) delete made.$ref
    else made.$ref = `#/components/schemas/${name}`
  }
  if (Array.isArray(made.anyOf) && made.description === undefined) {
    const valued = made.anyOf.filter((branch) => isSchema(branch) && branch.type !== 'null')
    const only = valued.length === 1 ? (valued[0] as JsonSchema) : null
    if (only?.description !== undefined) {
      made.description = only.description
      delete only.description
    }
  }
  return made
}

/** JSON Schema of a zod schema; named ones become components, collected in the map. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Map<string, JsonSchema>): JsonSchema {
  // Wrapped in an object, so that a named schema becomes a reference even at the root.
  const wrapped = z.toJSONSchema(z.object({ root: schema }), {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema: made }) => tidy(made as JsonSchema),
  }) as unknown as { properties: { root: JsonSchema }; $defs?: Record<string, JsonSchema> }
  for (const [name, definition] of Object.entries(wrapped.$defs ?? {})) {
    if (UNNAMED.test(name)) assertAnyJson(name, definition)
    else {
      const { id: _id, ...rest } = lift(definition) as JsonSchema
      components.set(name, rest)
    }
  }
  return lift(wrapped.properties.root) as JsonSchema
}
