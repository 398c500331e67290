import { within } from '../deadline.ts'
import { type InboxKey, readInbox, recordConflict, recordFailure, tries } from '../postgres/messaging/inbox.ts'
import { lossSentence, recentLoss } from '../postgres/server/data-losses.ts'
import { writeRefusalOf } from '../postgres/server/database-error.ts'
import { failureOf } from './failure.ts'
import type { DeliveryResult, StageDeps } from './handle-delivery.ts'
import { attemptsAllowed, type Backoff, backoffMs } from './retry.ts'

const RECORD_WITHIN_MS = 10_000

/** Decides what happens to a message after an error, and records that in a transaction of its own. */
export async function handleFailure(
  { sql }: Pick<StageDeps, 'sql'>,
  key: InboxKey,
  error: unknown,
  options: { counted: boolean; attemptsMax: number; backoff: Backoff },
): Promise<DeliveryResult> {
  const { kind, reason: own } = failureOf(error)
  const loss = kind === 'not_found' ? await within(RECORD_WITHIN_MS, 'losses', recentLoss(sql)) : null
  const reason = loss ? `${own}; ${lossSentence(loss)}` : own
  if (kind === 'conflict') {
    await within(RECORD_WITHIN_MS, 'inbox', recordConflict(sql, key, reason))
    return { disposition: { kind: 'ack' }, outcome: 'conflict', attempt: 1, reason }
  }
  const attemptsMax = attemptsAllowed(kind, options.attemptsMax)
  const failure = { kind, reason, attemptsMax, counted: options.counted }
  const row = await within(RECORD_WITHIN_MS, 'inbox', recordFailure(sql, key, failure))
  if (row?.state === 'failed') return dead(reason, kind, tries(row))
  if (row) {
    const failures = kind === 'unavailable' ? row.outages : row.attempts
    const disposition = { kind: 'retry', delayMs: backoffMs(failures, options.backoff) } as const
    return { disposition, outcome: 'retry', attempt: tries(row), reason, refusal: writeRefusalOf(error) }
  }
  const now = await within(RECORD_WITHIN_MS, 'inbox', readInbox(sql, key))
  if (now?.state === 'done') return { disposition: { kind: 'ack' }, outcome: 'duplicate', attempt: tries(now) }
  if (now?.state === 'failed') return dead(now.error ?? reason, now.errorKind ?? kind, tries(now))
  return {
    disposition: { kind: 'retry', delayMs: options.backoff.firstMs },
    outcome: 'busy',
    attempt: now ? tries(now) : 0,
    reason,
  }
}

function dead(reason: string, errorKind: string, attempts: number): DeliveryResult {
  return { disposition: { kind: 'dead', reason, errorKind, attempts }, outcome: 'dead', attempt: attempts, reason }
}
