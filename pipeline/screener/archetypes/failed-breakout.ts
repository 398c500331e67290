import { defineArchetype, holding, percent, percentDown, scoreBetween } from '../archetype.ts'
import { highestClose, lastMove, lowestClose, type NameView, returnOver } from '../name-view.ts'

const BREAKOUT_BARS = 6
const BASE_BARS = 60
const BACK_MOVES = 0.3

/** The high of the base before the last sessions, which a breakout must have passed. */
const baseHigh = (name: NameView): number => highestClose(name, BASE_BARS, BREAKOUT_BARS)

/** A rise that rounds to zero is named by its bound. */
const upTo = (logReturn: number): string =>
  Number.parseFloat(percent(logReturn)) === 0 ? 'less than 0.1 %' : `up to ${percent(logReturn)}`

/** A close above the highs of a quarter that did not hold for a week. */
export const failedBreakout = defineArchetype({
  id: 'failed_breakout',
  label: 'Failed breakout',
  side: 'short',
  horizon: 10,
  confluenceMin: 2,
  needs: null,
  fires(input) {
    const { name } = input
    const last = name.closes.at(-1)!
    const [level, top] = [baseHigh(name), highestClose(name, BREAKOUT_BARS)]
    if (!(top > level) || !(last < level)) return null
    const back = Math.log(level / last) / name.day60
    if (!(back >= BACK_MOVES)) return null
    const confluence = holding({
      below_average_of_20: last < name.average20,
      behind_market_over_ten_sessions: returnOver(name, 10) < input.marketReturn(10),
      lost_a_week: last < lowestClose(name, BREAKOUT_BARS - 1, 1),
      behind_market_over_quarter: returnOver(name, 60) < input.marketReturn(60),
      volatility_rises: name.day20 > name.day60,
    })
    return {
      score: scoreBetween(back, BACK_MOVES, 3),
      confluence,
      why: [
        `closed ${upTo(Math.log(top / level))} above the 60-session high within the last ${BREAKOUT_BARS} sessions`,
        `then closed ${percentDown(Math.log(last / level))} below that level`,
      ],
    }
  },
  confirms: ({ name }) => lastMove(name) <= -0.1 && name.price < baseHigh(name),
})
