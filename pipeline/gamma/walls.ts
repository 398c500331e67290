import type { StrikeGamma, Walls } from '../../shared/domain/contract/gamma.ts'
import { shown } from '../maths/shown.ts'

/** Another strike with at least this share of the wall's exposure may take its place with the next quote. */
const TIE_SHARE = 0.9
/** If more strikes than these tie, there is no level but a range. */
const TIES_MAX = 4

/** The strikes with the largest net exposure of each sign; null if no strike has that sign. */
export function wallsOf(strikes: readonly StrikeGamma[]): Walls {
  const [call, put] = [largest(strikes, 1), largest(strikes, -1)]
  return {
    call_wall: call[0]?.strike ?? null,
    put_wall: put[0]?.strike ?? null,
    call_wall_pair: pairOf(call),
    put_wall_pair: pairOf(put),
    call_wall_ties: tiesOf(call),
    put_wall_ties: tiesOf(put),
  }
}

/** The strikes that tie, the wall itself first. */
function largest(strikes: readonly StrikeGamma[], sign: 1 | -1): StrikeGamma[] {
  const [wall, ...others] = strikes
    .filter(({ exposure }) => sign * exposure > 0)
    .sort((a, b) => sign * (b.exposure - a.exposure))
    .slice(0, TIES_MAX)
  if (!wall) return []
  return [wall, ...others.filter(({ exposure }) => exposure / wall.exposure >= TIE_SHARE)]
}

function pairOf([first, second]: readonly StrikeGamma[]): [number, number] | null {
  if (!first || !second) return null
  return first.strike < second.strike ? [first.strike, second.strike] : [second.strike, first.strike]
}

function tiesOf(tied: readonly StrikeGamma[]): Walls['call_wall_ties'] {
  const [wall, second] = tied
  if (!wall || !second) return null
  return tied.map(({ strike, exposure }) => ({ strike, share: shown(exposure / wall.exposure) }))
}

/** The other strikes nearly tied with a wall, the nearest to a tie first; an older analysis knows one at most. */
export const tiedWith = (
  wall: number,
  { pair, ties }: { pair: Walls['call_wall_pair']; ties: Walls['call_wall_ties'] },
): number[] => (ties?.map(({ strike }) => strike) ?? pair ?? []).filter((strike) => strike !== wall)

/** The walls of a chain, with the strikes that tie with them. */
export type TiedWalls = Partial<Walls> & Pick<Walls, 'call_wall' | 'put_wall'>

/**
 * Returns whether a wall has moved between two chains. It has not where each chain names the other's wall as tied with
 * its own, for then the two strikes have only changed places.
 */
export function hasWallMoved(side: 'call_wall' | 'put_wall', then: TiedWalls, now: TiedWalls): boolean {
  const [from, to] = [then[side], now[side]]
  if (from === to) return false
  if (from === null || to === null) return true
  const isTied = (chain: TiedWalls, wall: number, other: number): boolean =>
    tiedWith(wall, { pair: chain[`${side}_pair`], ties: chain[`${side}_ties`] }).includes(other)
  return !(isTied(then, from, to) && isTied(now, to, from))
}
