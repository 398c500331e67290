import { expect, it } from 'vitest'
import { seeded } from '../../shared/domain/seeded.ts'
import { shuffledOutcomes } from './shuffled.ts'

const NONE = Number.NaN
/** Two and a half blocks of sixty sessions, and a horizon that has not passed. */
const outcomes = Float64Array.from({ length: 170 }, (_, at) => (at < 150 ? at : NONE))

it('keeps the runs of sixty sessions whole and every outcome once, with the unknown ones at the end', () => {
  const shuffled = shuffledOutcomes(outcomes, seeded(3))
  const known = [...shuffled.subarray(0, 150)]
  expect(known.toSorted((a, b) => a - b)).toEqual([...outcomes.subarray(0, 150)])
  expect([...shuffled.subarray(150)]).toEqual(Array(20).fill(NONE))
  const starts = known.filter((value, at) => value !== (known[at - 1] ?? NONE) + 1)
  expect(starts.every((start) => start % 60 === 0)).toBe(true)
})

it('every order of the blocks is drawn, none more than chance would', () => {
  const random = seeded(4)
  const orders = new Map<string, number>()
  for (let draw = 0; draw < 600; draw++) {
    const shuffled = shuffledOutcomes(outcomes, random)
    expect(shuffled.findIndex(Number.isNaN)).toBe(150)
    const starts = [...shuffled].filter((value) => value % 60 === 0).join(' ')
    orders.set(starts, (orders.get(starts) ?? 0) + 1)
  }
  expect(orders.size).toBe(6)
  // A hundred of each are expected, with a deviation of nine.
  expect(Math.min(...orders.values())).toBeGreaterThan(60)
})
