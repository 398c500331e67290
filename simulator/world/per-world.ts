import type { World } from './world.ts'

/** A derived value that exists as long as its world: two servers in one process must not share it. */
export const perWorld = <Derived extends object>(make: (world: World) => Derived): ((world: World) => Derived) => {
  const known = new WeakMap<World, Derived>()
  return (world) => {
    const derived = known.get(world) ?? make(world)
    known.set(world, derived)
    return derived
  }
}
