import { apartFrom, defineArchetype, holding, percentDown, scoreBetween } from '../archetype.ts'
import { lastMove, lowestClose, type NameView, returnOver } from '../name-view.ts'

const BREAK_BARS = 12
const BASE_BARS = 60
/** How near below the broken level the name has come back, in its usual daily moves. */
const NEAR_MOVES = 1.2
const BREAK_MOVES = 1

const brokenLow = (name: NameView): number => lowestClose(name, BASE_BARS, BREAK_BARS)

/** A break below the lows of a quarter, a rise back to the level from below, and a rejection there. */
export const breakdownRetest = defineArchetype({
  id: 'breakdown_retest',
  label: 'Breakdown retest',
  side: 'short',
  horizon: 10,
  confluenceMin: 2,
  needs: null,
  fires(input) {
    const { name } = input
    const last = name.closes.at(-1)!
    const [level, bottom] = [brokenLow(name), lowestClose(name, BREAK_BARS)]
    const depth = Math.log(level / bottom) / name.day60
    if (!(depth >= BREAK_MOVES)) return null
    const below = Math.log(level / last) / name.day60
    if (!(below >= -0.3 && below <= NEAR_MOVES) || !(last > bottom)) return null
    const confluence = holding({
      below_average_of_50: last < name.average50,
      average_of_50_below_200: name.average50 < name.average200,
      behind_market_over_quarter: returnOver(name, 60) < input.marketReturn(60),
      volatility_rises: name.day20 > name.day60,
      behind_market_over_half_a_year: returnOver(name, 125) < input.marketReturn(125),
    })
    return {
      score: scoreBetween(depth, BREAK_MOVES, 4),
      confluence,
      why: [
        `broke the low of 60 sessions by ${percentDown(Math.log(bottom / level))} within the last ${BREAK_BARS} sessions`,
        `came back to ${apartFrom(Math.log(last / level), ['above', 'below'])} that level`,
      ],
    }
  },
  confirms: ({ name }) => lastMove(name) <= -0.2 && name.price < brokenLow(name) * Math.exp(0.3 * name.day60),
})
