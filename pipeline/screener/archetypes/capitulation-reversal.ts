import { defineArchetype, holding, percent, percentDown, scoreBetween } from '../archetype.ts'
import { highestClose, lastMove, lowestClose, movesOver, returnOver, volumeRatio } from '../name-view.ts'

/** Five sessions that fell so many of their usual moves. */
const FALL_MOVES = -1.7
const OVERSOLD_RSI = 35
const RISE_MOVES = 0.5

/** Capitulation: a fall far beyond the name's usual move to a low, and the first strong session after it. */
export const capitulationReversal = defineArchetype({
  id: 'capitulation_reversal',
  label: 'Capitulation reversal',
  side: 'long',
  horizon: 10,
  confluenceMin: 2,
  needs: null,
  fires(input) {
    const { name, market } = input
    const moves = movesOver(name, 5)
    if (!(moves <= FALL_MOVES) || !(name.rsi <= OVERSOLD_RSI)) return null
    const [fall, marketFall] = [returnOver(name, 5), input.marketReturn(5)]
    const confluence = holding({
      low_of_60_sessions: lowestClose(name, 3) <= lowestClose(name, 60),
      far_below_high: Math.log(name.closes.at(-1)! / highestClose(name, 60)) < -1.5 * name.day250 * Math.sqrt(20),
      volatility_jumped: name.day20 > 1.2 * name.day250,
      market_fell_too: marketFall < -market.day60 * Math.sqrt(5),
      volume_spike: volumeRatio(name, 0) >= 1.8 || volumeRatio(name, 1) >= 1.8,
    })
    return {
      score: scoreBetween(-moves, -FALL_MOVES, 4),
      confluence,
      why: [
        `fell ${percentDown(fall)} in 5 sessions, ${(-moves).toFixed(1)} times its usual move`,
        `14-session RSI at ${name.rsi.toFixed(0)}`,
        `SPY over the same sessions: ${percent(marketFall)}`,
      ],
    }
  },
  confirms: ({ name }) => lastMove(name) >= RISE_MOVES,
})
