import { EventEmitter, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { DEFAULT_RATES } from '../../shared/domain/rate-class.ts'
import { Entrance } from './entrance.ts'

afterEach(() => void vi.useRealTimers())

const replyOf = (raw: unknown) => ({ raw }) as FastifyReply

/** The response to a client that has gone. */
async function abandoned(): Promise<ServerResponse> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [, response] = await once(server, 'request')
  client.destroy()
  await once(response, 'close')
  server.close()
  return response
}

test('an agent who has gone before its request is served keeps nobody waiting', async () => {
  const response = await abandoned()
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
