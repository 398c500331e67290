import { Gauge, type Registry } from 'prom-client'
import type { Reader } from './reader.ts'
import { type StageFigures, stageFigures } from './views/stage-figures.ts'

const READ_EVERY_MS = 5_000
/** Schedulers look every five seconds; older figures would draw a calm line over a service nobody schedules. */
const SEEN_SECONDS_MAX = 30
const MESSAGE_STATES = ['ready', 'active', 'delayed', 'dead'] as const

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

  function gauge<L extends string>(
    name: string,
    help: string,
    labelNames: readonly L[],
    fill: (gauge: Gauge<L>, found: StageFigures) => void,
  ): void {
    const one: Gauge<L> = new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const found = await figures()
        one.reset()
        // Without labels prom-client resets to 0, which would be a figure.
        if (labelNames.length === 0) one.remove()
        if (found) fill(one, found)
      },
    })
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
  gauge('market_event_to_served_seconds', 'From the newest cycle to its report in service time', [], (one, found) => {
    if (found.marketEventToServedSeconds !== null) one.set(found.marketEventToServedSeconds)
  })
}
