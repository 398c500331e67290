import { z } from 'zod'

/**
 * An object that takes its own members and no others. A caller that sends another is told which there are, because what
 * it invented is never repeated.
 */
export function strictBody<S extends z.core.$ZodLooseShape>(shape: S) {
  const names = Object.keys(shape)
  const rule = names.length === 0 ? 'must be empty' : `must have no members but ${names.join(', ')}`
  return z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? rule : undefined) })
}
