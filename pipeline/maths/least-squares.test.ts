import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastSquares } from './least-squares.ts'

const coefficient = fc.double({ min: -5, max: 5, noNaN: true })

test('the coefficients of values that the columns give exactly are found', () => {
  fc.assert(
    fc.property(coefficient, coefficient, coefficient, (a, b, c) => {
      const rows = [-2, -1, 0, 1, 3, 7].map((x) => [1, x, x * x])
      const [foundA, foundB, foundC] = leastSquares(
        rows,
        rows.map(([, x]) => a + b * x! + c * x! ** 2),
      )!
      expect(foundA).toBeCloseTo(a, 9)
      expect(foundB).toBeCloseTo(b, 9)
      expect(foundC).toBeCloseTo(c, 9)
    }),
  )
})

test('a line through four points is the one of the textbook', () => {
  const [start, slope] = leastSquares(
    [1, 2, 3, 4].map((x) => [1, x]),
    [6, 5, 7, 10],
  )!
  expect(start).toBeCloseTo(3.5, 12)
  expect(slope).toBeCloseTo(1.4, 12)
})

test('columns that depend on each other have no coefficients', () => {
  expect(
    leastSquares(
      [
        [1, 2],
        [2, 4],
        [3, 6],
      ],
      [1, 2, 3],
    ),
  ).toBeNull()
  expect(leastSquares([[1, 5]], [1])).toBeNull()
})
