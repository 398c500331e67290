import type { InputReading, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { SourceRun } from '../../shared/domain/market/source-run.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { citeTime } from '../inputs/cite.ts'
import { bullets, escapeMarkdown, table } from './markdown.ts'
import { wallTime } from './words.ts'

/** Lists what is missing, late or stood in for, and the age of every input. */
export function qualitySection(snapshot: SignalsSnapshot, runs: readonly SourceRun[]): string {
  const { missing, degraded, stale, failing = [] } = snapshot.data_quality
  const since = (source: string) => {
    const begun = failing.find((each) => each.source === source)?.since
    return begun === undefined ? '' : ` since ${wallTime(begun)}`
  }
  const lines = [
    ...missing.map(
      ({ source, reason }) =>
        `Source ${escapeMarkdown(source)} does not deliver${since(source)}: ${escapeMarkdown(reason)}`,
    ),
    ...degraded.map(
      (source) => `Source ${escapeMarkdown(source)} does not deliver${since(source)}: its last good values stand in`,
    ),
    ...stale.map((series) => `${escapeMarkdown(series)} is stale: a newer value should be public`),
    ...runs.filter(({ ok, degraded: standIn }) => ok === 0 || standIn === 1).map(runLine),
    ...snapshot.score_components.flatMap(({ name, reason }) =>
      reason === null ? [] : [`${escapeMarkdown(name)} has no reading: ${escapeMarkdown(reason)}`],
    ),
  ]
  const body = lines.length > 0 ? bullets(lines) : 'Every input of the score is present and the newest that is public.'
  return `## Data quality\n\n${body}\n\n${inputsTable(snapshot)}`
}

const runLine = ({ source, run_at, error, degraded }: SourceRun): string =>
  `Run of ${source} at ${wallTime(run_at)}: ${degraded === 1 ? 'degraded' : 'failed'}${error === null ? '' : `, ${escapeMarkdown(error)}`}`

/** A value may be days old and still be the newest there is. */
const QUALITY: Record<InputReading['quality'], string> = {
  fresh: 'newest public',
  stale: 'stale',
  degraded: 'last good value',
}

function inputsTable(snapshot: SignalsSnapshot): string {
  const seen = new Map<string, InputReading>()
  for (const input of snapshot.score_components.flatMap(({ inputs }) => inputs)) seen.set(input.series, input)
  const today = tradingDay(snapshot.trade_date)
  const rows = [...seen.values()].map((input) => [
    input.series,
    String(Number(input.value.toPrecision(6))),
    citeTime(input, today),
    wallTime(input.known_at),
    QUALITY[input.quality],
    input.source,
  ])
  return rows.length === 0
    ? 'No input is known.'
    : table(['Input', 'Value', 'Age', 'Known since', 'Quality', 'Source'], rows)
}
