import { z } from 'zod'
import { symbolOf } from '../../../shared/domain/market/tradeable.ts'

const SYMBOLS_MAX = 10
/** Ten symbols with room for spaces; a longer text is refused unread. */
const CHARS_MAX = 200
const RULE = `must be 1 to ${SYMBOLS_MAX} symbols, separated by commas`

const symbolsOf = (text: string): string[] => [...new Set(text.split(',').map(symbolOf).filter(Boolean))]

/** Accepts any text: a malformed symbol is answered like an unknown one. */
export const symbolPath = (noun: string, example: string) =>
  z
    .string()
    .transform(symbolOf)
    .meta({
      description: `${noun}, in any case; class shares with a dot, a dash or an encoded slash (BRK.B, BRK-B, BRK%2FB)`,
      override: { type: 'string', maxLength: 100, example },
    })
export const SymbolPath = symbolPath('a symbol', 'SPY')

/** Each symbol once, in the order given. A malformed one is answered like an unknown one and does not fail the others. */
export const SymbolsQuery = z
  .string(RULE)
  .max(CHARS_MAX, RULE)
  .transform(symbolsOf)
  .refine((names) => names.length > 0 && names.length <= SYMBOLS_MAX, RULE)
  .meta({
    description: `up to ${SYMBOLS_MAX} symbols separated by commas, in any case; class shares with a dot or a dash`,
    override: { type: 'string', maxLength: CHARS_MAX, example: 'SPY,AAPL' },
  })
