import { defineArchetype, holding, percent, percentDown, returnBesideMarket, scoreBetween } from '../archetype.ts'
import { highestClose, lastMove, movesOver, returnOver } from '../name-view.ts'

const FALL_MOVES = -1.2
const RISE_MOVES = 0.15

/** A name in a long rise, calmer than its own past or steadier than the market, after a short fall within that rise. */
export const oversoldQuality = defineArchetype({
  id: 'oversold_quality',
  label: 'Oversold quality',
  side: 'long',
  horizon: 10,
  confluenceMin: 2,
  needs: null,
  fires(input) {
    const { name, market } = input
    const last = name.closes.at(-1)!
    if (!(last > name.average200) || !(name.average50 > name.average200)) return null
    const moves = movesOver(name, 5)
    if (!(moves <= FALL_MOVES)) return null
    const confluence = holding({
      beat_market_over_year: returnOver(name, 250) > input.marketReturn(250),
      usual_volatility: name.day60 <= 1.05 * name.day250,
      steady_name: name.day250 <= 1.6 * market.day250,
      near_average_of_50: Math.abs(Math.log(last / name.average50)) <= 2 * name.day60,
      shallow_fall: Math.log(last / highestClose(name, 250)) > -6 * name.day250,
    })
    return {
      score: scoreBetween(-moves, -FALL_MOVES, 3),
      confluence,
      why: [
        `above its 200-session average by ${percent(Math.log(last / name.average200))}`,
        `fell ${percentDown(returnOver(name, 5))} in 5 sessions, ${(-moves).toFixed(1)} times its usual move`,
        returnBesideMarket(input, 250),
      ],
    }
  },
  confirms: ({ name }) => lastMove(name) >= RISE_MOVES,
})
