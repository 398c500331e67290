import { defineArchetype, holding, percent, scoreBetween } from '../archetype.ts'
import { highestClose, lastMove, movesOver, returnOver, volumeRatio } from '../name-view.ts'

const RISE_MOVES = 1.6
const OVERBOUGHT_RSI = 68
const FALL_MOVES = -0.4

/** A rise far beyond the name's usual pace to a new high, and the first weak session after it. */
export const parabolicExhaustion = defineArchetype({
  id: 'parabolic_exhaustion',
  label: 'Parabolic exhaustion',
  side: 'short',
  horizon: 5,
  confluenceMin: 2,
  needs: null,
  fires(input) {
    const { name } = input
    const moves = movesOver(name, 20)
    if (!(moves >= RISE_MOVES) || !(name.rsi >= OVERBOUGHT_RSI)) return null
    const last = name.closes.at(-1)!
    const confluence = holding({
      high_of_250_sessions: highestClose(name, 3) >= highestClose(name, 250),
      far_above_average: Math.log(last / name.average50) > 1.5 * name.day250 * Math.sqrt(25),
      speeding_up: movesOver(name, 5) >= 1.2,
      far_ahead_of_market: returnOver(name, 20) - input.marketReturn(20) > 1.2 * name.day60 * Math.sqrt(20),
      volume_spike: volumeRatio(name, 0) >= 1.8 || volumeRatio(name, 1) >= 1.8,
    })
    return {
      score: scoreBetween(moves, RISE_MOVES, 3.5),
      confluence,
      why: [
        `rose ${percent(returnOver(name, 20))} in 20 sessions, ${moves.toFixed(1)} times its usual move`,
        `14-session RSI at ${name.rsi.toFixed(0)}`,
        `${percent(Math.log(last / name.average50))} above its 50-session average`,
      ],
    }
  },
  confirms: ({ name }) => lastMove(name) <= FALL_MOVES,
})
