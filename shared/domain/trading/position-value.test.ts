import fc from 'fast-check'
import { expect, test } from 'vitest'
import { realizedE4, valuePosition } from './position-value.ts'

const sides = { bidE4: 99_000, askE4: 101_000, midE4: 100_000 }

test.each([
  [
    'a long stock is sold at the bid',
    10,
    900_000,
    1,
    { valueE4: 1_000_000, liquidationE4: 990_000, unrealizedE4: 100_000 },
  ],
  [
    'a short stock is bought back at the ask',
    -10,
    -1_200_000,
    1,
    { valueE4: -1_000_000, liquidationE4: -1_010_000, unrealizedE4: 200_000 },
  ],
  [
    'a contract counts as a hundred shares',
    2,
    20_000_000,
    100,
    { valueE4: 20_000_000, liquidationE4: 19_800_000, unrealizedE4: 0 },
  ],
])('%s', (_name, quantity, costE4, multiplier, expected) => {
  expect(valuePosition({ instrument: 'X', quantity, costE4 }, multiplier, sides)).toMatchObject(expected)
})

test('percent refers to the absolute basis, and is null if that is 0', () => {
  expect(valuePosition({ instrument: 'X', quantity: 10, costE4: 800_000 }, 1, sides).unrealizedPercent).toBe(25)
  expect(valuePosition({ instrument: 'X', quantity: -10, costE4: -1_250_000 }, 1, sides).unrealizedPercent).toBe(20)
  expect(valuePosition({ instrument: 'X', quantity: 10, costE4: 0 }, 1, sides).unrealizedPercent).toBeNull()
})

test('without a bid closing a long brings nothing, and without an ask closing a short is unknown', () => {
  const oneSided = { bidE4: 0, askE4: 0, midE4: null }
  const long = valuePosition({ instrument: 'X', quantity: 1, costE4: 5 }, 1, oneSided)
  expect(long).toEqual({ valueE4: null, liquidationE4: 0, unrealizedE4: null, unrealizedPercent: null })
  expect(valuePosition({ instrument: 'X', quantity: -1, costE4: -5 }, 1, oneSided).liquidationE4).toBeNull()
})

test('realised and unrealised gain add up to the total gain at any marks', () => {
  const position = fc.record({
    quantity: fc.integer({ min: -100, max: 100 }).filter((quantity) => quantity !== 0),
    costE4: fc.integer({ min: 0, max: 1e9 }),
    midE4: fc.integer({ min: 1, max: 1e7 }),
  })
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e12 }),
      fc.integer({ min: 1, max: 1e12 }),
      fc.array(position),
      (cashE4, initialE4, held) => {
        const positions = held.map(({ quantity, costE4 }) => ({
          instrument: 'X',
          quantity,
          costE4: Math.sign(quantity) * costE4,
        }))
        const values = positions.map((each, at) => valuePosition(each, 1, { ...sides, midE4: held[at]!.midE4 }))
        const unrealized = values.reduce((sum, { unrealizedE4 }) => sum + unrealizedE4!, 0)
        const equity = values.reduce((sum, { valueE4 }) => sum + valueE4!, cashE4)
        expect(realizedE4({ cashE4, initialE4 }, positions) + unrealized).toBe(equity - initialE4)
      },
    ),
  )
})
