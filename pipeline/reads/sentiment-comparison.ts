import {
  MOODS,
  type SentimentComparison,
  type SentimentKind,
} from '../../shared/domain/contract/sentiment-comparison.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { shownPercentile } from '../maths/shown.ts'
import { mean } from '../maths/statistics.ts'
import { KINDS } from './sentiment-gauges.ts'

const SENTIMENT_RULES_VERSION = '2026.11-2'

const KINDS_MIN = 2
/** Two fifths of the scale; so far apart, one reads greed where the other does not. */
const DIVERGENCE_MIN = 40

/** Survey, positioning, options and price, each ranked in its own history, and where they disagree. */
export function sentimentComparison(inputs: MarketInputs): SentimentComparison {
  const kinds = KINDS.map(({ kind, says, gauges }): SentimentKind => {
    const read = gauges.map((gauge) => gauge.read(inputs))
    const known = read.flatMap(({ greed }) => greed ?? [])
    const greed = shownPercentile(mean(known))
    return { kind, says, greed, mood: moodOf(greed), n: known.length, gauges: read }
  })
  const known = kinds.filter(hasReading)
  const enough = known.length >= KINDS_MIN
  const greed = enough ? shownPercentile(mean(known.map((each) => each.greed))) : null
  const ranked = [...known].sort((a, b) => b.greed - a.greed)
  const divergences = ranked.flatMap((greedier, index) =>
    ranked.slice(index + 1).flatMap((other) => divergence(greedier, other)),
  )
  return {
    schema_version: '2026.11',
    rules_version: SENTIMENT_RULES_VERSION,
    as_of: easternExact(inputs.cutoff),
    greed,
    mood: moodOf(greed),
    spread: enough ? gap(ranked[0]!, ranked.at(-1)!) : null,
    n: known.length,
    sentence: sentence(kinds, greed),
    divergences: divergences.sort((a, b) => b.gap - a.gap),
    reason: enough ? null : `only ${known.length} of ${kinds.length} kinds have a reading, ${KINDS_MIN} are needed`,
    kinds,
  }
}

type Known = SentimentKind & { greed: number }
const hasReading = (kind: SentimentKind): kind is Known => kind.greed !== null
const gap = (greedier: Known, other: Known): number => Math.round((greedier.greed - other.greed) * 10) / 10

function moodOf(greed: number | null): (typeof MOODS)[number] | null {
  if (greed === null) return null
  return MOODS[Math.min(MOODS.length - 1, Math.floor(greed / 20))]!
}

function divergence(greedier: Known, other: Known): SentimentComparison['divergences'] {
  const apart = gap(greedier, other)
  if (apart < DIVERGENCE_MIN) return []
  const inWords = (each: Known) => `${each.kind} at ${each.greed.toFixed(0)} of 100 (${each.mood})`
  return [
    {
      greedier: greedier.kind,
      more_fearful: other.kind,
      gap: apart,
      sentence: `${inWords(greedier)} against ${inWords(other)}: ${greedier.says} and ${other.says} disagree.`,
    },
  ]
}

function sentence(kinds: readonly SentimentKind[], greed: number | null): string {
  const parts = kinds.map(
    ({ kind, greed: own, mood }) => `${kind} ${own === null ? 'n/a' : `${own.toFixed(0)} (${mood})`}`,
  )
  const head =
    greed === null
      ? 'There is too little data for a common reading'
      : `Overall ${greed.toFixed(0)} on a scale from 0 (fear) to 100 (greed), which is ${moodOf(greed)}`
  return `${head}: ${parts.join(', ')}.`
}
