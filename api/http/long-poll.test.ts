import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { createClockChanges } from '../../shared/postgres/server/follow-clock.ts'
import { longPoll, mayBeSilent } from './long-poll.ts'

const request = { raw: { socket: {} } } as FastifyRequest
const reply = { raw: { destroyed: false, emit: () => true } } as unknown as FastifyReply
afterEach(() => void vi.useRealTimers())

const ended = new Error('the pool has ended')

test('a poll whose look fails because the service stops has found nothing', async () => {
  const changes = createClockChanges()
  const look = async () => {
    changes.close()
    throw ended
  }
  expect(await longPoll({ request, reply, changes }, look)).toBeNull()
})

test('a look that fails while the service runs fails its poll', async () => {
  const changes = createClockChanges()
  const look = async () => {
    throw ended
  }
  await expect(longPoll({ request, reply, changes }, look)).rejects.toThrow(ended)
})

test('a poll that has found nothing yet only waits, and one that finds something at once does not', async () => {
  const emit = vi.spyOn(reply.raw, 'emit')
  const changes = createClockChanges()
  await longPoll({ request, reply, changes }, async () => 'found')
  expect(emit).not.toHaveBeenCalled()
  let looks = 0
  await longPoll(
    { request, reply, changes },
    async () => (looks++ > 0 ? 'found' : null),
    () => 1,
  )
  expect(emit).toHaveBeenCalledOnce()
})

/** A poll over a clock of its own, with the times at which it looked. */
function polled(found: (look: number) => string | null, waitMs?: () => number, destroyed = () => false) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const began = performance.now()
  const looks: number[] = []
  const changes = createClockChanges()
  const gone = {
    raw: {
      emit: () => true,
      get destroyed() {
        return destroyed()
      },
    },
  } as unknown as FastifyReply
  const answer = longPoll(
    { request, reply: gone, changes },
    async () => {
      looks.push(Math.round(performance.now() - began))
      return found(looks.length)
    },
    waitMs,
  )
  return { answer, changes, looks }
}

test('a poll looks twice a second until there is something to answer', async () => {
  const { answer, looks } = polled((look) => (look === 3 ? 'found' : null))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await answer).toBe('found')
  expect(looks).toEqual([0, 500, 1_000])
})

test('a poll that may look sooner does, but never at once again', async () => {
  const soon = polled(
    (look) => (look === 3 ? 'found' : null),
    () => 100,
  )
  await vi.advanceTimersByTimeAsync(200)
  await soon.answer
  expect(soon.looks).toEqual([0, 100, 200])
  const atOnce = polled(
    (look) => (look === 3 ? 'found' : null),
    () => -5,
  )
  await vi.advanceTimersByTimeAsync(2)
  await atOnce.answer
  expect(atOnce.looks).toEqual([0, 1, 2])
})

test('a poll looks at each change of the clock', async () => {
  const { answer, changes, looks } = polled((look) => (look === 2 ? 'found' : null))
  await vi.advanceTimersByTimeAsync(30)
  changes.announce()
  expect(await answer).toBe('found')
  expect(looks).toEqual([0, 30])
})

test('a poll without anything to answer ends after fifty seconds', async () => {
  const { answer, looks } = polled(() => null)
  await vi.advanceTimersByTimeAsync(50_000)
  expect(await answer).toBeNull()
  expect(looks.at(-1)).toBe(50_000)
})

test('a poll whose client has gone looks no more', async () => {
  const { answer, looks } = polled(
    () => null,
    undefined,
    () => true,
  )
  expect(await answer).toBeNull()
  expect(looks).toEqual([0])
})

test('a socket may be silent for two polls while its answer takes long, and is as before after it', async () => {
  const limits: number[] = []
  const socket = { timeout: 30_000, setTimeout: (ms: number) => void limits.push(ms) }
  const asked = { raw: { socket } } as unknown as FastifyRequest
  expect(await mayBeSilent(asked, async () => [...limits])).toEqual([100_000])
  expect(limits).toEqual([100_000, 30_000])
  await expect(mayBeSilent(asked, () => Promise.reject(ended))).rejects.toThrow(ended)
  expect(limits).toEqual([100_000, 30_000, 100_000, 30_000])
})
