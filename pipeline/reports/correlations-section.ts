import { type CorrelationPair, Correlations } from '../../shared/domain/contract/correlations.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { unsigned } from '../../shared/domain/number-words.ts'
import { rankOf } from '../inputs/cite.ts'
import { bullets, escapeMarkdown } from './markdown.ts'
import { reasonOf } from './words.ts'

const HEAD = '## Correlations'

const introduction = ({ window_sessions, range_sessions }: Correlations): string =>
  `Correlations with SPY of daily changes over ${window_sessions} sessions, with 95 % intervals, ranked among up to ${range_sessions} such windows, of which ${Math.ceil(range_sessions / window_sessions)} do not overlap.`

type Ready = Extract<CorrelationPair, { status: 'ready' }>

/** Gives unusual pairs in full, usual pairs in one line, and missing pairs with their reason. */
export function correlationsSection({ correlations }: SignalsSnapshot): string {
  const block = Correlations.safeParse(correlations)
  if (!block.success) return `${HEAD}\n\nNo correlations: ${reasonOf(correlations)}.`
  const pairs = Object.values(block.data.pairs)
  const ready = pairs.filter((pair) => pair.status === 'ready')
  const normal = ready.filter(({ classification }) => classification === 'normal')
  const lines = [
    ...ready.filter((pair) => !normal.includes(pair)).map(({ reading }) => escapeMarkdown(reading)),
    ...normalLine(normal, pairs.length),
    ...pairs.flatMap((pair) =>
      pair.status === 'ready' ? [] : [`SPY with ${pair.name} has no reading: ${escapeMarkdown(pair.reason)}`],
    ),
  ]
  return `${HEAD}\n\n${introduction(block.data)}\n\n${bullets(lines)}`
}

const inShort = ({ name, correlation, interval, percentile }: Ready): string => {
  const between = interval ? [`${unsigned(interval[0], 2)} to ${unsigned(interval[1], 2)}`] : []
  const rank = percentile === null ? [] : [`${rankOf(percentile)} percentile`]
  const facts = [...between, ...rank]
  return `${name} ${unsigned(correlation, 2)}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`
}

function normalLine(normal: readonly Ready[], all: number): string[] {
  if (normal.length === 0) return []
  const which = normal.length === all ? 'All within their normal range' : 'Within the normal range'
  const ends = [...new Set(normal.map(({ window_to }) => window_to))].sort().reverse()
  const groups = ends.map((end) => {
    const pairs = normal.filter(({ window_to }) => window_to === end).map(inShort)
    return `${pairs.join(', ')}, closes up to ${end}`
  })
  return [`${which}: ${groups.join('; ')}`]
}
