import { z } from 'zod'

const CONTROL = /\p{C}/u
const RULE = 'must be 1 to 64 characters without control characters or outer spaces'

/** A name that people give to an account, a token, an alert or a webhook. */
export const GivenName = z
  .string(RULE)
  .min(1, RULE)
  .max(64, RULE)
  .refine((name) => name === name.trim() && !CONTROL.test(name), RULE)
