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
import { attemptsOf } from '../../shared/postgres/ai/ai-attempts.ts'
import { type AiRead, finishRead } from '../../shared/postgres/ai/ai-reads.ts'
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

/** AI-2: writes the verdict from structured input alone; always the deterministic one, and the LLM's in addition. */
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
      const [{ inputs }, grades, words, made] = await Promise.all([
        readWorld(deps.sql, { cutoff, live: isLive }),
        publicGrades(deps.sql),
        readerWords(deps.sql, read),
        attemptsOf(deps.sql, [read.id]),
      ])
      const composed = composeVerdict(inputs, cutoff, isLive && areSizesConfirmed(grades))
      if (!composed) return { read, missed: NO_EVENING }
      const prompt = verdictPrompt({
        facts: stateFacts(inputs),
        verdict: composed.verdict,
        evening: inputs.evening,
        state: words,
      })
      const inquiry = {
        readId: read.id,
        prompt,
        schema: VerdictAnswer,
        schemaName: 'verdict',
        judge: (answer: unknown) => judgeVerdict(answer, prompt),
      }
      const consulted = await consultModel(isLive ? deps : { ...deps, settings: null }, inquiry, made)
      return { read, cutoff, composed, consulted }
    },
    async handle(tx, _message, prepared) {
      if (!prepared) return []
      if ('missed' in prepared) {
        await missLate(tx, prepared, deps.clock)
        return []
      }
      const { read, cutoff, composed, consulted } = prepared
      const isPast = read.origin === 'backfill'
      const writtenAt = isPast ? cutoff : deps.clock.now()
      if (!(await finishRead(tx, read.id, { cutoff, at: writtenAt }))) return []
      const stateRef = isPast ? null : await keepPublicState(tx, cutoff)
      // A past verdict is no news.
      const news = isPast ? [] : [verdictEvent(read, composed, consulted, writtenAt)]
      await Promise.all([
        saveVerdicts(tx, { read, asOf: cutoff, composed, consulted, writtenAt, stateRef }),
        appendEvents(tx, news),
        announceDocuments(tx, 'ai'),
      ])
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
