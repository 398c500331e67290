import { expect, test } from 'vitest'
import type { LoggedEvent } from '../domain/contract/event.ts'
import { deliveryBody, deliveryId, retryAfter } from './delivery-body.ts'

const EVENT = { id: 7, kind: 'slot', at: '2026-11-20T10:00:00-05:00', data: {} } as unknown as LoggedEvent
const withFact = (text: string): LoggedEvent => ({ ...EVENT, data: { text } })

test('a delivery is an event of one webhook, whatever its attempt', () => {
  expect(deliveryId(3, 7)).toBe('msg_3_7')
})

test('a body is the event as it is served, under its kind and its time', () => {
  expect(JSON.parse(deliveryBody(withFact('a')))).toEqual({
    type: 'slot',
    timestamp: '2026-11-20T10:00:00-05:00',
    data: { ...EVENT, data: { text: 'a' } },
  })
})

test('a body of more than 20,000 bytes leaves the facts out and is marked as truncated', () => {
  const room = 20_000 - Buffer.byteLength(deliveryBody(withFact('')))
  const largest = deliveryBody(withFact('a'.repeat(room)))
  expect([Buffer.byteLength(largest), JSON.parse(largest).data.truncated]).toEqual([20_000, undefined])
  for (const text of ['a'.repeat(room + 1), `é${'a'.repeat(room - 1)}`])
    expect(JSON.parse(deliveryBody(withFact(text))).data).toEqual({ ...EVENT, data: {}, truncated: true })
})

const wait = (failures: number, random: number, asked: number | null = null) =>
  retryAfter(failures, { schedule: [5, 300, 1_800], asked, random })

test.each([
  ['the first failure is followed by its wait, exactly', 1, 0.9, 5],
  ['the second by its own, a tenth less', 2, 0, 270],
  ['or as planned', 2, 0.5, 300],
  ['or a tenth more', 2, 1, 330],
  ['the last one too', 3, 0.5, 1_800],
])('%s', (_name, failures, random, seconds) => expect(wait(failures, random)).toBeCloseTo(seconds, 9))

test('after the last attempt there is none, whatever the endpoint asks for', () => {
  expect([wait(4, 0.5), wait(4, 0.5, 60)]).toEqual([null, null])
})

test('an endpoint that asks for a longer wait gets it, and one that asks for a shorter one does not', () => {
  expect([wait(1, 0.5, 60), wait(2, 0.5, 60), wait(2, 0.5, 3_600)]).toEqual([60, 300, 3_600])
})
