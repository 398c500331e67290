import { expect, test } from 'vitest'
import { type NewMessage, toEnvelope } from './new-message.ts'

const SPAN = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const OTHER_SPAN = '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01'
const MESSAGE: NewMessage = {
  id: 'alerts:test#1',
  type: 'webhook.due',
  occurredAt: new Date('2026-11-20T15:00:00Z'),
  payload: { delivery: 7, attempt: 1 },
}
const CAUSE = { id: 'schedule:test#1', cycleId: '2026-11-20T10:00', traceparent: SPAN }

test('a message without a cause starts its own trace', () => {
  expect(toEnvelope(MESSAGE)).toEqual({
    id: 'alerts:test#1',
    type: 'webhook.due',
    version: 1,
    occurredAt: '2026-11-20T15:00:00.000Z',
    cycleId: null,
    causationId: null,
    traceparent: null,
    payload: { delivery: 7, attempt: 1 },
  })
})

test('a message names its cause, and belongs to its cycle and to its span', () => {
  expect(toEnvelope(MESSAGE, CAUSE)).toMatchObject({
    causationId: 'schedule:test#1',
    cycleId: '2026-11-20T10:00',
    traceparent: SPAN,
  })
})

test('the cycle and the span stated by a message take precedence over those of its cause, even if it states none', () => {
  const own = { ...MESSAGE, cycleId: '2026-11-20T10:15', traceparent: OTHER_SPAN }
  expect(toEnvelope(own, CAUSE)).toMatchObject({ cycleId: '2026-11-20T10:15', traceparent: OTHER_SPAN })
  const none = { ...MESSAGE, cycleId: null, traceparent: null }
  expect(toEnvelope(none, CAUSE)).toMatchObject({ cycleId: null, traceparent: null, causationId: 'schedule:test#1' })
})

test.each<[string, Partial<NewMessage>]>([
  ['whose payload is another', { payload: { delivery: 0, attempt: 1 } } as Partial<NewMessage>],
  ['whose id is none', { id: 'alerts:test' }],
])('a message %s never reaches a queue: it is our bug', (_what, change) => {
  const broken = { ...MESSAGE, ...change } as NewMessage
  expect(() => toEnvelope(broken)).toThrow(
    expect.objectContaining({
      kind: 'internal',
      message: `message ${broken.id} (webhook.due) does not match its schema`,
      cause: expect.objectContaining({ name: 'ZodError' }),
    }),
  )
})
