import type { z } from 'zod'
import { type Judged, PROMPT_VERSION, type Prompt, repairPrompt } from '../../pipeline/ai-read/index.ts'
import type { AiSettings } from '../../shared/ai/ai-settings.ts'
import { askModel, OUTPUT_TOKENS_MAX, type Reply } from '../../shared/ai/ask-model.ts'
import { costMicro } from '../../shared/ai/model-prices.ts'
import { namesFlowVendor } from '../../shared/flow-vendor/scrub.ts'
import {
  type AttemptEnd,
  endAttempt,
  reserveAttempt,
  type StoredAttempt,
} from '../../shared/postgres/ai/ai-attempts.ts'
import { recordAiLimit } from '../../shared/postgres/server/clock-gave-up.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import type { Clock } from '../../shared/time/clock.ts'

/** A hook with which tests end their process around a call. */
export type CallPoint = 'reserved' | 'answered' | 'stored'

export interface ConsultDeps {
  sql: Pool
  clock: Clock
  settings: AiSettings | null
  onPoint?: (point: CallPoint) => void | Promise<void>
}

export interface Inquiry<T> {
  readId: string
  prompt: Prompt
  schema: z.ZodType
  schemaName: string
  judge(answer: unknown): Judged<T>
}

/** The LLM's answer, or why only the deterministic text is used; both null where no LLM is configured. */
export type Consulted<T> =
  | { value: T; model: string; simulated: boolean; fallback: null }
  | { value: null; model: null; simulated: false; fallback: string | null }

const without = (fallback: string | null): Consulted<never> => ({
  value: null,
  model: null,
  simulated: false,
  fallback,
})

const ATTEMPTS = [1, 2] as const
const ANSWER_CHARS_KEPT = 20_000

/**
 * Calls the LLM once and, if its answer fails a check, once more with the fault. Each attempt is a committed row before
 * it is sent, and an attempt that has a row is never sent again: after a crash its stored answer is used, and without
 * one the deterministic text. `made` are the attempts that the read already has.
 */
export async function consultModel<T>(
  deps: ConsultDeps,
  inquiry: Inquiry<T>,
  made: readonly StoredAttempt[],
): Promise<Consulted<T>> {
  const { settings } = deps
  if (!settings) return without(null)
  let problem: string | null = null
  for (const attempt of ATTEMPTS) {
    const before = made.find((each) => each.attempt === attempt)
    const prompt: Prompt = problem === null ? inquiry.prompt : repairPrompt(inquiry.prompt, problem)
    const ended: Ended = before ? storedEnd(before) : await makeAttempt(deps, settings, { ...inquiry, prompt }, attempt)
    if ('refusal' in ended) return without(ended.refusal)
    const { outcome, answer, error } = ended
    if (outcome === 'failed') return without(error)
    const judged: Judged<T> =
      outcome === 'accepted' ? judgeAnswer(inquiry, parsed(answer)) : { problem: error ?? 'it was refused' }
    if ('value' in judged) {
      return { value: judged.value, model: settings.model, simulated: settings.simulated, fallback: null }
    }
    problem = judged.problem
  }
  // The attempts store the fault, which may quote the answer and is therefore not served.
  return without('the answer and its repair failed their checks')
}

/**
 * The checks of a stage, and a check that no text names the flow vendor, because scrubbing would otherwise hide the
 * name at every read.
 */
function judgeAnswer<T>({ judge }: Pick<Inquiry<T>, 'judge'>, answer: unknown): Judged<T> {
  const judged = judge(answer)
  const isNamed = 'value' in judged && namesFlowVendor(JSON.stringify(judged.value))
  return isNamed ? { problem: 'it names a vendor of data' } : judged
}

const parsed = (answer: string | null): unknown => {
  try {
    return JSON.parse(answer ?? 'null')
  } catch {
    return null
  }
}

type Ended = Pick<AttemptEnd, 'outcome' | 'answer' | 'error'> | { refusal: string }

const storedEnd = ({ outcome, answer, error }: StoredAttempt): Ended =>
  outcome === null ? { refusal: 'a worker died during the call, which is not repeated' } : { outcome, answer, error }

async function makeAttempt<T>(
  { sql, clock, onPoint = () => {} }: ConsultDeps,
  settings: AiSettings,
  { readId, prompt, schema, schemaName, judge }: Inquiry<T>,
  attempt: 1 | 2,
): Promise<Ended> {
  const reserved = await reserveAttempt(
    sql,
    {
      readId,
      attempt,
      provider: settings.provider,
      model: settings.model,
      simulated: settings.simulated,
      promptVersion: PROMPT_VERSION,
      promptChars: prompt.system.length + prompt.prompt.length,
      costMaxMicro: worstMicro(settings, prompt),
    },
    settings.limitMicro,
  )
  if (!reserved.granted) {
    if (reserved.isLimit) await sql.begin((tx) => recordAiLimit(tx, clock.now()))
    return { refusal: reserved.reason }
  }
  await onPoint('reserved')
  const reply = await askModel(settings, { ...prompt, schema, schemaName, at: clock.now() })
  await onPoint('answered')
  const end = endOf(settings, reply, { judge })
  await endAttempt(sql, readId, attempt, end)
  await onPoint('stored')
  return end
}

/** Bytes of the schema and of the provider's own wrapping; a token has at least one byte. */
const SCHEMA_TOKENS_MAX = 2_000

/** The worst-case cost of a call: a token for each byte that is sent, and the longest answer. */
const worstMicro = ({ prices }: AiSettings, { system, prompt }: Prompt): number =>
  costMicro(prices, Buffer.byteLength(system) + Buffer.byteLength(prompt) + SCHEMA_TOKENS_MAX, OUTPUT_TOKENS_MAX)

function endOf<T>({ prices }: AiSettings, reply: Reply, by: Pick<Inquiry<T>, 'judge'>): AttemptEnd {
  const { usage, latencyMs } = reply
  const counted = {
    costMicro: usage && costMicro(prices, usage.input, usage.output),
    inputTokens: usage?.input ?? null,
    outputTokens: usage?.output ?? null,
    latencyMs,
  }
  if (reply.kind === 'failed') return { outcome: 'failed', error: reply.error, answer: null, ...counted }
  const judged = reply.kind === 'answered' ? judgeAnswer(by, reply.value) : { problem: reply.error }
  return {
    outcome: 'value' in judged ? 'accepted' : 'refused',
    error: 'problem' in judged ? judged.problem : null,
    answer: storableText(reply.kind === 'answered' ? JSON.stringify(reply.value) : reply.text),
    ...counted,
  }
}

/** Postgres does not accept a NUL. */
const storableText = (text: string): string => text.replaceAll('\u0000', '').slice(0, ANSWER_CHARS_KEPT)
