/** Phases of a cycle from its slot to a readable report. */
export const CYCLE_PHASES = ['collected', 'computed', 'reported', 'total'] as const
export type CyclePhase = (typeof CYCLE_PHASES)[number]

/** Real milliseconds of each phase; null for a phase that has not ended or was not measured. */
export type PhaseMs = Record<CyclePhase, number | null>

export const LATENCY_QUANTILES = { p50: 0.5, p95: 0.95, max: 1 } as const
export type LatencyQuantile = keyof typeof LATENCY_QUANTILES

/** Nearest-rank quantile: always one of the values. */
export function quantile(values: readonly number[], q: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? null
}

/** The quantile of each phase by itself, so the phases need not add up to the total. */
export function phaseQuantile(cycles: readonly PhaseMs[], q: number): PhaseMs {
  const of = (phase: CyclePhase) =>
    quantile(
      cycles.map((cycle) => cycle[phase]).filter((ms) => ms !== null),
      q,
    )
  return { collected: of('collected'), computed: of('computed'), reported: of('reported'), total: of('total') }
}
