/** Dollars a million tokens. */
export interface TokenPrices {
  in: number
  out: number
}

/** List prices of models as their providers publish them; any other model needs AI_PRICE_IN and AI_PRICE_OUT. */
export const MODEL_PRICES: ReadonlyMap<string, TokenPrices> = new Map([
  ['claude-opus-4-5', { in: 5, out: 25 }],
  ['claude-sonnet-4-5', { in: 3, out: 15 }],
  ['claude-haiku-4-5', { in: 1, out: 5 }],
  ['gpt-5', { in: 1.25, out: 10 }],
  ['gpt-5-mini', { in: 0.25, out: 2 }],
  ['gpt-4.1', { in: 2, out: 8 }],
  ['gpt-4.1-mini', { in: 0.4, out: 1.6 }],
  ['gpt-4o', { in: 2.5, out: 10 }],
  ['gpt-4o-mini', { in: 0.15, out: 0.6 }],
])

/** Millionths of a dollar, rounded up. A dollar a million tokens is a millionth of a dollar a token. */
export const costMicro = (prices: TokenPrices, input: number, output: number): number =>
  Math.ceil(input * prices.in + output * prices.out)
