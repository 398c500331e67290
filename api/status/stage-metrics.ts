import { Counter, Gauge, type Registry } from 'prom-client'
import { STAGES } from '../../shared/broker/topology.ts'
import { CYCLE_PHASES, LATENCY_QUANTILES, type LatencyQuantile } from '../../shared/domain/contract/cycle-latency.ts'
import { brokerAlarmOf, SEEN_SECONDS_MAX } from '../../shared/postgres/messaging/stage-depths.ts'
import { staffOf } from '../../shared/postgres/messaging/stage-workers.ts'
import type { Reader } from '../database/reader.ts'
import { type StageFigures, stageFigures } from './stage-figures-view.ts'

const READ_EVERY_MS = 5_000
const MESSAGE_STATES = ['ready', 'active', 'delayed', 'dead'] as const
/** RabbitMQ names one or both in the reason of its alarm: "low on memory", "low on disk". */
const ALARM_RESOURCES = ['memory', 'disk'] as const
const QUANTILES = Object.entries(LATENCY_QUANTILES) as [LatencyQuantile, number][]

type MetricDefinition<L extends string, M> = [
  name: string,
  help: string,
  labelNames: readonly L[],
  fill: (one: M, found: StageFigures) => void,
]
type MakeGauge = <L extends string>(...definition: MetricDefinition<L, Gauge<L>>) => void

/**
 * Figures of the stages, read at a scrape. Every replica reports the same values, so aggregate with `max`, not `sum`.
 * An unknown value (database down, no scheduler) is absent rather than 0.
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
    ...[name, help, labelNames, fill]: MetricDefinition<L, M>
  ) => ({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect(this: M) {
      const found = await figures()
      this.reset()
      // prom-client resets a metric without labels to 0, which would be a value.
      if (labelNames.length === 0) this.remove()
      if (found) fill(this, found)
    },
  })
  const gauge: MakeGauge = (...definition) => {
    new Gauge(filled(...definition))
  }
  /** The workers count and the database keeps the counts, so that they survive restarts of both. */
  const counter = <L extends string>(...definition: MetricDefinition<L, Counter<L>>) => {
    new Counter(filled(...definition))
  }

  gauge('stage_messages', 'Messages of a stage by state', ['stage', 'state'], (one, found) => {
    for (const each of seen(found)) {
      for (const state of MESSAGE_STATES) one.set({ stage: each.stage, state }, each[state])
    }
  })
  gauge('stage_oldest_ready_seconds', 'Age of the oldest ready message', ['stage'], (one, found) => {
    for (const { stage, oldestReadyAgeSeconds } of seen(found)) one.set({ stage }, oldestReadyAgeSeconds ?? 0)
  })
  gauge('stage_standing_seconds', 'Time messages have waited for workers that finish none', ['stage'], (one, found) => {
    for (const { stage, standingSeconds } of seen(found)) one.set({ stage }, standingSeconds ?? 0)
  })
  gauge(
    'scheduler_silent_seconds',
    'Time since a scheduler lived, whether the broker answers it or not',
    [],
    (one, found) => {
      if (found.schedulerSilentSeconds !== null) one.set(found.schedulerSilentSeconds)
    },
  )
  gauge('outbox_oldest_seconds', 'Age of the oldest message not yet sent to the broker', [], (one, found) =>
    one.set(found.outboxOldestSeconds),
  )
  gauge('source_run_age_seconds', 'Time since a source last delivered', ['source'], (one, found) => {
    for (const { source, ageSeconds } of found.sources) one.set({ source }, ageSeconds)
  })
  gauge('stage_workers', 'Processes that run a stage', ['stage'], (one, found) => {
    for (const stage of STAGES) one.set({ stage }, staffOf(stage, found.workers).workers)
  })
  gauge('stage_handled_last_minute', 'Messages handled in the last minute', ['stage'], (one, found) => {
    for (const stage of STAGES) one.set({ stage }, staffOf(stage, found.workers).ratePerMinute)
  })
  counter('stage_handled_total', 'Deliveries by outcome', ['stage', 'outcome'], (one, found) => {
    for (const { stage, outcome, handled } of found.totals) one.inc({ stage, outcome }, handled)
  })
  counter('stage_handling_seconds_total', 'Time spent handling deliveries', ['stage'], (one, found) => {
    for (const { stage, handlingSeconds } of found.totals) one.inc({ stage }, handlingSeconds)
  })
  gauge('cycles_failed', 'Cycles of the last day given up without a report', [], (one, found) =>
    one.set(found.failedCycles),
  )
  gauge('session_open_seconds', 'Time since the open of the session; 0 while it is closed', [], (one, found) =>
    one.set(found.sessionSeconds),
  )
  gauge('quotes_age_seconds', 'Time since the quotes worker renewed a quote', [], (one, found) => {
    if (found.quotesAgeSeconds !== null) one.set(found.quotesAgeSeconds)
  })
  gauge('vendor_budget_remaining', 'Requests that a vendor’s budget allows now', ['vendor'], (one, found) => {
    for (const { vendor, remaining } of found.budgets) one.set({ vendor }, remaining)
  })
  gauge('vendor_requests_today', 'Requests to a vendor on this Eastern day', ['vendor'], (one, found) => {
    for (const { vendor, usedToday } of found.budgets) one.set({ vendor }, usedToday)
  })
  measureAlarm(gauge)
  measureLatency(gauge)
}

const seen = ({ stages }: StageFigures) => stages.filter(({ seenSecondsAgo }) => seenSecondsAgo <= SEEN_SECONDS_MAX)

function measureAlarm(gauge: MakeGauge): void {
  gauge('broker_alarm', '1 while RabbitMQ takes no messages for want of the resource', ['resource'], (one, found) => {
    if (seen(found).length === 0) return
    const alarm = brokerAlarmOf(found.stages)
    for (const resource of ALARM_RESOURCES) one.set({ resource }, alarm?.includes(resource) === true ? 1 : 0)
  })
}

/** In real time, over the cycles of the last session's length; back-filled cycles never count. */
function measureLatency(gauge: MakeGauge): void {
  const name = 'market_event_to_served_seconds'
  gauge(name, 'Time from a cycle’s slot to its readable report', ['quantile'], (one, { latency }) => {
    for (const [key, quantile] of QUANTILES) {
      const { total } = latency.quantiles[key]
      if (total !== null) one.set({ quantile: String(quantile) }, total / 1_000)
    }
  })
  gauge('market_event_to_served_last_seconds', 'The same for the newest served cycle', [], (one, { latency }) => {
    if (latency.newestServedMs !== null) one.set(latency.newestServedMs / 1_000)
  })
  gauge(
    'market_event_unserved_seconds',
    'Time since the oldest slot whose report is not served yet',
    [],
    (one, { latency }) => one.set(latency.unservedMs / 1_000),
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
