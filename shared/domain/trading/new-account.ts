import { z } from 'zod'
import { dollarsIn } from './money.ts'

const CONTROL = /\p{C}/u
const rule = 'must be 1 to 64 characters without control characters or outer spaces'

/** A name that people give to an account or a token. */
export const AccountName = z
  .string(rule)
  .min(1, rule)
  .max(64, rule)
  .refine((name) => name === name.trim() && !CONTROL.test(name), rule)

/** The cash that an epoch of an account begins with; `absent` describes the default when it is not given. */
export const openingBalance = (absent: string) =>
  dollarsIn({ min: 1, max: 1_000_000_000 }, `opening cash in dollars; absent: ${absent}`)
