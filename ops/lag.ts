import { Command } from 'commander'
import type { Broker } from '../shared/broker/port.ts'
import { LATENCY_QUANTILES, type LatencyQuantile, type PhaseMs } from '../shared/domain/contract/cycle-latency.ts'
import { outboxBacklog } from '../shared/postgres/messaging/outbox.ts'
import { brokerAlarmOf, readStageDepths } from '../shared/postgres/messaging/stage-depths.ts'
import { type LiveWorker, liveWorkers, staffOf } from '../shared/postgres/messaging/stage-workers.ts'
import { type CycleLatency, cycleLatency } from '../shared/postgres/signals/cycle-latency.ts'
import type { Env, Say } from './calendar.ts'
import { type Ops, withBroker } from './connect.ts'
import { age, table } from './table.ts'

const QUANTILES = Object.keys(LATENCY_QUANTILES) as LatencyQuantile[]

interface CycleCount {
  state: string
  count: number
  newest: string
}

/** Prints where work waits, which workers run and how fast, and how long a market event took to be served. */
export const lagCommand = (env: Env, say: Say): Command =>
  new Command('lag')
    .description('per stage: depth, oldest age, workers, rate, dead letters; unsent messages; cycles and their latency')
    .option('--workers', 'also each worker process of each stage')
    .option('--json', 'one object, workers included')
    .action(async (options: { json?: boolean; workers?: boolean }) => {
      const lag = await withBroker(env, readLag)
      say(options.json ? JSON.stringify(asJson(lag), null, 2) : asText(lag, options.workers === true))
    })

type Lag = Awaited<ReturnType<typeof readLag>>

async function readLag({ sql, broker }: Ops & { broker: Broker }) {
  const live = await liveWorkers(sql)
  const stages = (await broker.depths()).map((depth) => ({ ...depth, ...staffOf(depth.stage, live) }))
  const outbox = await outboxBacklog(sql)
  const cycles = await sql<CycleCount[]>`
    select c.state, count(*)::int as count, max(c.id) as newest from cycles as c group by c.state order by c.state`
  // This process publishes nothing, so only the schedulers know of an alarm.
  const alarm = brokerAlarmOf(await readStageDepths(sql))
  return { broker: broker.kind, alarm, stages, outbox, cycles, latency: await cycleLatency(sql), live }
}

const asJson = ({ broker, alarm, stages, outbox, cycles, latency, live }: Lag) => ({
  broker,
  broker_alarm: alarm,
  stages: stages.map(({ oldestReadyAgeMs, ratePerMinute, ...counts }) => ({
    ...counts,
    oldest_ready_age_ms: oldestReadyAgeMs,
    rate_per_minute: ratePerMinute,
  })),
  outbox: { unsent: outbox.unsent, oldest_unsent_age_ms: outbox.oldestUnsentAgeMs },
  cycles,
  market_event_to_served: latencyAsJson(latency),
  workers: live.map((worker) => ({
    stage: worker.stage,
    host: worker.host,
    pid: worker.pid,
    concurrency: worker.concurrency,
    in_hand: worker.inHand,
    rate_per_minute: worker.handledLastMinute,
    started_at: worker.startedAt.toISOString(),
    seen_seconds_ago: worker.seenSecondsAgo,
  })),
})

function latencyAsJson({ newest, cycles, quantiles, unservedMs }: CycleLatency) {
  const phases = ({ collected, computed, reported, total }: PhaseMs) => ({
    collected_ms: collected,
    computed_ms: computed,
    reported_ms: reported,
    total_ms: total,
  })
  return {
    newest: newest && { cycle: newest.cycle, ...phases(newest) },
    unserved_ms: unservedMs,
    cycles,
    ...Object.fromEntries(QUANTILES.map((key) => [key, cycles === 0 ? null : phases(quantiles[key])])),
  }
}

function asText({ broker, alarm, stages, outbox, cycles, latency, live }: Lag, withWorkers: boolean): string {
  const stops = alarm === null ? '' : `; it takes no messages: ${alarm}`
  const unsent = `unsent messages: ${outbox.unsent}, oldest ${age(outbox.oldestUnsentAgeMs)} (broker: ${broker}${stops})`
  const parts = [
    table(
      stages.map(({ stage, ready, active, delayed, dead, oldestReadyAgeMs, workers, ratePerMinute }) => ({
        stage,
        ready,
        active,
        delayed,
        dead,
        oldest: age(oldestReadyAgeMs),
        workers,
        'rate/min': ratePerMinute,
      })),
    ),
    ...(withWorkers ? [workersAsText(live)] : []),
    unsent,
    table(
      cycles.map((row) => ({ cycles: row.state, count: row.count, newest: row.newest })),
      'no cycles yet',
    ),
    latencyAsText(latency),
  ]
  return parts.join('\n\n')
}

const workersAsText = (live: readonly LiveWorker[]): string =>
  table(
    live.map(({ stage, host, pid, inHand, concurrency, handledLastMinute, startedAt, seenSecondsAgo }) => ({
      stage,
      worker: `${host}:${pid}`,
      'in hand': `${inHand} of ${concurrency}`,
      'rate/min': handledLastMinute,
      since: startedAt,
      seen: `${age(seenSecondsAgo * 1_000)} ago`,
    })),
    'no workers',
  )

function latencyAsText({ newest, cycles, quantiles, unservedMs }: CycleLatency): string {
  if (!newest) return 'market event to served: no scheduled cycle yet'
  const row = (name: string, { collected, computed, reported, total }: PhaseMs) => ({
    'event to served': name,
    collected: age(collected),
    computed: age(computed),
    reported: age(reported),
    total: age(total),
  })
  const rows = [row(newest.cycle, newest)]
  if (cycles > 0) rows.push(...QUANTILES.map((key) => row(`${key} of ${cycles}`, quantiles[key])))
  const waiting = unservedMs > 0 ? `\nthe oldest event not served yet has waited ${age(unservedMs)}` : ''
  return `${table(rows)}${waiting}`
}
