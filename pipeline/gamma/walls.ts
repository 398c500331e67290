import type { StrikeGamma, Walls } from '../../shared/domain/contract/gamma.ts'

/** A second strike with at least this share of the first one's exposure may take its place with the next quote. */
const PAIR_SHARE = 0.9

/** The strikes with the largest net exposure of each sign; null if no strike has that sign. */
export function wallsOf(strikes: readonly StrikeGamma[]): Walls {
  const [call, put] = [largest(strikes, 1), largest(strikes, -1)]
  return {
    call_wall: call[0]?.strike ?? null,
    put_wall: put[0]?.strike ?? null,
    call_wall_pair: pairOf(call),
    put_wall_pair: pairOf(put),
  }
}

const largest = (strikes: readonly StrikeGamma[], sign: 1 | -1): StrikeGamma[] =>
  strikes
    .filter(({ exposure }) => sign * exposure > 0)
    .sort((a, b) => sign * (b.exposure - a.exposure))
    .slice(0, 2)

function pairOf([first, second]: readonly StrikeGamma[]): [number, number] | null {
  if (!first || !second || second.exposure / first.exposure < PAIR_SHARE) return null
  return first.strike < second.strike ? [first.strike, second.strike] : [second.strike, first.strike]
}
