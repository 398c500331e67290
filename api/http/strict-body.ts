import { z } from 'zod'

/** An object that accepts only its own members; the error lists them together with the unknown one. */
export function strictBody<S extends z.core.$ZodLooseShape>(shape: S) {
  const names = Object.keys(shape)
  const rule = names.length === 0 ? 'must be empty' : `must have no members except ${names.join(', ')}`
  return z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? rule : undefined) })
}
