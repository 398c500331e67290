import { describe, expect, it } from 'vitest'
import { directionAfter, fellAfter, knownShares, returnAfter, sizeAfter } from './outcomes.ts'

const flat = (sessions: number): (number | null)[] => Array<number>(sessions).fill(100)

/** Closes after so many moves, up and down in turn. */
function pathOf(moves: number, sizeOf: (at: number) => number): number[] {
  const closes = [100]
  for (let at = 0; at < moves; at++) closes.push(closes[at]! * (1 + (at % 2 === 0 ? 1 : -1) * sizeOf(at)))
  return closes
}

describe('a fall of 4 %', () => {
  it.each([
    ['of exactly 4 % came', flat(21).with(10, 96), true],
    ['of less did not', flat(21).with(10, 96.01), false],
    ['counts from a peak after the start', [...flat(5), 110, ...flat(15).map(() => 105.6)], true],
    ['counts to a later close alone, not to an earlier one', [...flat(5).map(() => 97), ...flat(16)], false],
    ['on the twentieth session came', flat(21).with(20, 90), true],
    ['on the session after did not', flat(22).with(21, 90), false],
    ['is not known before twenty sessions are over', flat(20).with(10, 90), null],
    ['is not known where a bar is missing', flat(21).with(10, 90).with(15, null), null],
  ])('%s', (_, closes, came) => {
    expect(fellAfter(closes, 0)).toBe(came)
  })
})

describe('a direction', () => {
  /** Sixty returns of one percent, up and down in turn, whose deviation is a percent by the root of 60 / 59. */
  const trailing = pathOf(60, () => 0.01)
  const last = trailing.at(-1)!
  const labelOf = (move: number, sessions = 1) =>
    directionAfter([...trailing, ...Array<number>(sessions).fill(last * (1 + move))], 60, sessions)

  it('is sideways below a quarter of the deviation, 0.2521 % in one session', () => {
    expect([0.002_53, 0.002_51, 0, -0.002_51, -0.002_53].map((move) => labelOf(move))).toEqual([
      'up',
      'sideways',
      'sideways',
      'sideways',
      'down',
    ])
  })
  it('grows with the root of the sessions: twice as much in four', () => {
    expect([labelOf(0.005_05, 4), labelOf(0.005_03, 4), labelOf(-0.005_05, 4)]).toEqual(['up', 'sideways', 'down'])
  })
  it('needs sixty returns before it and its own close', () => {
    const closes = [...trailing, last * 1.1]
    expect(directionAfter(closes.slice(1), 59, 1)).toBeNull()
    expect(directionAfter(closes, 60, 2)).toBeNull()
    expect(
      directionAfter(
        closes.map((close, at) => (at === 7 ? null : close)),
        60,
        1,
      ),
    ).toBeNull()
  })
})

describe('a size', () => {
  /** A year of moves of 1 to 252 steps of a ten-thousandth, up and down in turn. */
  const year = pathOf(252, (at) => (at + 1) * 0.0001)
  const sizeOf = (steps: number) => sizeAfter([...year, year.at(-1)! * (1 + steps * 0.0001)], 252)

  it('is that of the thirds of a year of moves: up to 84.67 steps small, up to 168.33 normal', () => {
    expect([0, 84, 85, 168, 169, 400].map(sizeOf)).toEqual(['small', 'small', 'normal', 'normal', 'big', 'big'])
    expect([-84, -85, -169].map(sizeOf)).toEqual(['small', 'normal', 'big'])
  })
  it('needs 252 moves and the next close', () => {
    expect(sizeAfter([...year.slice(1), 100], 251)).toBeNull()
    expect(sizeAfter(year, 252)).toBeNull()
  })
})

it('a return is from one close to the other, and none where either is missing', () => {
  expect(returnAfter([100, null, 110], 0, 2)).toBeCloseTo(0.1, 12)
  expect([returnAfter([100, null, 110], 0, 1), returnAfter([100, null, 110], 1, 1), returnAfter([100], 0, 1)]).toEqual([
    null,
    null,
    null,
  ])
})

it('the shares of an outcome are those that were known at each close, without the ones that are missing', () => {
  const found = knownShares(['up', null, 'down', 'down', 'up'], 1, ['up', 'down'])
  expect(found).toEqual([null, { up: 1, down: 0 }, { up: 1, down: 0 }, { up: 0.5, down: 0.5 }, expect.anything()])
  expect(found[4]).toEqual({ up: 1 / 3, down: 2 / 3 })
})
