/** The way of a cycle from its slot to a readable report, and how it is cut. */
export const CYCLE_PHASES = ['collected', 'computed', 'reported', 'total'] as const
export type CyclePhase = (typeof CYCLE_PHASES)[number]

/** Real milliseconds of each phase; null for one that has not ended, or was not measured. */
export type PhaseMs = Record<CyclePhase, number | null>

export const LATENCY_QUANTILES = { p50: 0.5, p95: 0.95, max: 1 } as const
export type LatencyQuantile = keyof typeof LATENCY_QUANTILES

/** The nearest rank: always a value that happened. */
export function quantile(values: readonly number[], q: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? null
}

/** Each phase by itself, so the phases of a quantile need not add up to its total. */
export function phaseQuantile(cycles: readonly PhaseMs[], q: number): PhaseMs {
  const of = (phase: CyclePhase) =>
    quantile(
      cycles.map((cycle) => cycle[phase]).filter((ms) => ms !== null),
      q,
    )
  return { collected: of('collected'), computed: of('computed'), reported: of('reported'), total: of('total') }
}
