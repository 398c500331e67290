import { z } from 'zod'
import type { HistoryRow } from './views/signals-history.ts'

export interface Metric {
  /** The column of the daily row. */
  metric: string
  label: string
  unit: string
  aliases: readonly string[]
}

/** What can be drawn over time: the numbers of the daily row, under their column's name and the names people use. */
export const METRICS: readonly (Metric & { read(row: HistoryRow): number | null })[] = [
  metric('health_score', 'Health score', 'points of 100', ['score', 'health'], (row) => row.health_score),
  metric('score_low', 'Lower bound of the score', 'points of 100', [], (row) => row.score_low),
  metric('score_high', 'Upper bound of the score', 'points of 100', [], (row) => row.score_high),
  metric('live_points', 'Points with a reading', 'points of 100', [], (row) => row.live_points),
  metric('spy_close', 'SPY', 'dollars', ['spy'], (row) => row.spy_close),
  metric('vix_close', 'VIX', 'index points', ['vix'], (row) => row.vix_close),
  metric('vix_term', 'VIX term structure', 'ratio', ['vix_term_structure', 'term_structure'], (row) => row.vix_term),
  metric('skew', 'SKEW', 'index points', ['skew_close'], (row) => row.skew),
  metric('dix', 'DIX', 'fraction', ['dark_pool'], (row) => row.dix),
  metric('gex', 'Dealer gamma', 'dollars per 1 % move', ['gamma', 'net_gamma'], (row) => row.gex),
  metric('hy_oas', 'High-yield spread', 'percent', ['oas', 'credit'], (row) => row.hy_oas),
  metric('yield_curve', 'Yield curve 10y less 2y', 'percentage points', ['curve', '2s10s', 't10y2y'], (row) => row.yield_curve),
  metric('dollar', 'Broad dollar', 'index points', ['usd', 'dtwexbgs'], (row) => row.dollar),
  metric('oil', 'WTI', 'dollars per barrel', ['wti'], (row) => row.oil),
  metric('breakevens', 'Breakeven inflation 10y', 'percent', ['breakeven', 't10yie'], (row) => row.breakevens),
  metric('breadth', 'Members above their 50-day average', 'percent', ['pct_above_50dma', 'breadth_50dma'], (row) => row.breadth),
  metric('aaii', 'Bulls less bears', 'fraction', ['sentiment', 'bull_bear'], (row) => row.aaii),
  metric('cot', 'Net speculative E-mini positions', 'contracts', ['positioning'], (row) => row.cot),
] // biome-ignore format: one line each

function metric(
  name: string,
  label: string,
  unit: string,
  aliases: readonly string[],
  read: (row: HistoryRow) => number | null,
) {
  return { metric: name, label, unit, aliases, read }
}

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
