import { z } from 'zod'
import { DAILY_METRICS } from '../../shared/domain/contract/metrics.ts'
import type { HistoryRow } from './signals-history-view.ts'

/** The metrics that can be drawn over time: the numbers of the daily row, under their column names and aliases. */
export const METRICS = DAILY_METRICS.map((entry) => ({
  ...entry,
  read: (row: HistoryRow): number | null => row[entry.metric],
}))

/** A Map, because the names are a caller's: an object would also find `constructor`. */
const BY_NAME = new Map(METRICS.flatMap((each) => [each.metric, ...each.aliases].map((name) => [name, each.metric])))

/** Canonical names in the order of the catalogue, each once; null if one is unknown. */
export function metricsNamed(names: string): string[] | null {
  const wanted = new Set<string>()
  for (const name of names.split(',')) {
    const known = BY_NAME.get(name.trim().toLowerCase())
    if (known === undefined) return null
    wanted.add(known)
  }
  return METRICS.flatMap((each) => (wanted.has(each.metric) ? [each.metric] : []))
}

export const MetricEntry = z
  .object({
    metric: z.string().describe('its name'),
    label: z.string().describe('its display name'),
    unit: z.string().describe('unit of its values'),
    aliases: z.array(z.string()).describe('other names of the metric'),
  })
  .meta({ id: 'MetricEntry', description: 'A metric that can be drawn over time' })

/** The catalogue in the answer to an unknown name. */
export const CATALOGUE: z.infer<typeof MetricEntry>[] = METRICS.map(({ read: _read, aliases, ...rest }) => ({
  ...rest,
  aliases: [...aliases],
}))
