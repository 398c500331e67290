import { attemptsOf, type StoredAttempt } from '../shared/postgres/ai/ai-attempts.ts'
import { type AiRead, readsOfDay } from '../shared/postgres/ai/ai-reads.ts'
import { statesOfCycles } from '../shared/postgres/ai/ai-states.ts'
import { verdictsOfCycles } from '../shared/postgres/ai/ai-verdicts.ts'
import { missedSlots } from '../shared/postgres/messaging/slots.ts'
import type { Pool } from '../shared/postgres/server/db.ts'
import { sessionOn } from '../shared/time/calendar.ts'
import { easternIso } from '../shared/time/eastern.ts'
import type { TradingDay } from '../shared/time/trading-day.ts'
import { aiSlots } from '../workers/schedule/ai-slots.ts'

export type DaySlot = {
  slot: string
  state: string
  decided: string | null
  written_by: string | null
  calls: number
  tokens: string | null
  cost_usd: number | null
  reason: string | null
}

/** Each slot of both stages on a day, and the reads that events requested, in their order. */
export async function daySlots(sql: Pool, day: TradingDay, now: Date): Promise<DaySlot[]> {
  const session = sessionOn(day)
  if (!session) return []
  const reads = await readsOfDay(sql, day)
  const ids = reads.map(({ cycleId }) => cycleId)
  const [states, verdicts, attempts, missed] = await Promise.all([
    statesOfCycles(sql, ids),
    verdictsOfCycles(sql, ids),
    attemptsOf(
      sql,
      reads.map(({ id }) => id),
    ),
    missedSlots(sql, day, ['ai1', 'ai2']),
  ])
  const notDecided = reads.some(({ origin }) => origin === 'backfill') ? NOT_FILLED : 'the service was not open then'
  const planned = aiSlots(session).filter(({ key }) => !reads.some(({ id }) => id === key))
  const open = planned.map(({ key, scheduledFor }): DaySlot & { at: Date } => {
    const missedFor = missed.get(key) ?? null
    const state = missedFor !== null ? 'missed' : scheduledFor > now ? 'to come' : 'not decided'
    const reason = missedFor ?? (state === 'to come' ? null : notDecided)
    return { at: scheduledFor, slot: key, state, ...NOTHING, reason }
  })
  const decided = reads.map((read) => {
    const texts = read.stage === 'ai1' ? states : verdicts
    const own = texts.filter(({ cycleId }) => cycleId === read.cycleId)
    return {
      at: read.scheduledFor,
      ...rowOf(
        read,
        own,
        attempts.filter(({ readId }) => readId === read.id),
      ),
    }
  })
  return [...decided, ...open]
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.slot < b.slot ? -1 : 1))
    .map(({ at: _, ...row }) => row)
}

const NOT_FILLED = 'a slot of AI-1 alone is not filled in simulated months, because it leaves nothing to grade'
const NOTHING = { decided: null, written_by: null, calls: 0, tokens: null, cost_usd: null }

interface Text {
  variant: string
  model: string | null
  fallback: string | null
}

function rowOf(read: AiRead, texts: readonly Text[], attempts: readonly StoredAttempt[]): DaySlot {
  const llm = texts.find(({ variant }) => variant === 'llm')
  const own = texts.find(({ variant }) => variant === 'deterministic')
  const sum = (count: (attempt: StoredAttempt) => number) => attempts.reduce((total, each) => total + count(each), 0)
  return {
    slot: read.id,
    state: read.state,
    decided: read.decidedAt && easternIso(read.decidedAt),
    written_by: llm?.model ?? (own ? 'deterministic' : null),
    calls: attempts.length,
    tokens:
      attempts.length === 0 ? null : `${sum((each) => each.inputTokens ?? 0)}+${sum((each) => each.outputTokens ?? 0)}`,
    cost_usd: attempts.length === 0 ? null : sum((each) => each.costMicro ?? each.costMaxMicro) / 1e6,
    reason: read.reason ?? own?.fallback ?? null,
  }
}
