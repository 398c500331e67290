import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { silentLog } from '../../shared/log.ts'
import { latestQuotes } from '../../shared/postgres/market/latest-quotes.ts'
import { PACE } from '../../workers/quotes/quotes-pace.ts'
import { writeStreamed } from '../../workers/quotes/write-streamed.ts'
import { SPY } from './sound-quote.ts'

const db = testDatabase()
const OPEN = new Date('2026-11-20T15:30:00Z')
const CLOSED = new Date('2026-11-21T15:30:00Z')
const NEVER_MS = 3_600_000
const TURNS = 6

/** The turn at which a quote that changed only before the first turn was written for the last time. */
async function lastWritten(from: Date, pace: Partial<typeof PACE>, failsAt: number | null = null): Promise<number> {
  const stopping = new AbortController()
  const quote = { ...SPY, quotedAt: from }
  const unsent = [quote]
  let turn = 0
  await db.sql`delete from latest_quotes`
  await writeStreamed(
    {
      sql: db.sql,
      stream() {
        turn++
        if (turn === TURNS) stopping.abort()
        if (turn === failsAt) throw new Error('the stream is away')
        return {
          follow: () => {},
          changes: () => unsent.splice(0),
          quotes: () => new Map([[quote.symbol, quote]]),
          close: () => {},
        }
      },
      clock: { now: () => new Date(from.getTime() + turn * 1_000) },
      log: silentLog,
      pace: { ...PACE, writeMs: 1, failedMs: 1, ...pace },
    },
    stopping.signal,
  )
  const [row] = await latestQuotes(db.sql, [quote.symbol])
  return (row!.fetchedAt.getTime() - from.getTime()) / 1_000
}

test.each([
  ['an open market by the pace of an open one', OPEN, { openMs: NEVER_MS, closedMs: 0 }, null, 1],
  ['a closed market by the pace of a closed one', CLOSED, { openMs: 0, closedMs: NEVER_MS }, null, 1],
  ['each turn where that is the pace', OPEN, { openMs: 0, closedMs: NEVER_MS }, null, TURNS],
  ['the turn after a failure, whatever the pace', OPEN, { openMs: NEVER_MS, closedMs: NEVER_MS }, 3, 4],
])('a quiet quote is written again in %s', async (_, from, pace, failsAt, turn) => {
  expect(await lastWritten(from, pace, failsAt)).toBe(turn)
})
