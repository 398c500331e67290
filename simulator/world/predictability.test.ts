import { expect, test } from 'vitest'
import { acrossWorlds, differences, leadCorrelation, type Prices, predictability } from './predictability.ts'
import { randomOf } from './random.ts'

const MINUTES = 390

type Session = { before: number; minutes: number[] }
/** One session from the last close, given 390 moves and the gap. */
type Shape = (moves: readonly number[], gap: number) => number[]

const walk: Shape = (moves, gap) => {
  const path = [gap]
  for (const move of moves) path.push(path.at(-1)! + move)
  return path
}

const marketOf = (shape: Shape, seed: number, pull = 0): Prices => {
  const { normal } = randomOf(seed, 99)
  const closes = [0]
  const sessions: Session[] = []
  for (let day = 0; day < 120; day++) {
    const before = closes.at(-1)!
    const moves = Array.from({ length: MINUTES }, () => normal() / Math.sqrt(MINUTES))
    const minutes = shape(moves, 0.6 * normal()).map((log) => (1 - pull) * before + log)
    sessions.push({ before, minutes })
    closes.push(minutes.at(-1)!)
  }
  return { closes, sessions }
}

const measured = (shape: Shape, pull = 0): Record<string, number> => {
  const worlds = Array.from({ length: 20 }, (_, seed) => predictability(marketOf(shape, seed, pull)))
  const found = Object.keys(worlds[0]!).map((name) => {
    const { mean, error } = acrossWorlds(worlds.map((world) => world[name]!))
    return [name, mean / error] as const
  })
  return Object.fromEntries(found.filter(([, errors]) => Math.abs(errors) > 4.5))
}

const scaled =
  (factor: number): Shape =>
  (moves, gap) =>
    walk(
      moves.map((move) => factor * move),
      gap,
    )

test('a random walk with a gap of its own has no figure that differs from zero', () => {
  expect(measured(walk)).toEqual({})
})

test.each<[string, string, Shape, number]>([
  [
    'a nearly straight line to a fixed close',
    'rest of the session on the move since the open, minute 120',
    (moves, gap) => {
      const free = walk(moves, gap)
      const line = (at: number) => gap + ((free.at(-1)! - gap) * at) / MINUTES
      return free.map((log, at) => line(at) + 0.1 * (log - line(at)))
    },
    0,
  ],
  [
    'a gap that knows the rest of the day',
    'gap with the rest of the session',
    (moves, gap) => walk(moves, gap + 0.3 * moves.reduce((sum, move) => sum + move, 0)),
    0,
  ],
  ['a price that is pulled back to its mean', 'variance ratio, 20 sessions', walk, 0.1],
  [
    'minutes that undo a part of the minute before',
    'autocorrelation, minutes',
    (moves, gap) =>
      walk(
        moves.map((move, at) => move - 0.1 * (moves[at - 1] ?? 0)),
        gap,
      ),
    0,
  ],
])('%s is found', (_name, figure, shape, pull) => {
  expect(measured(shape, pull)).toHaveProperty([figure])
})

test('the size of moves alone does not count as an edge', () => {
  expect(measured((moves, gap) => scaled(Math.abs(gap) > 0.6 ? 2 : 0.5)(moves, gap))).toEqual({})
})

test('a follower is found in the minute after its leader, within sessions alone', () => {
  const { sessions } = marketOf(walk, 1)
  const leader = sessions.map(({ minutes }) => differences(minutes))
  const follower = leader.map((run) => [0, ...run.slice(0, -1)])
  expect(leadCorrelation(leader, follower)).toBeCloseTo(1, 9)
  expect(Math.abs(leadCorrelation(follower, leader))).toBeLessThan(0.02)
})
