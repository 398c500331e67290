import type { TradingDay } from '../../time/trading-day.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db, Tx } from '../server/db.ts'

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

export type Reserved = { granted: true } | { granted: false; reason: string }

/**
 * Commits an attempt with its worst case before it is sent, or says why it may not be sent: it was made before, or the
 * day's limit would be passed. The day is the Eastern date of real time, and its row is locked, so that neither
 * concurrency nor a fast clock spends more.
 */
export async function reserveAttempt(tx: Tx, request: AttemptRequest, limitMicro: number): Promise<Reserved> {
  const [today] = await tx<{ day: TradingDay }[]>`
    select (clock_timestamp() at time zone 'America/New_York')::date::text as day`
  const { day } = today!
  await tx`insert into ai_spend_days (day) values (${day}::text::date) on conflict do nothing`
  await tx`select s.day from ai_spend_days as s where s.day = ${day}::text::date for update`
  const spent = await spentMicro(tx, day)
  if (spent + request.costMaxMicro > limitMicro)
    return { granted: false, reason: 'the daily spending limit is reached' }
  const row = {
    read_id: request.readId,
    attempt: request.attempt,
    provider: request.provider,
    model: request.model,
    simulated: request.simulated,
    prompt_version: request.promptVersion,
    prompt_chars: request.promptChars,
    cost_max_micro: request.costMaxMicro,
    spend_day: day,
    traceparent: activeTraceparent(),
  }
  const made = await tx`insert into ai_attempts ${tx(row)} on conflict do nothing returning 1`
  return made.length === 1
    ? { granted: true }
    : { granted: false, reason: 'the call was begun before and its answer is lost' }
}

/** The cost of a day so far, with the worst case of every attempt whose cost is not known. */
export async function spentMicro(sql: Db, day: TradingDay): Promise<number> {
  const [row] = await sql<{ spent: number }[]>`
    select coalesce(sum(coalesce(a.cost_micro, a.cost_max_micro)), 0)::bigint as spent
    from ai_attempts as a where a.spend_day = ${day}::text::date`
  return row!.spent
}

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
