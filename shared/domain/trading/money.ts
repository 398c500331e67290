import { z } from 'zod'

/** Money is a whole number of 1e-4 dollars. Within these bounds it is exact as a double, also as dollars in JSON. */
export const E4_PER_DOLLAR = 10_000
export const E4_MAX = 1_000_000_000_000_000

const DOLLARS = /^(-?)(\d{1,11})(?:\.(\d{1,4}))?$/

/**
 * Parses dollars exactly as written; null if the text is not a whole number of 1e-4 dollars within the bounds. A number
 * is read by its shortest decimal, which is what the sender wrote.
 */
export function parseDollars(dollars: string | number): number | null {
  const [, sign, whole, fraction = ''] = DOLLARS.exec(String(dollars)) ?? []
  if (whole === undefined) return null
  const e4 = Number(whole) * E4_PER_DOLLAR + Number(fraction.padEnd(4, '0'))
  if (e4 > E4_MAX) return null
  return sign === '-' && e4 !== 0 ? -e4 : e4
}

/** Dollars for JSON: the double nearest to the decimal, which prints as that decimal. */
export const dollarsOf = (e4: number): number => e4 / E4_PER_DOLLAR

export interface DollarBounds {
  min: number
  max: number
}

/** A price given as a double, to the nearest 1e-4 dollar. */
export const e4Of = (dollars: number): number => Math.round(dollars * E4_PER_DOLLAR)

/** Schema of an amount in a request body, as a number or a string; it outputs 1e-4 dollars. */
export function dollarsIn({ min, max }: DollarBounds, description: string) {
  const rule = `must be dollars from ${min} to ${max} with at most four decimals`
  return (
    z
      // Each check names the rule: an amount of the right type that fails one is answered with that check's message.
      .union([z.number().min(min, rule).max(max, rule), z.string().max(20, rule)], rule)
      .transform((value, context) => {
        const e4 = parseDollars(value)
        if (e4 !== null && e4 >= min * E4_PER_DOLLAR && e4 <= max * E4_PER_DOLLAR) return e4
        context.addIssue({ code: 'custom', message: rule })
        return z.NEVER
      })
      .meta({ description })
  )
}
