import type { ChannelModel } from 'amqplib'
import { expect, test } from 'vitest'
import { declareTopology, rabbitNames } from './rabbitmq-topology.ts'

const NAMES = rabbitNames('test.', ['signals', 'report'])

/** A broker that remembers what is declared, in its order. */
function recordingBroker() {
  const calls: string[] = []
  const queues: { name: string; durable: boolean; arguments: Record<string, unknown> }[] = []
  const closed: number[] = []
  let channels = 0
  const createChannel = async () => {
    const own = channels++
    return {
      on: () => {},
      assertExchange: async (name: string, type: string, { durable }: { durable: boolean }) =>
        void calls.push(`exchange ${name} ${type}${durable ? ' durable' : ''}`),
      assertQueue: async (name: string, options: { durable: boolean; arguments: Record<string, unknown> }) => {
        calls.push(`queue ${name}`)
        queues.push({ name, ...options })
      },
      bindQueue: async (queue: string, exchange: string, key: string) =>
        void calls.push(`bind ${queue} ${exchange} ${key}`),
      close: async () => void closed.push(own),
    }
  }
  return { model: { createChannel } as unknown as ChannelModel, calls, queues, closed }
}

async function declared() {
  const broker = recordingBroker()
  await declareTopology(broker.model, NAMES, { signals: ['day.due', 'cycle.ready'], report: ['signals.computed'] })
  return broker
}

test.each([
  [1, '1s'],
  [1_000, '1s'],
  [1_001, '4s'],
  [4_000, '4s'],
  [4_001, '16s'],
  [16_000, '16s'],
  [16_001, '64s'],
  [64_000, '64s'],
  [600_000, '64s'],
])('a retry in %i ms waits in the shortest delay queue that may hold it for so long: %s', (delayMs, bound) => {
  expect(NAMES.delay('signals', delayMs)).toBe(`test.signals.retry.${bound}`)
})

test('every queue of a stage bears the prefix and the stage', () => {
  expect(NAMES.delays('report')).toEqual(['1s', '4s', '16s', '64s'].map((bound) => `test.report.retry.${bound}`))
  expect([NAMES.queue('report'), NAMES.dead('report'), NAMES.deadLock('report')]).toEqual([
    'test.report',
    'test.report.dead',
    'test.report.dead.reader',
  ])
  expect(rabbitNames('').stages).toContain('settlement')
})

test('a message that the broker gives up reaches the dead letters of its stage, and a delayed one its stage', async () => {
  const { queues } = await declared()
  const targets = Object.fromEntries(
    queues.map(({ name, arguments: given }) => [name, given['x-dead-letter-routing-key'] ?? null]),
  )
  expect(targets).toMatchObject({
    'test.signals': 'test.signals.dead',
    'test.signals.dead': null,
    'test.signals.retry.1s': 'test.signals',
    'test.signals.retry.64s': 'test.signals',
    'test.report': 'test.report.dead',
  })
  expect(queues).toHaveLength(12)
  for (const { name, arguments: given } of queues.filter(({ name }) => targets[name] !== null))
    expect([name, given['x-dead-letter-exchange'], given['x-dead-letter-strategy']]).toEqual([
      name,
      '',
      'at-least-once',
    ])
})

test('a queue keeps its messages on disk, refuses what it has no room for, and each limit is its own', async () => {
  const { queues } = await declared()
  for (const { durable, arguments: given } of queues)
    expect([durable, given['x-queue-type'], given['x-overflow']]).toEqual([true, 'quorum', 'reject-publish'])
  const limits = (name: string) => {
    const given = queues.find((queue) => queue.name === name)!.arguments
    return [given['x-delivery-limit'], given['x-message-ttl']]
  }
  expect(limits('test.report')).toEqual([20, undefined])
  // Each look at a dead letter delivers it, so no number of looks may end it.
  expect(limits('test.report.dead')).toEqual([1_000_000_000, undefined])
  expect(limits('test.report.retry.1s')).toEqual([20, 1_000])
  expect(limits('test.report.retry.64s')).toEqual([20, 64_000])
})

test('no queue is declared before the one its dead letters go to, and keys are bound to queues that exist', async () => {
  const { queues, calls, closed } = await declared()
  const names = queues.map(({ name }) => name)
  for (const [at, { arguments: given }] of queues.entries()) {
    const target = given['x-dead-letter-routing-key']
    if (target !== undefined) expect(names.slice(0, at)).toContain(target)
  }
  expect(calls.slice(0, 2)).toEqual(['exchange test.events topic durable', 'exchange test.asks fanout durable'])
  expect(calls.slice(-3)).toEqual([
    'bind test.signals test.events day.due',
    'bind test.signals test.events cycle.ready',
    'bind test.report test.events signals.computed',
  ])
  expect(closed).toHaveLength(4)
})
