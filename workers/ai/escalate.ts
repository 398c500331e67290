import { type ComposedVerdict, type ReadInputs, type Standing, staleBecause } from '../../pipeline/ai-read/index.ts'
import type { NewMessage } from '../../shared/broker/new-message.ts'
import { AiVerdict } from '../../shared/domain/contract/ai-verdict.ts'
import type { AiRead } from '../../shared/postgres/ai/ai-reads.ts'
import { newestVerdict, readVerdict } from '../../shared/postgres/ai/ai-verdicts.ts'
import { reserveEventFire } from '../../shared/postgres/alerts/event-fires.ts'
import { priceQuotedIn } from '../../shared/postgres/market/minutes.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { sessionOn } from '../../shared/time/calendar.ts'
import { hasOwnVerdict, openEventReads } from '../schedule/ai-slots.ts'

const StandingParts = AiVerdict.pick({ risk: true, magnitude: true, what_flips_it: true })

interface Escalation {
  composed: ComposedVerdict
  inputs: ReadInputs
  now: Date
}

/**
 * Event cycles of kind B: a slot of AI-1 that finds the standing judgement stale reserves a fire of the shared budget
 * and opens AI-2 in its own cycle, in one transaction. Where AI-2 runs anyway, and on half-days, no fire is spent.
 */
export async function escalate(tx: Tx, read: AiRead, { composed, inputs, now }: Escalation): Promise<NewMessage[]> {
  if (read.origin !== 'scheduled' || hasOwnVerdict(read) || sessionOn(read.day)?.earlyClose !== false) return []
  const newest = await newestVerdict(tx, 'deterministic', now)
  if (!newest) return []
  const open = sessionOn(newest.day)?.open ?? newest.asOf
  const spy = await priceQuotedIn(tx, 'SPY', { from: open, upTo: newest.asOf })
  const verdict = readVerdict(newest, StandingParts)
  const standing: Standing | null = verdict && { verdict, facts: newest.facts, spy }
  const cause = standing ? staleBecause(standing, composed, inputs) : 'the standing verdict cannot be read'
  if (cause === null) return []
  const key = `stale/${read.id}`
  const request = { key, source: 'escalation', subject: `verdict of ${newest.cycleId}`, cause, at: now } as const
  const { granted } = await reserveEventFire(tx, request)
  return granted ? await openEventReads(tx, { at: now, fireKey: key, cycleId: read.cycleId, stages: ['ai2'] }) : []
}
