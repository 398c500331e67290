import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { abandonedResponse } from '../../harness/abandoned-response.ts'
import { DEFAULT_RATES } from '../../shared/domain/rate-class.ts'
import { Entrance } from './entrance.ts'

afterEach(() => void vi.useRealTimers())

const replyOf = (raw: unknown) => ({ raw }) as FastifyReply

test('an agent who has gone before its request is served keeps nobody waiting', async () => {
  const response = await abandonedResponse()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const entrance = new Entrance(DEFAULT_RATES)
  const isAdmittedAtOnce = () => {
    const begin = vi.fn()
    entrance.admit(replyOf(new EventEmitter()), begin)
    return begin.mock.calls.length === 1
  }
  entrance.serveAgent(replyOf(response))
  await nextTurn()
  vi.advanceTimersByTime(1_000)
  expect(isAdmittedAtOnce()).toBe(true)
  entrance.serveAgent(replyOf(new EventEmitter()))
  vi.advanceTimersByTime(1_000)
  expect(isAdmittedAtOnce()).toBe(false)
})
