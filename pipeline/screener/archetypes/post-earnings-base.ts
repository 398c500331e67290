import { type ArchetypeInput, defineArchetype, holding, percent, scoreBetween } from '../archetype.ts'
import { closeAgo, highestClose, lowestClose, type NameView, returnOver, volumeRatio } from '../name-view.ts'

const GAP_MOVES = 2.5
const GAP_VOLUME = 1.8
const BASE_BARS_MIN = 4
const BASE_BARS_MAX = 20
/** The base stays above this share of the gap. */
const KEPT_SHARE = 0.5

/** How many bars ago the gap came, newest first; null without one in the window. */
function gapBarsAgo({ name, barsSinceReport }: ArchetypeInput): number | null {
  for (let ago = BASE_BARS_MIN; ago <= BASE_BARS_MAX; ago++) {
    const move = Math.log(closeAgo(name, ago) / closeAgo(name, ago + 1))
    const isReport = barsSinceReport !== null && Math.abs(barsSinceReport - ago) <= 1
    if (move >= GAP_MOVES * name.day60 && (isReport || volumeRatio(name, ago) >= GAP_VOLUME)) return ago
  }
  return null
}

const heldShare = (name: NameView, ago: number): number => {
  const [before, after] = [closeAgo(name, ago + 1), closeAgo(name, ago)]
  return (lowestClose(name, ago) - before) / (after - before)
}

/** A report followed by a jump on heavy volume, after which the name kept most of the gain. */
export const postEarningsBase = defineArchetype({
  id: 'post_earnings_base',
  label: 'Post-earnings base',
  side: 'long',
  horizon: 20,
  confluenceMin: 2,
  needs: 'volume',
  fires(input) {
    const { name } = input
    const ago = gapBarsAgo(input)
    if (ago === null || !(heldShare(name, ago) >= KEPT_SHARE)) return null
    const jump = Math.log(closeAgo(name, ago) / closeAgo(name, ago + 1))
    const range = Math.log(highestClose(name, ago) / lowestClose(name, ago))
    const volume = volumeRatio(name, ago)
    const confluence = holding({
      report_known: input.barsSinceReport !== null && Math.abs(input.barsSinceReport - ago) <= 1,
      heavy_volume: volume >= 2.5,
      tight_base: range <= 2 * name.day60 * Math.sqrt(ago),
      beats_market_since: returnOver(name, ago) > input.marketReturn(ago),
      above_average_of_200: name.closes.at(-1)! > name.average200,
    })
    return {
      score: scoreBetween(jump / name.day60, GAP_MOVES, 8),
      confluence,
      why: [
        `jumped ${percent(jump)} on ${input.dayAgo(ago)}${input.barsSinceReport === null ? '; no report day is known' : ''}`,
        ...(Number.isNaN(volume) ? [] : [`volume of that session ${volume.toFixed(1)} times its mean of 50`]),
        `kept ${(100 * heldShare(name, ago)).toFixed(0)} % of the jump at its lowest close since`,
      ],
    }
  },
  confirms: ({ name }) => name.price > highestClose(name, 3, name.priceIsOpen ? 0 : 1),
})
