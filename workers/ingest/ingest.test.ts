import { expect, it } from 'vitest'
import { sources } from '../../pipeline/sources/index.ts'
import { EFFECT_WITHIN_MS } from '../../shared/broker/handle-delivery.ts'
import { EXPIRE_SECONDS } from '../../shared/broker/postgres-queues.ts'
import { type IngestDeps, ingestStage } from './ingest.ts'

const STAGES = sources.map(
  (source) => [source.id, source.patienceMs ?? 0, ingestStage({} as IngestDeps, source)] as const,
)

it.each(STAGES)(
  '%s: a fetch that takes its whole patience of %i ms is not cut before its end',
  (_id, patienceMs, stage) => {
    expect(stage.prepareWithinMs).toBeGreaterThan(patienceMs)
  },
)

it.each(STAGES)(
  '%s: a fetch and its effect end before the broker gives the message to another worker',
  (_id, _ms, stage) => {
    expect(stage.prepareWithinMs! + EFFECT_WITHIN_MS).toBeLessThan(EXPIRE_SECONDS * 1_000)
  },
)
