import { z } from 'zod'

const SYMBOLS_MAX = 10
/** Ten of them with room for spaces: more is never read. */
const CHARS_MAX = 200
const RULE = `must be 1 to ${SYMBOLS_MAX} symbols, separated by commas`

const symbolsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim().toUpperCase())
      .filter(Boolean),
  ),
]

/** Any text: what is no symbol is unknown, not malformed. */
export const SymbolPath = z
  .string()
  .transform((text) => text.toUpperCase())
  .meta({
    description: 'a symbol, in any case; class shares with a dot (BRK.B)',
    override: { type: 'string', maxLength: 100, example: 'SPY' },
  })

/** Each once, in the order given. What is no symbol is answered like one nobody knows, so that the others are answered. */
export const SymbolsQuery = z
  .string(RULE)
  .max(CHARS_MAX, RULE)
  .transform(symbolsOf)
  .refine((names) => names.length > 0 && names.length <= SYMBOLS_MAX, RULE)
  .meta({
    description: `up to ${SYMBOLS_MAX} symbols separated by commas, in any case; class shares with a dot`,
    override: { type: 'string', maxLength: CHARS_MAX, example: 'SPY,AAPL' },
  })
