import { expect, test } from 'vitest'
import { isCovered, moveTarget, nextNamed, stepMs, stepTarget, writtenInstant } from './clock-target.ts'

test('the clock ends with the last day of the simulated calendar, Eastern', () => {
  expect(isCovered(new Date('2061-01-01T04:59:59Z'))).toBe(true)
  expect(isCovered(new Date('2061-01-01T05:00:00Z'))).toBe(false)
})

test.each([
  ['15m', 900_000],
  ['90s', 90_000],
  ['1h30m', 5_400_000],
  ['1d', 86_400_000],
  ['1s', 1_000],
  ['0m', null],
  ['-5m', null],
  ['15', null],
  ['15 m', null],
  ['m', null],
  ['1.5h', null],
])('the step %s has %s ms', (text, ms) => expect(stepMs(text)).toBe(ms))

test.each([
  ['2026-12-01T09:25', '2026-12-01T14:25:00.000Z'],
  ['2026-07-01T09:25', '2026-07-01T13:25:00.000Z'],
  ['2026-12-01T09:25:30', '2026-12-01T14:25:30.000Z'],
  ['2026-12-01T09:25-08:00', '2026-12-01T17:25:00.000Z'],
  ['2026-12-01T09:25:00Z', '2026-12-01T09:25:00.000Z'],
  ['2028-02-29T12:00', '2028-02-29T17:00:00.000Z'],
  ['2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['2026-11-01T01:30-05:00', '2026-11-01T06:30:00.000Z'],
  ['2027-03-14T01:59:59', '2027-03-14T06:59:59.000Z'],
  ['2027-03-14T02:30', null],
  ['2027-03-14T03:00', '2027-03-14T07:00:00.000Z'],
  ['2026-02-29T12:00', null],
  ['2026-02-30T12:00Z', null],
  ['2026-13-01T12:00', null],
  ['2026-12-01T25:00', null],
  ['2026-12-01T24:00:00Z', null],
  ['2026-12-01', null],
  ['2026-12-01T09:25+29:00', null],
  ['tomorrow', null],
])('the instant %s is %s', (text, instant) => expect(writtenInstant(text)?.toISOString() ?? null).toBe(instant))

/** Friday the 27th is a half-day after Thanksgiving. */
test.each([
  ['next-open', '2026-11-25T14:29:59Z', '2026-11-25T14:30:00.000Z'],
  ['next-open', '2026-11-25T14:30:00Z', '2026-11-27T14:30:00.000Z'],
  ['next-close', '2026-11-25T12:00:00Z', '2026-11-25T21:00:00.000Z'],
  ['next-close', '2026-11-25T21:00:00Z', '2026-11-27T18:00:00.000Z'],
  ['next-cycle', '2026-11-25T14:30:00Z', '2026-11-25T14:45:00.000Z'],
  ['next-cycle', '2026-11-25T21:00:00Z', '2026-11-25T21:20:00.000Z'],
  ['next-cycle', '2026-11-25T21:20:00Z', '2026-11-27T14:30:00.000Z'],
  ['next-cycle', '2026-11-27T18:00:00Z', '2026-11-27T18:20:00.000Z'],
] as const)('%s after %s is %s', (name, after, instant) =>
  expect(nextNamed(name, new Date(after)).toISOString()).toBe(instant),
)

test.each([
  ['a step leads forward from now', stepTarget('15m'), '2026-11-20T15:15:00.000Z'],
  ['a name leads to its next instant', moveTarget('next-close'), '2026-11-20T21:00:00.000Z'],
  ['a written instant leads there from anywhere', moveTarget('2026-11-20T09:25'), '2026-11-20T14:25:00.000Z'],
  ['a name is no step', stepTarget('next-close'), null],
  ['a step is no move', moveTarget('15m'), null],
])('%s', (_name, target, instant) =>
  expect(target?.(new Date('2026-11-20T15:00:00Z')).toISOString() ?? null).toBe(instant),
)
