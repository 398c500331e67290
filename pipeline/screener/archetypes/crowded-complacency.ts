import { defineArchetype, holding, percent, returnBesideMarket, scoreBetween } from '../archetype.ts'
import { highestClose, lastMove, movesOver, returnOver } from '../name-view.ts'

const CALM_RATIO = 0.75
const NEAR_HIGH_MOVES = 2

/** Complacency: near its high, far ahead and much calmer than usual, until it slips. */
export const crowdedComplacency = defineArchetype({
  id: 'crowded_complacency',
  label: 'Crowded complacency',
  side: 'short',
  horizon: 20,
  confluenceMin: 2,
  needs: null,
  fires(input) {
    const { name, market } = input
    const last = name.closes.at(-1)!
    const calm = name.day20 / name.day250
    if (!(calm <= CALM_RATIO)) return null
    if (!(Math.log(highestClose(name, 250) / last) <= NEAR_HIGH_MOVES * name.day250)) return null
    if (!(Math.log(last / name.average200) >= 2.5 * name.day250)) return null
    const confluence = holding({
      ahead_of_market_over_half_a_year: returnOver(name, 125) > input.marketReturn(125),
      far_above_average_of_200: Math.log(last / name.average200) > 6 * name.day250,
      market_calm_too: market.day20 <= 0.8 * market.day250,
      no_fall_for_a_quarter: movesOver(name, 60) > 0.8,
      overbought: name.rsi >= 62,
    })
    return {
      score: scoreBetween(-calm, -CALM_RATIO, -0.35),
      confluence,
      why: [
        `its moves over 20 sessions are ${(100 * calm).toFixed(0)} % of their usual size`,
        `${percent(Math.log(last / name.average200))} above its 200-session average`,
        returnBesideMarket(input, 125),
      ],
    }
  },
  confirms: ({ name }) => lastMove(name) <= -0.3,
})
