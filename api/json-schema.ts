import { z } from 'zod'

export type JsonSchema = { [key: string]: unknown }

/** Noise and promises we do not make: fields may be added within a version, so no object is closed. */
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
  if (schema.additionalProperties === false) delete schema.additionalProperties
}

/** JSON Schema of a zod schema; named ones become components, collected in the map. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', components: Map<string, JsonSchema>): JsonSchema {
  // Wrapped, so that a schema with a name becomes a reference wherever it stands.
  const wrapped = z.toJSONSchema(z.object({ root: schema }), {
    io,
    target: 'draft-2020-12',
    override: ({ jsonSchema: made }) => tidy(made as JsonSchema),
  }) as unknown as { properties: { root: JsonSchema }; $defs?: Record<string, JsonSchema> }
  const lift = <T>(node: T): T =>
    JSON.parse(JSON.stringify(node).replaceAll('"#/$defs/', '"#/components/schemas/')) as T
  for (const [name, definition] of Object.entries(wrapped.$defs ?? {})) {
    const { id: _id, ...rest } = lift(definition)
    components.set(name, rest)
  }
  return lift(wrapped.properties.root)
}
