import { cycleReady, signalsComputed } from '../../harness/broker/messages.ts'
import type { Around } from '../../harness/broker/transport.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'

/** Hostile messages that somebody puts into a queue. */
export interface Hostile {
  what: string
  body: unknown
  around?: Around
}

const GOOD = toEnvelope(cycleReady('hostile'))
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
const payload = (change: object) => ({ ...GOOD, payload: { ...GOOD.payload, ...change } })

/** Bodies that are JSON, which both brokers carry. */
const BODIES: Hostile[] = [
  { what: 'an id of 256 characters', body: { ...GOOD, id: `test:${'a'.repeat(249)}#1` } },
  { what: 'an id of 100,000 characters', body: { ...GOOD, id: `test:${'a'.repeat(99_993)}#1` } },
  { what: 'an id of 600 bytes', body: { ...GOOD, id: `test:${'漢'.repeat(190)}#1` } },
  { what: 'an empty id', body: { ...GOOD, id: '' } },
  { what: 'another empty id', body: { id: '' } },
  { what: 'no id', body: { ...GOOD, id: undefined } },
  { what: 'a number as id', body: { ...GOOD, id: 7 } },
  { what: 'control characters in the id', body: { ...GOOD, id: 'test:a\u0007\u001b[2J#1' } },
  { what: 'the id of a good message on another payload', body: { ...payload({ run: -1 }), id: 'test:c001#1' } },
  { what: 'nothing', body: null },
  { what: 'a number', body: 7 },
  { what: 'a text', body: 'drop table inbox' },
  { what: 'a list', body: [GOOD] },
  { what: 'an unknown type', body: { ...GOOD, type: 'tea.ready' } },
  { what: 'the type of another stage', body: toEnvelope(signalsComputed('hostile')) },
  { what: 'a type of the wrong type', body: { ...GOOD, type: { a: 1 } } },
  { what: 'version 2', body: { ...GOOD, version: 2 } },
  { what: 'version "1"', body: { ...GOOD, version: '1' } },
  { what: 'wrong types in the payload', body: payload({ cycleId: 7, run: 'x' }) },
  { what: 'a payload that is a list', body: { ...GOOD, payload: [1] } },
  { what: 'a payload of eight megabytes', body: { ...GOOD, payload: 'x'.repeat(8_000_000) } },
  { what: 'three thousand levels', body: { ...GOOD, payload: { deep: nested(3_000) } } },
  { what: 'a span of a million characters', body: { ...GOOD, traceparent: '0'.repeat(1_000_000) } },
  { what: 'keys of prototypes', body: JSON.parse('{"__proto__": {"id": "test:a#1"}, "constructor": 1}') },
]

/** Postgres refuses what is not JSON that it can store, and knows no headers. */
const AMQP_ONLY: Hostile[] = [
  { what: 'no bytes', body: Buffer.alloc(0) },
  { what: 'bytes that are no text', body: Buffer.from([0, 255, 254, 128, 0]) },
  { what: 'half of a JSON', body: '{"id": "test:a#1", ' },
  { what: 'a million levels', body: Buffer.from('['.repeat(1_000_000) + ']'.repeat(1_000_000)) },
  { what: 'a NUL in the id', body: { ...GOOD, id: 'test:a\0b#1' } },
  { what: 'half of a character in the id', body: { ...GOOD, id: 'test:a\ud800#1' } },
  { what: 'a NUL as type', body: { ...GOOD, type: '\0' } },
  {
    what: 'our headers with other types',
    body: { a: 1 },
    around: { headers: { 'ready-at': 'soon', 'x-delivery-count': 'many', 'x-death': 'yes', attempts: {} } },
  },
  {
    what: 'an instant that no date holds',
    body: { a: 2 },
    around: { headers: { 'ready-at': { '!': 'double', value: -1e300 } } },
  },
  {
    what: 'a death that no date holds',
    body: { a: 3 },
    around: { headers: { 'died-at': { '!': 'double', value: 1e300 }, 'ready-at': 9e15 } },
  },
  {
    what: 'properties of its own',
    body: { a: 4 },
    around: {
      properties: {
        messageId: 'm'.repeat(255),
        correlationId: '1',
        replyTo: 'nobody',
        type: 'x'.repeat(255),
        contentEncoding: 'gzip',
        contentType: 'image/png',
        priority: 255,
      },
    },
  },
  { what: 'fifty kilobytes of headers', body: { a: 5 }, around: { headers: { big: 'x'.repeat(50_000) } } },
  { what: 'nineteen deliveries before the first', body: { a: 6 }, around: { headers: { 'x-delivery-count': 19 } } },
]

export const hostileTo = (broker: 'Postgres' | 'RabbitMQ'): Hostile[] =>
  broker === 'RabbitMQ' ? [...BODIES, ...AMQP_ONLY] : BODIES
