import {
  AI_RULES_VERSION,
  composeVerdict,
  describeState,
  judgeState,
  PROMPT_VERSION,
  type ReadInputs,
  StateAnswer,
  type StateFacts,
  stateFacts,
  statePrompt,
} from '../../pipeline/ai-read/index.ts'
import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { StageHandler } from '../../shared/broker/run-stage.ts'
import type { Log } from '../../shared/log.ts'
import { attemptsOf } from '../../shared/postgres/ai/ai-attempts.ts'
import { type AiRead, finishRead } from '../../shared/postgres/ai/ai-reads.ts'
import { saveState } from '../../shared/postgres/ai/ai-states.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { announceDocuments } from '../../shared/postgres/signals/read-models.ts'
import { beginRead, missLate } from './begin-read.ts'
import { type ConsultDeps, type Consulted, consultModel } from './consult-model.ts'
import { escalate } from './escalate.ts'
import { learnEveningBefore } from './learn-evening.ts'
import { readWorld } from './read-world.ts'

export type ReadDeps = ConsultDeps & { log: Log }

interface PreparedState {
  read: AiRead
  cutoff: Date
  inputs: ReadInputs
  facts: StateFacts
  consulted: Consulted<StateAnswer>
}

/**
 * AI-1: describes the state, always in fixed wording and also in the LLM's where one is configured. It is the only
 * reader of outside text. The LLM is called outside any transaction; its answer is stored with the deterministic text.
 */
export function ai1Stage(
  deps: ReadDeps,
): StageHandler<'ai1.due', PreparedState | { read: AiRead; missed: string } | null> {
  return {
    stage: 'ai1',
    handles: ['ai1.due'],
    async prepare({ payload }) {
      const begun = await beginRead(deps, payload.read)
      if (!begun || 'missed' in begun) return begun
      const { read, cutoff } = begun
      const isLive = read.origin !== 'backfill'
      if (!isLive) await learnEveningBefore(deps.sql, cutoff)
      const [{ inputs, headlines }, made] = await Promise.all([
        readWorld(deps.sql, { cutoff, live: isLive }),
        attemptsOf(deps.sql, [read.id]),
      ])
      const facts = stateFacts(inputs)
      const prompt = statePrompt(facts, headlines)
      const inquiry = {
        readId: read.id,
        prompt,
        schema: StateAnswer,
        schemaName: 'state',
        judge: (answer: unknown) => judgeState(answer, facts),
      }
      // A model would remember what followed a past day, so the back-fill calls none.
      const consulted = await consultModel(isLive ? deps : { ...deps, settings: null }, inquiry, made)
      return { read, cutoff, inputs, facts, consulted }
    },
    async handle(tx, _message, prepared) {
      if (!prepared) return []
      if ('missed' in prepared) {
        await missLate(tx, prepared, deps.clock)
        return []
      }
      const writtenAt = prepared.read.origin === 'backfill' ? prepared.cutoff : deps.clock.now()
      if (!(await finishRead(tx, prepared.read.id, { cutoff: prepared.cutoff, at: writtenAt }))) return []
      await Promise.all([saveTexts(tx, prepared, writtenAt), announceDocuments(tx, 'ai')])
      const { read, consulted } = prepared
      deps.log.info({ read: read.id, llm: consulted.value !== null, fallback: consulted.fallback }, 'state_described')
      return await askForVerdict(tx, prepared, writtenAt)
    },
  }
}

async function saveTexts(tx: Tx, { read, cutoff, facts, consulted }: PreparedState, writtenAt: Date): Promise<void> {
  const { cycleId, day, origin } = read
  const common = { cycleId, asOf: cutoff, day, origin, rulesVersion: AI_RULES_VERSION, writtenAt }
  const own = saveState(tx, {
    ...common,
    variant: 'deterministic',
    model: null,
    simulated: false,
    promptVersion: null,
    fallback: consulted.fallback,
    document: JSON.stringify({ text: describeState(facts) }),
  })
  if (consulted.value === null) return await own
  const { summary, ...words } = consulted.value
  const llm = saveState(tx, {
    ...common,
    variant: 'llm',
    model: consulted.model,
    simulated: consulted.simulated,
    promptVersion: PROMPT_VERSION,
    fallback: null,
    document: JSON.stringify({ text: summary, ...words }),
  })
  await Promise.all([own, llm])
}

/** Code, never the LLM, decides whether the standing judgement is stale and AI-2 is needed between its slots. */
async function askForVerdict(tx: Tx, { read, inputs }: PreparedState, now: Date): Promise<NewMessage[]> {
  const composed = composeVerdict(inputs, now)
  return composed ? await escalate(tx, read, { composed, inputs, now }) : []
}
