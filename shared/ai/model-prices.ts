/** Dollars a million tokens. */
export interface TokenPrices {
  in: number
  out: number
}

/**
 * List prices as the providers published them in November 2026, for prompts of ordinary length; any other model needs
 * AI_PRICE_IN and AI_PRICE_OUT.
 */
const MODEL_PRICES: ReadonlyMap<string, TokenPrices> = new Map([
  ['claude-fable-5-2', { in: 8, out: 40 }],
  ['claude-fable-5-1', { in: 10, out: 50 }],
  ['claude-opus-5-5', { in: 4, out: 20 }],
  ['claude-opus-5', { in: 5, out: 25 }],
  ['claude-opus-4-8', { in: 5, out: 25 }],
  ['claude-opus-4-7', { in: 5, out: 25 }],
  ['claude-opus-4-6', { in: 5, out: 25 }],
  ['claude-opus-4-5', { in: 5, out: 25 }],
  ['claude-sonnet-5-5', { in: 2, out: 10 }],
  ['claude-sonnet-5', { in: 2, out: 10 }],
  ['claude-sonnet-4-6', { in: 3, out: 15 }],
  ['claude-sonnet-4-5', { in: 3, out: 15 }],
  ['claude-haiku-5-5', { in: 0.1, out: 0.5 }],
  ['claude-haiku-4-5', { in: 1, out: 5 }],
  ['gpt-5.4', { in: 2.5, out: 15 }],
  ['gpt-5.4-mini', { in: 0.75, out: 4.5 }],
  ['gpt-5.2', { in: 1.75, out: 14 }],
  ['gpt-5', { in: 1.25, out: 10 }],
  ['gpt-5-mini', { in: 0.25, out: 2 }],
  ['gpt-4.1', { in: 2, out: 8 }],
  ['gpt-4.1-mini', { in: 0.4, out: 1.6 }],
  ['gpt-4o', { in: 2.5, out: 10 }],
  ['gpt-4o-mini', { in: 0.15, out: 0.6 }],
])

/** The date at the end of the name of a fixed version, such as -20251001 or -2024-07-18. */
const DATED = /-20\d{6}$|-20\d{2}-\d{2}-\d{2}$/

/** The list price of a model or of a dated version of it; null: not known. */
export const listPrice = (model: string): TokenPrices | null => MODEL_PRICES.get(model.replace(DATED, '')) ?? null

/** Millionths of a dollar, rounded up. A dollar a million tokens is a millionth of a dollar a token. */
export const costMicro = (prices: TokenPrices, input: number, output: number): number =>
  Math.ceil(input * prices.in + output * prices.out)
