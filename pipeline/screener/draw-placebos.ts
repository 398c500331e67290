import type { GauntletInput, JudgedEpisode } from './gauntlet.ts'
import { type PlaceboPick, placeboExcess } from './placebo-outcome.ts'

/** Draws per episode and kind, and how often a draw without an outcome is repeated. */
const DRAWS = 4
const TRIES_MAX = 40

interface DrawInput extends Pick<GauntletInput, 'table' | 'pools' | 'until'> {
  /** The first session with an entry of the archetype. */
  first: number
  random(): number
  /** What a placebo came to; absent: its excess over the whole horizon. */
  excessOf?(pick: PlaceboPick): number
}

/** Excesses of the same name on other days, and of other names on the same day. */
export function drawPlacebos(episode: JudgedEpisode, input: DrawInput): { dates: number[]; tickers: number[] } {
  return { dates: drawDates(episode, input), tickers: drawTickers(episode, input) }
}

const wholeHorizon = (table: DrawInput['table'], until: number) => (pick: PlaceboPick) =>
  placeboExcess(table, pick, until)

/** Days on which the name was a member in the same volatility third, at least a horizon away. */
function drawDates(
  episode: JudgedEpisode,
  { table, pools, until, first, random, excessOf = wholeHorizon(table, until) }: DrawInput,
): number[] {
  const { ticker, entry, horizon, side } = episode
  const third = pools.third(ticker, episode.at)
  const found: number[] = []
  const span = until - horizon - first + 1
  for (let tries = 0; tries < TRIES_MAX && found.length < DRAWS && span > 0; tries++) {
    const at = first + Math.floor(random() * span)
    if (Math.abs(at - episode.at) < horizon || !pools.isMember(ticker, at) || pools.third(ticker, at) !== third)
      continue
    const excess = excessOf({ ticker, at, entry, horizon, side })
    if (!Number.isNaN(excess)) found.push(excess)
  }
  return found
}

function drawTickers(
  episode: JudgedEpisode,
  { table, pools, until, random, excessOf = wholeHorizon(table, until) }: DrawInput,
): number[] {
  const { at, entry, horizon, side } = episode
  const peers = pools.peers(episode.ticker, at)
  const found: number[] = []
  for (let tries = 0; tries < TRIES_MAX && found.length < DRAWS && peers.length > 1; tries++) {
    const ticker = peers[Math.floor(random() * peers.length)]!
    if (ticker === episode.ticker) continue
    const excess = excessOf({ ticker, at, entry, horizon, side })
    if (!Number.isNaN(excess)) found.push(excess)
  }
  return found
}
