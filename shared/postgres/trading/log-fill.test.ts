import { expect, test } from 'vitest'
import { fillTitle } from './log-fill.ts'

const leg = (instrument: string) => ({ instrument, quantity: 1 }) as Parameters<typeof fillTitle>[0]['legs'][number]

test.each([
  ['a stock', { side: 'buy', quantity: 1, legs: [leg('SPY')] } as const, 6_000_100, 'Filled: buy 1 SPY at 600.01.'],
  [
    'a price of whole dimes',
    { side: 'buy', quantity: 1, legs: [leg('SPY')] } as const,
    23_000,
    'Filled: buy 1 SPY at 2.30.',
  ],
  [
    'a package, which has no side',
    { side: null, quantity: 2, legs: [leg('SPY261218P00660000'), leg('SPY261218P00650000')] } as const,
    -18_900,
    'Filled: 2 packages of SPY261218P00660000, SPY261218P00650000 at a net price of -1.89 per share.',
  ],
])('the title of a fill reads as a sentence: %s', (_name, trade, priceE4, title) => {
  expect(fillTitle(trade, priceE4)).toBe(title)
})
