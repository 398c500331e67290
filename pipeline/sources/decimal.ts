import { AppError } from '../../shared/errors.ts'

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?$/

/**
 * Number('') is 0, Number('0x10') is 16 and parseFloat reads '4.9<html>' as 4.9, so a vendor's number must match
 * this pattern of a decimal.
 */
export function decimal(text: string, what: string): number {
  const trimmed = text.trim()
  const value = Number(trimmed)
  if (!DECIMAL.test(trimmed) || !Number.isFinite(value))
    throw new AppError('invalid', `${what} is not a decimal number`)
  return value
}
