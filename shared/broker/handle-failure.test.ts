import { expect, test } from 'vitest'
import { AppError, type ErrorKind } from '../errors.ts'
import type { InboxRow } from '../postgres/messaging/inbox.ts'
import type { Pool } from '../postgres/server/db.ts'
import { handleFailure } from './handle-failure.ts'

const KEY = { messageId: 'test:a#1', stage: 'signals' }
const OPTIONS = { counted: false, attemptsMax: 3, backoff: { firstMs: 1_000, maxMs: 60_000 } }
const row = (rest: Partial<InboxRow>): InboxRow => {
  return { state: 'started', attempts: 1, outages: 0, errorKind: null, error: null, ...rest }
}

/** A database that answers each statement with the next of these rows, or with none. */
function answering(...rows: (Partial<InboxRow> | null)[]) {
  const statements: string[] = []
  const sql = (parts: readonly string[]) => {
    // The lock is a part of a statement, not one of its own.
    if (!/^\s*(insert|select)/.test(parts[0]!)) return parts.join('?')
    statements.push(parts[0]!.trim().split(/\s+/).slice(0, 3).join(' '))
    const next = rows.shift()
    return Promise.resolve(next ? [row(next)] : [])
  }
  return { sql: sql as unknown as Pool, statements }
}
const failed = (error: unknown, ...rows: (Partial<InboxRow> | null)[]) =>
  handleFailure(answering(...rows), KEY, error, OPTIONS)
const bug = new Error('bug')
const outage = new AppError('unavailable', 'away')

test('a message that its inbox gave up dies, with all its attempts and the reason', async () => {
  expect(await failed(bug, { state: 'failed', attempts: 3, outages: 2 })).toEqual({
    disposition: { kind: 'dead', reason: 'bug', errorKind: 'internal', attempts: 5 },
    outcome: 'dead',
    attempt: 5,
    reason: 'bug',
  })
})

test.each<[string, unknown, Partial<InboxRow>, [number, number]]>([
  ['the second bug', bug, { attempts: 2, outages: 6 }, [1_000, 2_000]],
  ['the second outage', outage, { attempts: 6, outages: 2 }, [1_000, 2_000]],
  ['the hundredth outage', outage, { attempts: 0, outages: 100 }, [30_000, 60_000]],
])('after %s a message waits by the failures of that kind alone', async (_which, error, state, [least, most]) => {
  const { disposition, outcome, attempt } = await failed(error, state)
  expect([disposition.kind, outcome, attempt]).toEqual(['retry', 'retry', state.attempts! + state.outages!])
  const { delayMs } = disposition as { delayMs: number }
  expect(delayMs).toBeGreaterThanOrEqual(least)
  expect(delayMs).toBeLessThanOrEqual(most)
})

test('work that was done already ends the message, and the inbox keeps the reason', async () => {
  const database = answering()
  expect(await handleFailure(database, KEY, new AppError('conflict', 'done before'), OPTIONS)).toEqual({
    disposition: { kind: 'ack' },
    outcome: 'conflict',
    attempt: 1,
    reason: 'done before',
  })
  expect(database.statements).toEqual(['insert into inbox'])
})

test('a message that another worker finished meanwhile is acknowledged as a duplicate', async () => {
  expect(await failed(bug, null, { state: 'done', attempts: 2 })).toEqual({
    disposition: { kind: 'ack' },
    outcome: 'duplicate',
    attempt: 2,
  })
})

test.each<[Partial<InboxRow>, string, ErrorKind]>([
  [{ error: 'broken', errorKind: 'invalid' }, 'broken', 'invalid'],
  [{}, 'bug', 'internal'],
])('a message that another worker gave up meanwhile dies of what that one met: %j', async (met, reason, errorKind) => {
  const { disposition, outcome } = await failed(bug, null, { state: 'failed', attempts: 3, ...met })
  expect([disposition, outcome]).toEqual([{ kind: 'dead', reason, errorKind, attempts: 3 }, 'dead'])
})

test.each<[string, Partial<InboxRow> | null, number]>([
  ['with another worker', { attempts: 2, outages: 1 }, 3],
  ['not in the inbox yet', null, 0],
])('a message that is %s comes again soon, and is not lost', async (_where, state, attempt) => {
  expect(await failed(bug, null, state)).toEqual({
    disposition: { kind: 'retry', delayMs: 1_000 },
    outcome: 'busy',
    attempt,
    reason: 'bug',
  })
})
