import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Envelope } from '../domain/contract/messages.ts'
import type { Log } from '../log.ts'
import type { Pool } from '../postgres/server/db.ts'
import type { DeadLetter, StageDepth } from './port.ts'
import { createLostWatch } from './resend-lost.ts'

const MINUTE_MS = 60_000
const LOOK_MS = 5_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const depth = (rest: Partial<StageDepth> = {}): StageDepth => {
  return { stage: 'signals', ready: 0, active: 0, delayed: 0, dead: 0, oldestReadyAgeMs: null, ...rest }
}
const envelope = (id: string) => ({ id }) as Envelope

/** A service with messages that a stage has not handled; a dead letter that is noted is no longer one of them. */
function world(unhandled: string[], letters: (string | null)[] = []) {
  const done: string[] = []
  const lines: unknown[][] = []
  const tx = (parts: readonly string[], ...values: unknown[]) => {
    if (parts[0]!.includes('select o.envelope'))
      return Promise.resolve(unhandled.map((id) => ({ envelope: envelope(id) })))
    if (parts[0]!.includes('dead_stages')) unhandled.splice(unhandled.indexOf(values[1] as string), 1)
    else done.push(`mark ${values[0]}`)
    return Promise.resolve(Object.assign([], { count: 1 }))
  }
  const broker = {
    publish: async (sent: readonly Envelope[]) => void done.push(`publish ${sent.map(({ id }) => id)}`),
    repair: async () => void done.push('repair'),
    deadLetters: async () => letters.map((messageId) => ({ messageId }) as DeadLetter),
  }
  const sql = { begin: (work: (own: typeof tx) => unknown) => work(tx) } as unknown as Pool
  const log = { warn: (...line: unknown[]) => void lines.push(line) } as unknown as Log
  const watch = createLostWatch({ sql, broker, log })
  /** Looks every five seconds for so long; the last look's number of messages. */
  const look = async (forMs: number, depths: readonly StageDepth[] = [depth()]) => {
    let sent = await watch(depths)
    for (let waited = 0; waited < forMs; waited += LOOK_MS) {
      vi.advanceTimersByTime(LOOK_MS)
      sent = await watch(depths)
    }
    return sent
  }
  return { done, lines, look, watch }
}

test('what a stage has not handled is sent again once its queue has been empty for a minute', async () => {
  const { done, lines, look } = world(['a', 'b'])
  expect(await look(MINUTE_MS - LOOK_MS)).toBe(0)
  vi.advanceTimersByTime(LOOK_MS)
  expect(await look(0)).toBe(2)
  // Queues are declared again first: a message without one would be an error.
  expect(done).toEqual(['repair', 'publish a,b', 'mark a,b'])
  expect(lines).toEqual([[{ messages: 2, message_ids: ['a', 'b'] }, 'lost_messages_resent']])
})

test('only five of the messages are named in the log', async () => {
  const { lines, look } = world(['a', 'b', 'c', 'd', 'e', 'f'])
  await look(MINUTE_MS)
  expect(lines[0]![0]).toEqual({ messages: 6, message_ids: ['a', 'b', 'c', 'd', 'e'] })
})

test.each<[string, Partial<StageDepth>]>([
  ['waits', { ready: 1 }],
  ['is in hand', { active: 1 }],
  ['waits for its next attempt', { delayed: 1 }],
])('while a message of the stage %s, none counts as lost, and the minute begins anew', async (_where, found) => {
  const { done, look } = world(['a'])
  await look(MINUTE_MS - LOOK_MS)
  await look(LOOK_MS, [depth(found)])
  expect(await look(MINUTE_MS - LOOK_MS)).toBe(0)
  expect(done).toEqual([])
})

test('after a pause without checks the minute starts again, because the broker may have been away', async () => {
  const { look, watch } = world(['a'])
  await look(LOOK_MS)
  vi.advanceTimersByTime(MINUTE_MS + 1)
  expect(await watch([depth()])).toBe(0)
  expect(await look(MINUTE_MS - LOOK_MS)).toBe(0)
  expect(await look(LOOK_MS)).toBe(1)
})

test('a pause of a minute is none', async () => {
  const { watch } = world(['a'])
  await watch([depth()])
  vi.advanceTimersByTime(MINUTE_MS)
  expect(await watch([depth()])).toBe(1)
})

test('a message among the dead letters is not lost, and other letters do not hide those that are', async () => {
  const { done, look } = world(['a', 'b'], ['a', null])
  expect(await look(MINUTE_MS, [depth({ dead: 2 })])).toBe(1)
  expect(done).toEqual(['repair', 'publish b', 'mark b'])
  const all = world(['a'], ['a'])
  expect(await all.look(MINUTE_MS, [depth({ dead: 1 })])).toBe(0)
  expect(all.done).toEqual([])
})

test('a stage with more dead letters than can be listed is left alone', async () => {
  expect(await world(['a']).look(MINUTE_MS, [depth({ dead: 1_000 })])).toBe(0)
  expect(await world(['a']).look(MINUTE_MS, [depth({ dead: 999 })])).toBe(1)
})

test('where nothing is unhandled the broker is not asked', async () => {
  const { done, look } = world([])
  expect(await look(MINUTE_MS, [depth({ dead: 1 })])).toBe(0)
  expect(done).toEqual([])
})
