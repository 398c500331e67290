import { expect, test } from 'vitest'
import { bodyOf, brokerDeath, deliveryCount, readyAtOf } from './rabbitmq-content.ts'

const received = (headers?: object) => ({ properties: { headers } }) as Parameters<typeof deliveryCount>[0]

test('a message without headers is a first delivery, with no time of its own and no death', () => {
  const bare = received()
  expect([deliveryCount(bare), readyAtOf(bare), brokerDeath(bare)]).toEqual([0, null, null])
  expect(deliveryCount(received({ 'x-delivery-count': 2 }))).toBe(2)
})

test.each([
  ['of an integer', 3, 3],
  ['below zero', -1, 0],
  ['that is no count', 1.5, 0],
  ['that is text', '2', 0],
])('a delivery count %s, %j, is read as %i', (_what, given, count) => {
  expect(deliveryCount(received({ 'x-delivery-count': given }))).toBe(count)
})

test.each([
  ['the first instant', 0, 0],
  ['an instant of today', 1_795_186_800_000, 1_795_186_800_000],
  ['the last instant of a date', 8.64e15, 8.64e15],
  ['an instant beyond it', 8.64e15 + 2, null],
  ['an instant before the first', -1, null],
])('a message may be ready at %s', (_what, given, at) => {
  expect(readyAtOf(received({ 'ready-at': given }))).toBe(at)
})

const died = (...deaths: { reason: string; value?: number }[]) =>
  brokerDeath(
    received({
      'x-death': deaths.map(({ reason, value }) => ({
        reason,
        ...(value === undefined ? {} : { time: { '!': 'timestamp', value } }),
      })),
    }),
  )

test('a death by the broker is the latest, which is the first of its list, and its time is in seconds', () => {
  const latest = { reason: 'delivery_limit', at: new Date('2026-11-20T15:00:00Z') }
  expect(died({ reason: 'delivery_limit', value: 1_795_186_800 })).toEqual(latest)
  expect(died({ reason: 'delivery_limit', value: 1_795_186_800 }, { reason: 'expired', value: 1 })).toEqual(latest)
})

test.each([
  ['a death without a time', died({ reason: 'expired' }), { reason: 'expired', at: null }],
  ['a death at the first instant', died({ reason: 'expired', value: 0 }), { reason: 'expired', at: new Date(0) }],
  [
    'a death at the last instant of a date',
    died({ reason: 'expired', value: 8.64e12 }),
    { reason: 'expired', at: new Date(8.64e15) },
  ],
  ['a death beyond it', died({ reason: 'expired', value: 8.64e12 + 1 }), null],
  ['a list without a death', died(), null],
])('%s of a header that anyone may write', (_what, death, expected) => expect(death).toEqual(expected))

test('a body that is nested too deep stays text', () => {
  const text = `${'['.repeat(200)}${']'.repeat(200)}`
  expect(bodyOf({ content: Buffer.from(text) })).toBe(text)
})

test('a body that is no JSON stays text', () => {
  expect([bodyOf({ content: Buffer.from('{"a":1}') }), bodyOf({ content: Buffer.from('{a') })]).toEqual([
    { a: 1 },
    '{a',
  ])
})
