import {
  type ComposedVerdict,
  composeVerdict,
  judgeVerdict,
  NO_EVENING,
  StateAnswer,
  stateFacts,
  VerdictAnswer,
  verdictPrompt,
} from '../../pipeline/ai-read/index.ts'
import type { StageHandler } from '../../shared/broker/run-stage.ts'
import { type AiRead, finishRead, lockRead } from '../../shared/postgres/ai/ai-reads.ts'
import { statesOfCycles } from '../../shared/postgres/ai/ai-states.ts'
import { areSizesConfirmed, publicGrades } from '../../shared/postgres/ai/grades.ts'
import { appendEvents } from '../../shared/postgres/events/events.ts'
import { keepPublicState } from '../../shared/postgres/receipts/public-state.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { announceDocuments } from '../../shared/postgres/signals/read-models.ts'
import { beginRead, missLate } from './begin-read.ts'
import { type Consulted, consultModel } from './consult-model.ts'
import { learnEveningBefore } from './learn-evening.ts'
import type { ReadDeps } from './read-state.ts'
import { readWorld } from './read-world.ts'
import { saveVerdicts, verdictEvent } from './save-verdicts.ts'

interface PreparedVerdict {
  read: AiRead
  cutoff: Date
  composed: ComposedVerdict
  consulted: Consulted<VerdictAnswer>
}

type Prepared = PreparedVerdict | { read: AiRead; missed: string } | null

/** AI-2: writes the verdict from structured input alone; the deterministic one always, the LLM's beside it. */
export function ai2Stage(deps: ReadDeps): StageHandler<'ai2.due', Prepared> {
  return {
    stage: 'ai2',
    handles: ['ai2.due'],
    async prepare({ payload }) {
      const begun = await beginRead(deps, payload.read)
      if (!begun || 'missed' in begun) return begun
      const { read, cutoff } = begun
      const isLive = read.origin !== 'backfill'
      if (!isLive) await learnEveningBefore(deps.sql, cutoff)
      const { inputs } = await readWorld(deps.sql, { cutoff, live: isLive })
      const sizesConfirmed = isLive && areSizesConfirmed(await publicGrades(deps.sql))
      const composed = composeVerdict(inputs, cutoff, sizesConfirmed)
      if (!composed) return { read, missed: NO_EVENING }
      const prompt = verdictPrompt(stateFacts(inputs), composed.verdict, await readerWords(deps.sql, read))
      const inquiry = {
        readId: read.id,
        prompt,
        schema: VerdictAnswer,
        schemaName: 'verdict',
        judge: (answer: unknown) => judgeVerdict(answer, prompt),
      }
      const consulted = await consultModel(isLive ? deps : { ...deps, settings: null }, inquiry)
      return { read, cutoff, composed, consulted }
    },
    async handle(tx, _message, prepared) {
      if (!prepared) return []
      if ('missed' in prepared) {
        await missLate(tx, prepared, deps.clock)
        return []
      }
      const locked = await lockRead(tx, prepared.read.id)
      if (locked?.state !== 'started') return []
      const { read, cutoff, composed, consulted } = prepared
      const writtenAt = read.origin === 'backfill' ? cutoff : deps.clock.now()
      const stateRef = read.origin === 'backfill' ? null : await keepPublicState(tx, cutoff)
      await saveVerdicts(tx, { read, asOf: cutoff, composed, consulted, writtenAt, stateRef })
      await finishRead(tx, read.id, { cutoff, at: writtenAt })
      // A past verdict is no news.
      if (read.origin !== 'backfill')
        await appendEvents(tx, [verdictEvent(read, composed.verdict, consulted, writtenAt)])
      await announceDocuments(tx, 'ai')
      deps.log.info({ read: read.id, llm: consulted.value !== null, fallback: consulted.fallback }, 'verdict_written')
      return []
    },
  }
}

/** AI-2 gets only the words of AI-1's answer that its schema fixes. */
async function readerWords(sql: Pool, { cycleId }: AiRead): Promise<Omit<StateAnswer, 'summary'> | null> {
  const state = (await statesOfCycles(sql, [cycleId])).find(({ variant }) => variant === 'llm')
  if (!state) return null
  return StateAnswer.omit({ summary: true }).strip().parse(JSON.parse(state.document))
}
