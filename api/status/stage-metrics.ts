import { Counter, Gauge, type Registry } from 'prom-client'
import { STAGES } from '../../shared/broker/topology.ts'
import { CYCLE_PHASES, LATENCY_QUANTILES, type LatencyQuantile } from '../../shared/domain/contract/cycle-latency.ts'
import { SEEN_SECONDS_MAX } from '../../shared/postgres/messaging/stage-depths.ts'
import { staffOf } from '../../shared/postgres/messaging/stage-workers.ts'
import type { Reader } from '../database/reader.ts'
import { type StageFigures, stageFigures } from './stage-figures-view.ts'

const READ_EVERY_MS = 5_000
const MESSAGE_STATES = ['ready', 'active', 'delayed', 'dead'] as const
const QUANTILES = Object.entries(LATENCY_QUANTILES) as [LatencyQuantile, number][]

type Made<L extends string, M> = [
  name: string,
  help: string,
  labelNames: readonly L[],
  fill: (one: M, found: StageFigures) => void,
]
type MakeGauge = <L extends string>(...made: Made<L, Gauge<L>>) => void

/**
 * What waits where, read when somebody scrapes. Every replica says the same, so take `max`, not `sum`. What
 * cannot be known (database away, no scheduler) is absent rather than 0.
 */
export function measureStages(registry: Registry, reader: Reader, { readEveryMs = READ_EVERY_MS } = {}): void {
  let readAtMs = Number.NEGATIVE_INFINITY
  let reading: Promise<StageFigures | null> = Promise.resolve(null)
  const figures = (): Promise<StageFigures | null> => {
    if (performance.now() - readAtMs >= readEveryMs) {
      readAtMs = performance.now()
      reading = reader.read(stageFigures).catch(() => null)
    }
    return reading
  }

  const filled = <L extends string, M extends Gauge<L> | Counter<L>>(
    ...[name, help, labelNames, fill]: Made<L, M>
  ) => ({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect(this: M) {
      const found = await figures()
      this.reset()
      // Without labels prom-client resets to 0, which would be a figure.
      if (labelNames.length === 0) this.remove()
      if (found) fill(this, found)
    },
  })
  const gauge: MakeGauge = (...made) => {
    new Gauge(filled(...made))
  }
  /** Counted by the workers and kept in the database, so that it outlives both them and this process. */
  const counter = <L extends string>(...made: Made<L, Counter<L>>) => {
    new Counter(filled(...made))
  }

  const seen = ({ stages }: StageFigures) => stages.filter(({ seenSecondsAgo }) => seenSecondsAgo <= SEEN_SECONDS_MAX)
  gauge('stage_messages', 'Messages of a stage by state', ['stage', 'state'], (one, found) => {
    for (const each of seen(found)) {
      for (const state of MESSAGE_STATES) one.set({ stage: each.stage, state }, each[state])
    }
  })
  gauge('stage_oldest_ready_seconds', 'Age of the oldest message nobody has taken', ['stage'], (one, found) => {
    for (const { stage, oldestReadyAgeSeconds } of seen(found)) one.set({ stage }, oldestReadyAgeSeconds ?? 0)
  })
  gauge('outbox_oldest_seconds', 'Age of the oldest message the broker has not taken', [], (one, found) =>
    one.set(found.outboxOldestSeconds),
  )
  gauge('source_run_age_seconds', 'Since a source last delivered', ['source'], (one, found) => {
    for (const { source, ageSeconds } of found.sources) one.set({ source }, ageSeconds)
  })
  gauge('stage_workers', 'Processes that run a stage', ['stage'], (one, found) => {
    for (const stage of STAGES) one.set({ stage }, staffOf(stage, found.workers).workers)
  })
  gauge('stage_handled_last_minute', 'Messages handled in the last minute', ['stage'], (one, found) => {
    for (const stage of STAGES) one.set({ stage }, staffOf(stage, found.workers).ratePerMinute)
  })
  counter('stage_handled_total', 'Deliveries by what became of them', ['stage', 'outcome'], (one, found) => {
    for (const { stage, outcome, handled } of found.totals) one.inc({ stage, outcome }, handled)
  })
  counter('stage_handling_seconds_total', 'Time deliveries were in hand', ['stage'], (one, found) => {
    for (const { stage, handlingSeconds } of found.totals) one.inc({ stage }, handlingSeconds)
  })
  gauge('cycles_failed', 'Cycles of the last day without a report, given up', [], (one, found) =>
    one.set(found.failedCycles),
  )
  measureLatency(gauge)
}

/** In real time, over the cycles of the last session's length; what was back-filled never counts. */
function measureLatency(gauge: MakeGauge): void {
  const name = 'market_event_to_served_seconds'
  gauge(name, 'From a cycle’s slot to its readable report', ['quantile'], (one, { latency }) => {
    for (const [key, quantile] of QUANTILES) {
      const { total } = latency.quantiles[key]
      if (total !== null) one.set({ quantile: String(quantile) }, total / 1_000)
    }
  })
  gauge('market_event_to_served_last_seconds', 'The same of the newest served cycle', [], (one, { latency }) => {
    if (latency.newestServedMs !== null) one.set(latency.newestServedMs / 1_000)
  })
  gauge('market_event_unserved_seconds', 'Since the oldest slot whose report is awaited', [], (one, { latency }) =>
    one.set(latency.unservedMs / 1_000),
  )
  gauge('cycle_phase_seconds', 'Time a cycle spent in a phase', ['phase', 'quantile'], (one, { latency }) => {
    for (const [key, quantile] of QUANTILES) {
      for (const phase of CYCLE_PHASES) {
        const ms = latency.quantiles[key][phase]
        if (phase !== 'total' && ms !== null) one.set({ phase, quantile: String(quantile) }, ms / 1_000)
      }
    }
  })
}
