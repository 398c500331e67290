import { z } from 'zod'
import { STAGES, type StageName } from '../../shared/broker/topology.ts'
import type { SeenStage } from '../../shared/postgres/messaging/stage-depths.ts'
import { type LiveWorker, staffOf } from '../../shared/postgres/messaging/stage-workers.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import type { SlotRow } from './pipeline-view.ts'

const count = (words: string) => z.int().min(0).describe(words)
const instant = (words: string) => z.iso.datetime({ offset: true }).describe(`${words}, Eastern offset`)

const GROUPS = ['fetch', 'compute', 'judge', 'deliver'] as const

/** Stages that turn figures into figures, and those that say what the figures mean; the others deliver and settle. */
const COMPUTING: readonly StageName[] = ['signals', 'tripwires']
const JUDGING: readonly StageName[] = ['report', 'alerts', 'risk']

function groupOf(stage: StageName): (typeof GROUPS)[number] {
  if (stage.startsWith('ingest-')) return 'fetch'
  if (COMPUTING.includes(stage)) return 'compute'
  return JUDGING.includes(stage) ? 'judge' : 'deliver'
}

const PipelineStage = z
  .object({
    stage: z.string().describe('name of the stage'),
    group: z.enum(GROUPS).describe('what kind of work it does, in the order of the work'),
    ready: count('messages that wait for a worker'),
    active: count('messages in hand'),
    delayed: count('messages that wait for a retry'),
    dead: count('messages parked after their last attempt'),
    oldest_age_seconds: z
      .number()
      .nullable()
      .describe('how long the oldest has waited; null: none waits, or not known'),
    workers: count('processes that run the stage'),
    rate_per_minute: count('messages that left it in the last minute'),
    standing_seconds: z
      .number()
      .nullable()
      .describe('how long its workers have finished none; null: it makes progress'),
    unattended_seconds: z.number().nullable().describe('how long messages wait without any worker; null: none do'),
  })
  .meta({ id: 'PipelineStage', description: 'The queue and the workers of a stage' })

const Slot = z
  .object({
    key: z.string().describe('name of the slot'),
    kind: z.string().describe('its kind'),
    scheduled_for: instant('when it was due'),
    state: z.enum(['fired', 'missed']).describe('fired: its work was sent; missed: it was not, and why is in reason'),
    reason: z.string().nullable().describe('why it was missed, or how late it was; null if there is nothing to say'),
    late_seconds: z.number().describe('seconds from its time to the decision'),
  })
  .meta({ id: 'PipelineSlot', description: 'What the schedulers decided about a slot' })

export const Pipeline = z
  .object({
    as_of: instant('service time of this answer'),
    seen_seconds_ago: z.number().nullable().describe('how long ago a scheduler looked at the queues; null: never'),
    stages: z.array(PipelineStage).describe('every stage, in the order of the work'),
    day: z.iso.date().describe('the Eastern day of the slots'),
    slots: z.array(Slot).describe('by time; minutes are only counted'),
    minutes: z
      .object({ fired: count('minutes that were collected'), missed: count('minutes that were not') })
      .describe('the slots of single minutes of the day'),
    source_days: z
      .array(
        z
          .object({
            source: z.string().describe('the source'),
            days: z
              .array(
                z.object({
                  day: z.iso.date().describe('the Eastern day'),
                  runs: count('runs of the source'),
                  ok: count('runs that succeeded'),
                  degraded: count('runs that succeeded with less than all'),
                }),
              )
              .describe('days with runs, oldest first'),
          })
          .meta({ id: 'PipelineSourceDays', description: 'The runs of a source by day' }),
      )
      .describe('runs of the last 30 days by source'),
    traces: z
      .array(
        z.object({
          cycle: z.string().describe('id of the cycle'),
          state: z.string().describe('its state'),
          trace_id: z.string().describe('its trace, for GET /api/v1/internal/traces/{trace_id}'),
        }),
      )
      .describe('the newest cycles with a trace'),
  })
  .meta({ id: 'Pipeline', description: 'The pipeline as operators see it' })

export function stageRows(seen: readonly SeenStage[], live: readonly LiveWorker[]): z.input<typeof PipelineStage>[] {
  return STAGES.map((stage) => {
    const depth = seen.find((row) => row.stage === stage)
    const { workers, ratePerMinute } = staffOf(stage, live)
    return {
      stage,
      group: groupOf(stage),
      ready: depth?.ready ?? 0,
      active: depth?.active ?? 0,
      delayed: depth?.delayed ?? 0,
      dead: depth?.dead ?? 0,
      oldest_age_seconds: depth?.oldestReadyAgeSeconds ?? null,
      workers,
      rate_per_minute: ratePerMinute,
      standing_seconds: depth?.standingSeconds ?? null,
      unattended_seconds: depth?.unattendedSeconds ?? null,
    }
  })
}

export const slotRow = (slot: SlotRow): z.input<typeof Slot> => ({
  key: slot.key,
  kind: slot.kind,
  scheduled_for: easternExact(slot.scheduledFor),
  state: slot.state,
  reason: slot.reason,
  late_seconds: Math.max(0, (slot.decidedAt.getTime() - slot.scheduledFor.getTime()) / 1_000),
})
