import type { Fragility, FragilityBoundary, FragilityPillar } from '../../shared/domain/contract/fragility.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { wholeRank } from '../inputs/cite.ts'
import { shownPercentile } from '../maths/shown.ts'
import { bullets, escapeMarkdown } from './markdown.ts'
import { wallTime } from './words.ts'

const HEAD = '## Fragility'
const COMPONENT_OF = { volatility: 'vix', credit: 'hy_oas', breadth: 'breadth', gamma: 'gex' } as const

/** Reports where the pillars rank in their own year, and the nearest regime line on either side. */
export function fragilitySection(fragility: Fragility | null, snapshot: SignalsSnapshot): string {
  if (!fragility) return `${HEAD}\n\nNo readable fragility was stored with this state.`
  const lines = [
    ...fragility.pillars.map((pillar) => pillarSentence(pillar, snapshot)),
    ...nearest(fragility.boundaries, 'worse'),
    ...nearest(fragility.boundaries, 'better'),
    ...withoutGamma(fragility),
  ]
  return `${HEAD}\n\n${headline(fragility)}\n\n${bullets(lines)}`
}

function headline({ score, rating, reason }: Fragility): string {
  if (score === null) return `**No fragility score**: ${escapeMarkdown(reason ?? 'no reason given')}.`
  return `Fragility **${Math.round(score)} out of 100** (${rating}); at 100 every pillar is at its worst of the past year.`
}

function pillarSentence(
  { pillar, percentile, sessions, for: at, reason }: FragilityPillar,
  { score_components }: SignalsSnapshot,
): string {
  const name = `${pillar[0]!.toUpperCase()}${pillar.slice(1)}`
  if (percentile === null || at === null) return `${name} is not ranked: ${escapeMarkdown(reason ?? 'no reason given')}`
  const component = score_components.find(({ key }) => key === COMPONENT_OF[pillar])
  const value = component && component.max > 0 ? `${component.name} ${component.value}` : name
  return `${escapeMarkdown(value)}${whenOther(at, component?.inputs[0]?.for)}: ${rankWords(percentile)} of its last ${sessions} sessions`
}

/** The lowest session counts itself alone, which rounds to zero percent. */
function rankWords(percentile: number): string {
  if (Math.round(shownPercentile(percentile)!) === 0) return 'the least healthy'
  const rank = wholeRank(percentile)
  return `as healthy as or healthier than ${rank === 100 ? 'all' : `${rank} %`}`
}

/** The time of a value is in the table of components; it is repeated only where the pillar read another one. */
function whenOther(at: string, ofComponent: string | undefined): string {
  if (at === ofComponent) return ''
  return at.length > 10 ? `, quoted ${wallTime(at)}` : `, for ${at}`
}

/** A pillar that does not decide has no line, which does not mean that its line is far away. */
const withoutGamma = ({ pillars, boundaries }: Fragility): string[] =>
  boundaries.length > 0 &&
  !boundaries.some(({ pillar }) => pillar === 'gamma') &&
  pillars.some(({ pillar, percentile }) => pillar === 'gamma' && percentile !== null)
    ? ['Lines of dealer gamma are left out while it does not decide the regime; the market status says why']
    : []

function nearest(boundaries: readonly FragilityBoundary[], direction: 'worse' | 'better'): string[] {
  const found = boundaries.find((each) => each.direction === direction)
  if (!found) return []
  const { measure, value, line, threshold, distance_moves, regime_now, regime_if_crossed } = found
  const away = distance_moves === null ? '' : `, ${Math.abs(distance_moves).toFixed(1)} usual daily moves away`
  const across =
    regime_now === regime_if_crossed
      ? `crossing it alone would leave the pillars' regime at ${regime_now ?? 'none'}`
      : `crossing it would change the pillars' regime from ${regime_now ?? 'none'} to ${regime_if_crossed ?? 'none'}`
  return [
    `Nearest ${direction} line: ${escapeMarkdown(measure)} ${value.toFixed(2)}, the ${line} line at ${threshold.toFixed(2)}${away}; ${across}`,
  ]
}
