import { parseDollars } from '../shared/domain/trading/money.ts'
import { AppError } from '../shared/errors.ts'

export function dollarsE4(text: string, name: string): number {
  const e4 = parseDollars(text)
  if (e4 === null || e4 <= 0)
    throw new AppError('invalid', `${name}: must be dollars above zero with at most four decimals`)
  return e4
}
