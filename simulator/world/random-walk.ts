import { perWorld } from './per-world.ts'
import { hashText, type Random, randomOf } from './random.ts'
import type { World } from './world.ts'

const STREAM = 51

type Path = { random: Random; values: number[] }

const paths = perWorld(() => new Map<string, Path>())

/** A random walk per name, drawn in order of its days whatever the order of requests. Nothing pulls it back. */
export const randomWalk = (world: World, name: string, noise: number, index: number): number => {
  const known = paths(world)
  let path = known.get(name)
  if (!path) {
    path = { random: randomOf(world.seed, STREAM, hashText(name)), values: [0] }
    known.set(name, path)
  }
  const { random, values } = path
  while (values.length <= index) values.push(values.at(-1)! + noise * random.normal())
  return values[index]!
}
