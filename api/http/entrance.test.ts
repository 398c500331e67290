import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { abandonedResponse } from '../../harness/abandoned-response.ts'
import { DEFAULT_RATES } from '../../shared/domain/rate-class.ts'
import { Entrance } from './entrance.ts'
import { sayItWaits } from './request-waits.ts'

afterEach(() => void vi.useRealTimers())

const replyOf = (raw: unknown) => ({ raw }) as FastifyReply

test('an agent that disconnects before its request is served delays no other request', async () => {
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

test('an agent whose stream has opened, or who polls, delays no other request', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const entrance = new Entrance(DEFAULT_RATES)
  const response = new EventEmitter()
  entrance.serveAgent(replyOf(response))
  sayItWaits(response)
  vi.advanceTimersByTime(1_000)
  const begin = vi.fn()
  entrance.admit(replyOf(new EventEmitter()), begin)
  expect(begin).toHaveBeenCalledOnce()
})

test('a request counts against the account of its token, otherwise against its address, and is answered with what is left', () => {
  const entrance = new Entrance({ ...DEFAULT_RATES, public: 1 })
  const spend = (ip: string, caller: object | null, kind: 'public' | 'none' = 'public') => {
    const headers: Record<string, string> = {}
    const reply = {
      header: (name: string, value: string) => Object.assign(headers, { [name]: value }),
      headers: (more: object) => Object.assign(headers, more),
    }
    const isWithin = entrance.spend(kind, { ip, caller } as FastifyRequest, reply as unknown as FastifyReply)
    return { isWithin, headers }
  }
  const agent = { class: 'agent', accountId: 7 }
  expect(spend('10.0.0.1', null)).toEqual({
    isWithin: true,
    headers: { 'ratelimit-policy': '"public";q=1;w=60', ratelimit: '"public";r=0;t=60' },
  })
  expect(spend('10.0.0.1', { class: 'admin' })).toMatchObject({ isWithin: false, headers: { 'retry-after': '60' } })
  expect(spend('10.0.0.1', agent).isWithin).toBe(true)
  expect(spend('10.0.0.2', agent).isWithin).toBe(false)
  expect(spend('10.0.0.2', { ...agent, accountId: 8 }).isWithin).toBe(true)
  expect(spend('10.0.0.1', null, 'none')).toEqual({ isWithin: true, headers: {} })
  expect(spend('::ffff:10.0.0.1', null).isWithin).toBe(false)
  expect(spend('2001:db8:1:2::1', null).isWithin).toBe(true)
  expect(spend('2001:db8:1:2:a:b:c:d', null).isWithin).toBe(false)
  expect(spend('2001:db8:1:3::1', null).isWithin).toBe(true)
})
