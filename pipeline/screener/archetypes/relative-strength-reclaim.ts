import { defineArchetype, holding, returnBesideMarket, scoreBetween } from '../archetype.ts'
import { closeAgo, highestClose, lastMove, type NameView, returnOver } from '../name-view.ts'

const BELOW_BARS = 10
const STRENGTH_MOVES = 0.3

/** How many of the last bars closed below today's 50-session average. */
function barsBelow(name: NameView): number {
  let count = 0
  for (let ago = 1; ago <= BELOW_BARS; ago++) if (closeAgo(name, ago) < name.average50) count++
  return count
}

/** A name that is ahead of the market over a quarter closes above its 50-session average again. */
export const relativeStrengthReclaim = defineArchetype({
  id: 'relative_strength_reclaim',
  label: 'Relative-strength reclaim',
  side: 'long',
  horizon: 15,
  confluenceMin: 2,
  needs: null,
  fires(input) {
    const { name } = input
    const last = name.closes.at(-1)!
    if (!(last > name.average50) || !(closeAgo(name, 2) < name.average50)) return null
    const below = barsBelow(name)
    if (below < 3) return null
    const ahead = returnOver(name, 60) - input.marketReturn(60)
    const aheadMoves = ahead / (name.day60 * Math.sqrt(60))
    if (!(aheadMoves >= STRENGTH_MOVES)) return null
    const confluence = holding({
      average_of_50_above_200: name.average50 > name.average200,
      ahead_over_half_a_year: returnOver(name, 125) > input.marketReturn(125),
      ahead_over_ten_sessions: returnOver(name, 10) > input.marketReturn(10),
      within_reach_of_high: Math.log(last / highestClose(name, 250)) > -5 * name.day60,
      calmer: name.day20 <= name.day60,
    })
    return {
      score: scoreBetween(aheadMoves, STRENGTH_MOVES, 2),
      confluence,
      why: [
        `closed above its 50-session average after ${below} of 10 sessions below it`,
        returnBesideMarket(input, 60),
      ],
    }
  },
  confirms: ({ name }) => name.price > name.average50 && lastMove(name) >= 0.1,
})
