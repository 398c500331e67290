import { z } from 'zod'
import { DAILY_METRICS } from '../../shared/domain/contract/metrics.ts'
import type { HistoryRow } from './signals-history-view.ts'

/** What can be drawn over time: the numbers of the daily row, under their column's name and the names people use. */
export const METRICS = DAILY_METRICS.map((words) => ({
  ...words,
  read: (row: HistoryRow): number | null => row[words.metric],
}))

/** A Map, because names come from outside: on an object `constructor` would be found. */
const BY_NAME = new Map(METRICS.flatMap((each) => [each.metric, ...each.aliases].map((name) => [name, each.metric])))

/** Canonical names in the order of the catalogue, each once; null when one is unknown. */
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
    label: z.string().describe('its name for people'),
    unit: z.string().describe('unit of its values'),
    aliases: z.array(z.string()).describe('other names it answers to'),
  })
  .meta({ id: 'MetricEntry', description: 'A metric that can be drawn over time' })

/** What an unknown name is answered with. */
export const CATALOGUE: z.infer<typeof MetricEntry>[] = METRICS.map(({ read: _read, aliases, ...rest }) => ({
  ...rest,
  aliases: [...aliases],
}))
