import { z } from 'zod'
import { targetAgeSeconds } from '../../shared/broker/stage-targets.ts'
import type { StageName } from '../../shared/broker/topology.ts'
import { readStageDepths, SEEN_SECONDS_MAX, type SeenStage } from '../../shared/postgres/messaging/stage-depths.ts'
import { type LiveWorker, liveWorkers, staffOf } from '../../shared/postgres/messaging/stage-workers.ts'
import { JSON_TYPE } from '../cache/document-route.ts'
import { handlerRoute } from '../http/route.ts'
import { desiredWorkers } from './desired-workers.ts'
import { namedStage } from './named-stage.ts'

const StageScale = z
  .object({
    stage: z.string().describe('the stage'),
    desired_workers: z.int().min(1).describe('processes that the stage should have now; at least 1'),
    reason: z.string().describe('why the budget of this day has that size'),
    workers: z.int().min(0).describe('processes that run it now, by their heartbeats'),
    oldest_age_seconds: z
      .number()
      .nullable()
      .describe('how long the oldest message has waited; null: none waits, or not known'),
    waiting: z.int().min(0).describe('messages that wait for a worker, those of a retry not among them'),
    in_work: z.int().min(0).describe('messages in hand'),
    rate_per_worker: z
      .number()
      .nullable()
      .describe('messages a second that one process finished in the last minute; null: none did'),
    target_age_seconds: z.number().describe('how long a message of this stage may wait'),
  })
  .meta({ id: 'StageScale', description: 'The load of a stage and how many processes it should have' })
type StageScale = z.input<typeof StageScale>

const SECONDS_OF_RATE = 60

/** The load of a stage, which an autoscaler reads, from reports of the schedulers and the workers. */
function stageScale(stage: StageName, seen: readonly SeenStage[], live: readonly LiveWorker[]): StageScale {
  const depth = seen.find((row) => row.stage === stage)
  const own = live.filter((worker) => worker.stage === stage)
  const { workers, ratePerMinute } = staffOf(stage, live)
  const load = {
    waiting: depth?.ready ?? 0,
    inWork: Math.max(
      depth?.active ?? 0,
      own.reduce((sum, { inHand }) => sum + inHand, 0),
    ),
    oldestAgeSeconds: depth?.oldestReadyAgeSeconds ?? null,
    targetAgeSeconds: targetAgeSeconds(stage),
    workers,
    concurrency: Math.max(1, ...own.map(({ concurrency }) => concurrency)),
    ratePerWorker: ratePerMinute === 0 ? null : ratePerMinute / SECONDS_OF_RATE / workers,
    isRecent: depth !== undefined && depth.seenSecondsAgo <= SEEN_SECONDS_MAX,
  }
  const desired = desiredWorkers(load)
  return {
    stage,
    desired_workers: desired.workers,
    reason: desired.reason,
    workers,
    oldest_age_seconds: load.oldestAgeSeconds,
    waiting: load.waiting,
    in_work: load.inWork,
    rate_per_worker: load.ratePerWorker,
    target_age_seconds: load.targetAgeSeconds,
  }
}

export const stageLoadRoutes = [
  handlerRoute({
    class: 'internal',
    tag: 'operations',
    method: 'GET',
    path: '/api/v1/internal/stages/:stage',
    summary: 'How many processes a stage should have',
    description:
      'For autoscalers: set the copies of the stage to `desired_workers`. The figures are those that a scheduler saw ' +
      'on the broker, at most five seconds ago, and that the workers report; without recent ones the present number ' +
      'stays. A process that is stopped finishes the messages it has in hand.',
    errors: ['not_found'],
    params: z.object({
      stage: z.string().meta({ description: 'name of a stage; any other is 404', example: 'signals' }),
    }),
    response: {
      status: 200,
      description: 'The load of the stage',
      contentType: JSON_TYPE,
      schema: StageScale,
      example: {
        stage: 'signals',
        desired_workers: 5,
        reason: 'what waits and what is in hand',
        workers: 2,
        oldest_age_seconds: 4.2,
        waiting: 60,
        in_work: 4,
        rate_per_worker: 2.1,
        target_age_seconds: 10,
      },
    },
    async handle({ reader }, { params: { stage } }): Promise<StageScale> {
      const name = namedStage(stage)
      const [seen, live] = await reader.read((sql) => Promise.all([readStageDepths(sql), liveWorkers(sql)]))
      return stageScale(name, seen, live)
    },
  }),
]
