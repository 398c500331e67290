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
 * day's limit would be passed, where an attempt whose cost is not known counts with its worst case. The day is the Eastern date of real time, and its row is locked, so that neither
 * concurrency nor a fast clock spends more.
 */
export async function reserveAttempt(tx: Tx, request: AttemptRequest, limitMicro: number): Promise<Reserved> {
  const [today] = await tx<{ day: TradingDay }[]>`
    insert into ai_spend_days as s (day) values ((clock_timestamp() at time zone 'America/New_York')::date)
    on conflict (day) do update set day = s.day returning s.day::text as day`
  const { day } = today!
  // A statement of its own: it must see what others had committed when the lock of the day was granted.
  const [made] = await tx<{ isWithin: boolean; isMade: boolean }[]>`
    with spent as (
      select coalesce(sum(coalesce(a.cost_micro, a.cost_max_micro)), 0) + ${request.costMaxMicro}::bigint
        <= ${limitMicro}::bigint as within
      from ai_attempts as a where a.spend_day = ${day}::text::date
    ), made as (
      insert into ai_attempts (read_id, attempt, provider, model, simulated, prompt_version, prompt_chars, cost_max_micro,
        traceparent, spend_day)
      select ${request.readId}, ${request.attempt}::smallint, ${request.provider}, ${request.model},
        ${request.simulated}::boolean, ${request.promptVersion}, ${request.promptChars}::integer,
        ${request.costMaxMicro}::bigint, ${activeTraceparent()}, ${day}::text::date
      from spent as s where s.within on conflict do nothing returning 1
    )
    select s.within as "isWithin", exists (select 1 from made) as "isMade" from spent as s`
  const { isWithin, isMade } = made!
  if (!isWithin) return { granted: false, reason: 'the daily spending limit is reached' }
  return isMade ? { granted: true } : { granted: false, reason: 'the call was begun before and its answer is lost' }
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
