import { expect, test } from 'vitest'
import type { Log } from '../../shared/log.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { PACE } from './quotes-pace.ts'
import { writeStreamed } from './write-streamed.ts'

const WRITES = 5

test('a row of failures is logged once', async () => {
  const logged: unknown[] = []
  const stopping = new AbortController()
  let tries = 0
  await writeStreamed(
    {
      sql: null as unknown as Db,
      stream() {
        tries++
        if (tries === WRITES) stopping.abort()
        throw new Error('the stream is away')
      },
      clock: fixedClock(new Date('2026-11-20T15:30:00Z')),
      log: { warn: (...line: unknown[]) => logged.push(line) } as unknown as Log,
      pace: { ...PACE, failedMs: 1 },
    },
    stopping.signal,
  )
  expect(tries).toBe(WRITES)
  expect(logged).toEqual([[{ error: 'the stream is away' }, 'streamed_quotes_not_written']])
})
