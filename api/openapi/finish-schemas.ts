import { isSchema, type JsonSchema } from './json-schema.ts'
import { objectBranches, oneObject, type Resolve } from './one-object.ts'

const PREFIX = '#/components/schemas/'

const resolveIn =
  (components: Map<string, JsonSchema>): Resolve =>
  (schema) => {
    const named = typeof schema.$ref === 'string' ? components.get(schema.$ref.slice(PREFIX.length)) : undefined
    return named ?? schema
  }

/** Replaces each choice between objects below a schema by one object. */
function fold(node: unknown, resolve: Resolve): unknown {
  if (Array.isArray(node)) return node.map((one) => fold(one, resolve))
  if (!isSchema(node)) return node
  const branches = objectBranches(node, resolve)
  const { anyOf, oneOf, ...rest } = node
  const alternatives = (anyOf ?? oneOf) as JsonSchema[] | undefined
  if (!branches || !alternatives)
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, fold(value, resolve)]))
  const { description, ...merged } = oneObject(branches, resolve)
  const value = fold(merged, resolve) as JsonSchema
  const isNullable = alternatives.some(({ type }) => type === 'null')
  return { ...(isNullable ? { anyOf: [value, { type: 'null' }] } : value), description, ...rest }
}

/** Adds the members of the second part of an `allOf` to the first, because a closed object refuses them. */
function join([base, added]: readonly JsonSchema[], components: Map<string, JsonSchema>): JsonSchema {
  const resolve = resolveIn(components)
  if (!base || !added) return base ?? {}
  const target = resolve(base)
  const joined = {
    ...target,
    properties: { ...(target.properties as JsonSchema), ...(resolve(added).properties as JsonSchema) },
  }
  if (typeof base.$ref !== 'string') return joined
  components.set(base.$ref.slice(PREFIX.length), joined)
  return base
}

function joinBelow(node: unknown, components: Map<string, JsonSchema>): unknown {
  if (Array.isArray(node)) return node.map((one) => joinBelow(one, components))
  if (!isSchema(node)) return node
  if (Array.isArray(node.allOf)) return join(node.allOf as JsonSchema[], components)
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === 'example' || key === 'examples' ? value : joinBelow(value, components),
    ]),
  )
}

/** Removes the components that nothing reaches from the paths. */
function prune(roots: unknown, components: Map<string, JsonSchema>): void {
  const reached = new Set<string>()
  const visit = (node: unknown): void => {
    for (const [, name = ''] of JSON.stringify(node).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (reached.has(name)) continue
      reached.add(name)
      visit(components.get(name) ?? null)
    }
  }
  visit(roots)
  for (const name of components.keys()) if (!reached.has(name)) components.delete(name)
}

/**
 * Gives clients one readable object per answer: no unions of objects, and the members of a stale answer among the
 * others. Changes the components; returns new paths and responses.
 */
export function finishSchemas<T extends object>(roots: T, components: Map<string, JsonSchema>): T {
  const resolve = resolveIn(components)
  for (const [name, schema] of components) components.set(name, fold(schema, resolve) as JsonSchema)
  const folded = foldMedia(roots, resolve)
  const joined = joinBelow(folded, components)
  prune(joined, components)
  return joined as T
}

/** Folds the schemas of answers only: a request may choose between objects, and an example is no schema. */
function foldMedia(node: unknown, resolve: Resolve): unknown {
  if (Array.isArray(node)) return node.map((one) => foldMedia(one, resolve))
  if (!isSchema(node)) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key === 'example' || key === 'examples' || key === 'requestBody') return [key, value]
      return [key, key === 'schema' ? fold(value, resolve) : foldMedia(value, resolve)]
    }),
  )
}
