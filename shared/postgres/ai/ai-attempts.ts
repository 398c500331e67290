import { activeTraceparent } from '../../tracing/span.ts'
import type { Db, Pool } from '../server/db.ts'

export interface AttemptRequest {
  readId: string
  attempt: 1 | 2
  provider: string
  model: string
  simulated: boolean
  promptVersion: string
  promptChars: number
  /** The worst case in millionths of a dollar. */
  costMaxMicro: number
}

export type Reserved = { granted: true } | { granted: false; reason: string; isLimit: boolean }

/**
 * Commits an attempt with its worst case before it is sent, or returns why it may not be sent: it was made before, or
 * the day's limit would be passed, where an attempt whose cost is not known counts with its worst case. One statement
 * and one commit (`reserve_ai_attempt`), so it must not run inside a transaction.
 */
export async function reserveAttempt(sql: Pool, request: AttemptRequest, limitMicro: number): Promise<Reserved> {
  const { readId, attempt, provider, model, simulated, promptVersion, promptChars, costMaxMicro } = request
  const [row] = await sql<{ outcome: 'granted' | 'limit' | 'made' }[]>`
    select reserve_ai_attempt(${readId}, ${attempt}::smallint, ${provider}, ${model}, ${simulated}, ${promptVersion},
      ${promptChars}, ${costMaxMicro}, ${limitMicro}, ${activeTraceparent()}) as outcome`
  const { outcome } = row!
  return outcome === 'granted'
    ? { granted: true }
    : { granted: false, reason: REFUSALS[outcome], isLimit: outcome === 'limit' }
}

const REFUSALS = {
  limit: 'the daily spending limit is reached',
  made: 'the call was begun before and its answer is lost',
} as const

export interface AttemptEnd {
  outcome: 'accepted' | 'refused' | 'failed'
  error: string | null
  answer: string | null
  /** Null where the provider did not say what it counted: the worst case stays. */
  costMicro: number | null
  inputTokens: number | null
  outputTokens: number | null
  latencyMs: number
}

/** Stores what came back, in a statement of its own right after the call. */
export async function endAttempt(sql: Db, readId: string, attempt: number, end: AttemptEnd): Promise<void> {
  await sql`
    update ai_attempts set outcome = ${end.outcome}, error = ${end.error}, answer = ${end.answer},
      cost_micro = ${end.costMicro}, input_tokens = ${end.inputTokens}, output_tokens = ${end.outputTokens},
      latency_ms = ${end.latencyMs}, ended_at = clock_timestamp()
    where read_id = ${readId} and attempt = ${attempt} and outcome is null`
}

export interface StoredAttempt extends Omit<AttemptEnd, 'outcome' | 'latencyMs'> {
  readId: string
  attempt: number
  model: string
  simulated: boolean
  promptVersion: string
  promptChars: number
  costMaxMicro: number
  outcome: AttemptEnd['outcome'] | null
  latencyMs: number | null
  startedAt: Date
}

export async function attemptsOf(sql: Db, readIds: readonly string[]): Promise<StoredAttempt[]> {
  return await sql<StoredAttempt[]>`
    select a.read_id as "readId", a.attempt, a.model, a.simulated, a.prompt_version as "promptVersion",
      a.prompt_chars as "promptChars", a.cost_max_micro as "costMaxMicro", a.cost_micro as "costMicro",
      a.input_tokens as "inputTokens", a.output_tokens as "outputTokens", a.latency_ms as "latencyMs", a.outcome,
      a.error, a.answer, a.started_at as "startedAt"
    from ai_attempts as a where a.read_id = any(string_to_array(${readIds.join('\n')}, ${'\n'}))
    order by a.started_at, a.attempt`
}
