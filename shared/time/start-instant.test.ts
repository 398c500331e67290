import { expect, test } from 'vitest'
import { believableStart } from './start-instant.ts'

test.each([
  ['Eastern in winter', '2026-11-20T10:00', '2026-11-20T15:00:00.000Z'],
  ['Eastern in summer', '2026-07-01T09:30:15', '2026-07-01T13:30:15.000Z'],
  ['with an offset', '2026-11-20T10:00:00+01:00', '2026-11-20T09:00:00.000Z'],
  ['in UTC', '2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
  ['in the last second of a day', '2026-11-20T23:59:59', '2026-11-21T04:59:59.000Z'],
  ['on the first day', '2012-01-03T00:00', '2012-01-03T05:00:00.000Z'],
  ['on the last day', '2059-12-31T23:59', '2060-01-01T04:59:00.000Z'],
  ['on the last day as New York counts it', '2060-01-01T04:59:59Z', '2060-01-01T04:59:59.000Z'],
])('a start is read %s', (_, text, instant) => {
  expect(believableStart(text)?.toISOString()).toBe(instant)
})

test.each([
  '2026-02-30T10:00',
  '2026-11-20',
  '2026-11-20T24:00',
  '2026-03-08T02:30',
  '2011-12-30T10:00',
  '2012-01-02T23:59:59',
  '2060-01-01T00:00',
  '2060-01-02T10:00',
  '2026-11-20T10:00:00+29:00',
  'now',
])('a start that is no instant of a simulated market is refused: %s', (text) => {
  expect(believableStart(text)).toBeNull()
})
