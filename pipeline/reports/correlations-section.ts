import { type CorrelationPair, Correlations } from '../../shared/domain/correlations.ts'
import type { SignalsSnapshot } from '../../shared/domain/signals.ts'
import { ordinal } from '../signals/cite.ts'
import { bullets, escapeMarkdown } from './markdown.ts'
import { reasonOf } from './words.ts'

const HEAD = '## Correlations'

type Ready = Extract<CorrelationPair, { status: 'ready' }>

/** What is unusual in full, what is usual in one line, what is missing with its reason. */
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
  return `${HEAD}\n\n${bullets(lines)}`
}

function normalLine(normal: readonly Ready[], all: number): string[] {
  if (normal.length === 0) return []
  const which = normal.length === all ? 'SPY moves with each as usual' : 'Within the normal range'
  const each = normal.map(
    ({ name, correlation, percentile, window_to }) =>
      `${name} ${correlation.toFixed(2)} (${percentile === null ? '' : `${ordinal(Math.round(percentile))} percentile, `}closes up to ${window_to})`,
  )
  return [`${which}: ${each.join('; ')}`]
}
