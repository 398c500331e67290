import { composite, fitSpace, presence, refitOf, type Space } from './fit.ts'
import type { StateHistory } from './state-history.ts'

/** The space of a refit for the dimensions a session has. */
export type Spaces = (refit: number, mask: number) => Space | null

/** Fits each space once; walks over the same history share them. */
export function spacesOf(state: StateHistory, embargo: number): Spaces {
  const learned = new Map<string, Space | null>()
  return (refit, mask) => {
    const key = `${refit} ${mask}`
    const before = learned.get(key)
    if (before !== undefined) return before
    const space = fitSpace(state, refit, mask, embargo)
    learned.set(key, space)
    return space
  }
}

/** The composite of every session by the fit of its own year; null where too few dimensions had a reading. */
export function composites(state: StateHistory, spaces: Spaces): (number | null)[] {
  const refits = refitOf(state)
  return state.days.map((_day, at) => {
    const space = spaces(refits[at]!, presence(state, at))
    return space && composite(space, at)
  })
}
