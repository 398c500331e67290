import { z } from 'zod'

/** Digits only: `0x10`, `1e1`, ` 90`, `-1` and a repeated parameter (an array) are mistakes, not numbers. */
const DIGITS = /^\d{1,6}$/

export interface IntegerBounds {
  min: number
  max: number
  default: number
}

/** A strict integer in the query string, documented with its bounds. */
export function queryInteger(bounds: IntegerBounds, description: string) {
  return z
    .string()
    .regex(DIGITS)
    .transform(Number)
    .refine((value) => value >= bounds.min && value <= bounds.max)
    .default(bounds.default)
    .meta({
      description,
      override: { type: 'integer', minimum: bounds.min, maximum: bounds.max, default: bounds.default },
    })
}
