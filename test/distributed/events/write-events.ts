import { setTimeout as sleep } from 'node:timers/promises'
import { EVENT_KINDS, type NewEvent } from '../../../shared/domain/contract/event.ts'
import { appendEvents } from '../../../shared/postgres/events/events.ts'
import type { Pool, Tx } from '../../../shared/postgres/server/db.ts'
import { NOW } from '../../api/support/seed.ts'

const BATCH_EVERY_MS = 100
const ANSWER_WITHIN_MS = 2_000

const eventOf = (number: number): NewEvent => ({
  key: `kill-loop-${number}`,
  kind: EVENT_KINDS[number % EVENT_KINDS.length]!,
  subject: `subject-${number % 7}`,
  severity: number % 3 === 0 ? 'critical' : 'info',
  title: `Event ${number}.`,
  at: NOW,
  data: { number },
  cycleId: null,
  origin: 'scheduled',
})

/**
 * Writes a number of events a second until it is stopped, and returns how many. A batch that meets a dead database is
 * written again with the same keys until its commit is confirmed; events missed in the meantime are written afterwards.
 */
export function writeEvents(sql: Pool, perSecond: number): { stop(): Promise<number> } {
  const began = performance.now()
  let written = 0
  let isStopped = false

  async function insert(events: NewEvent[]): Promise<void> {
    for (;;) {
      // One statement is its own transaction, so a lost connection rejects here and nowhere else.
      const done = appendEvents(sql as unknown as Tx, events).then(
        () => true,
        () => false,
      )
      if (await Promise.race([done, sleep(ANSWER_WITHIN_MS, false)])) return
      await sleep(BATCH_EVERY_MS)
    }
  }

  async function run(): Promise<number> {
    while (!isStopped) {
      const due = Math.floor(((performance.now() - began) / 1_000) * perSecond)
      while (written < due) {
        const count = Math.min(due - written, perSecond)
        await insert(Array.from({ length: count }, (_, at) => eventOf(written + at)))
        written += count
      }
      await sleep(BATCH_EVERY_MS)
    }
    return written
  }

  const running = run()
  return {
    async stop() {
      isStopped = true
      return await running
    },
  }
}
