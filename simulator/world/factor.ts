import type { Daily } from './daily-path.ts'
import { memo } from './memo.ts'
import { perWorld } from './per-world.ts'
import { hashText } from './random.ts'
import { randomWalk } from './random-walk.ts'
import { NEWS_MINUTES } from './session-clock.ts'
import { addSession, openOf, type SessionMove } from './session-path.ts'
import type { World } from './world.ts'

/**
 * One of the independent random walks that prices are made of, apart from the market: a sector, oil, a share's own
 * news.
 */
export type Factor = {
  name: string
  hash: number
  /** True if several prices contain it. */
  isShared: boolean
  /** The walk at a session's close. */
  close(world: World, index: number): number
  /** The deviation of a session's move, and the sum of the variances of all moves so far. */
  deviation(world: World, index: number): number
  variance(world: World, index: number): number
  /** Set for news that comes at night alone: what the night before a session brings, null for most nights. */
  night?(world: World, index: number): NightNews | null
}
/** A move of a night, its variance, and how many minutes after the last bell it is known: infinite for a morning's. */
export type NightNews = { move: number; variance: number; minutes: number }
export type Exposure = { factor: Factor; weight: number }

/** A walk of constant deviation, addressed by its name. */
export const walkFactor = (name: string, noise: number, { isShared = false } = {}): Factor => ({
  name,
  hash: hashText(name),
  isShared,
  close: (world, index) => randomWalk(world, name, noise, index),
  deviation: () => noise,
  variance: (_, index) => noise * noise * index,
})

/** A walk that the daily path draws, because figures that are no prices contain it too. */
export const dailyFactor = (
  name: string,
  pick: (daily: Daily) => number,
  noise: number | { deviation(daily: Daily): number; variance(daily: Daily): number },
): Factor => ({
  name,
  hash: hashText(name),
  isShared: true,
  close: (world, index) => pick(world.daily(index)),
  deviation: (world, index) => (typeof noise === 'number' ? noise : noise.deviation(world.daily(index))),
  variance: (world, index) => (typeof noise === 'number' ? noise * noise * index : noise.variance(world.daily(index))),
})

const STREAM = { open: 26, session: 27 } as const

const moveOf = (world: World, factor: Factor, index: number): SessionMove => ({
  before: factor.close(world, Math.max(0, index - 1)),
  close: factor.close(world, index),
  deviation: factor.deviation(world, index),
})

export const factorOpen = (world: World, factor: Factor, index: number): number => {
  if (factor.night) return factor.close(world, index)
  const { date } = world.daily(index)
  return openOf(moveOf(world, factor, index), world.seed, date, STREAM.open, factor.hash)
}

/** The sectors' walks of 800 sessions, which the charts of all members read: about 3 MB. */
const PATHS_KEPT = 9_000

/** The steps of the walks of a session, the open and the close among them. */
export const newsTimes = (world: World, index: number): number => world.closeOf(index).minutes / NEWS_MINUTES + 1

const sharedPath = perWorld((world) =>
  memo(
    PATHS_KEPT,
    ({ factor, index }: { factor: Factor; index: number }) => factor.hash * 65_536 + index,
    ({ factor, index }) => {
      const path = new Float64Array(newsTimes(world, index))
      addDrawn(path, 1, world, factor, index)
      return Float32Array.from(path)
    },
  ),
)

const addDrawn = (sum: Float64Array, weight: number, world: World, factor: Factor, index: number): void => {
  const { minutes } = world.closeOf(index)
  const move = {
    change: factor.close(world, index) - factorOpen(world, factor, index),
    deviation: factor.deviation(world, index),
  }
  addSession(
    sum,
    weight,
    move,
    { minutes, perMinute: 1 / NEWS_MINUTES },
    world.seed,
    world.daily(index).date,
    STREAM.session,
    factor.hash,
  )
}

/**
 * Adds the path of a walk since the open to a sum, step by step. A walk that many prices share is cached, in single
 * precision for its size; one of a single price is drawn again.
 */
export const addPath = (sum: Float64Array, weight: number, world: World, factor: Factor, index: number): void => {
  // News of a night is in the open already.
  if (factor.night) return
  if (!factor.isShared) {
    addDrawn(sum, weight, world, factor, index)
    return
  }
  const path = sharedPath(world)({ factor, index })
  for (let step = 0; step < sum.length; step++) sum[step]! += weight * path[step]!
}
