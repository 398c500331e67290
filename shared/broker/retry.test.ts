import { expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { failureOf } from './failure.ts'
import { attemptsAllowed, BACKOFF, backoffMs, INTERNAL_ATTEMPTS_MAX } from './retry.ts'
import { uuidV5 } from './uuid-v5.ts'

it.each([
  [1, 500, 1_000],
  [2, 1_000, 2_000],
  [4, 4_000, 8_000],
  [8, 30_000, 60_000],
  [50, 30_000, 60_000],
])('back-off: after attempt %i is between %i and %i ms', (attempts, least, most) => {
  expect(backoffMs(attempts, BACKOFF, () => 0)).toBe(least)
  expect(backoffMs(attempts, BACKOFF, () => 1)).toBe(most)
})

it('attempts: one for an error that will repeat, few for a bug, no limit for an outage', () => {
  expect(
    (['invalid', 'not_found', 'internal', null, 'unavailable'] as const).map((kind) => attemptsAllowed(kind, 3)),
  ).toEqual([1, 1, 3, 3, null])
  expect(INTERNAL_ATTEMPTS_MAX).toBe(3)
})

it('back-off: a wait is a whole number of milliseconds, the nearest one', () => {
  expect(backoffMs(1, { firstMs: 3, maxMs: 60 }, () => 0)).toBe(2)
  expect(backoffMs(0, BACKOFF, () => 1)).toBe(1_000)
})

it('failure: the reason is the first 2,000 characters of the message', () => {
  const text = `begins${'.'.repeat(2_000)}`
  expect(failureOf(new Error(text)).reason).toBe(text.slice(0, 2_000))
  expect(failureOf('thrown').reason).toBe('thrown')
  // Postgres stores neither a NUL nor half of a character, which a cut may leave.
  expect(failureOf(new Error(`a\0b${'.'.repeat(1_996)}😀`)).reason).toBe(`ab${'.'.repeat(1_996)}\ufffd`)
})

it.each([
  [new AppError('not_found', 'x'), 'not_found'],
  [Object.assign(new Error('x'), { code: '57P01' }), 'unavailable'],
  [Object.assign(new Error('x'), { code: 'CONNECTION_CLOSED' }), 'unavailable'],
  [Object.assign(new Error('x'), { code: '40P01' }), 'unavailable'],
  [Object.assign(new Error('x'), { code: '25006' }), 'unavailable'],
  [Object.assign(new Error('x'), { code: '53100' }), 'unavailable'],
  [Object.assign(new Error('x'), { code: '58030' }), 'unavailable'],
  [Object.assign(new Error('x'), { code: 'ENOSPC' }), 'unavailable'],
  [Object.assign(new Error('x'), { code: '23505' }), 'internal'],
  [Object.assign(new Error('x'), { code: 'ERR_ASSERTION' }), 'internal'],
  ['thrown', 'internal'],
])('failure: %s is %s', (error, kind) => {
  expect(failureOf(error).kind).toBe(kind)
})

it('uuid: ids equal those of other implementations of RFC 9562 in our namespace', () => {
  expect(uuidV5('signals/test:a#1')).toBe('6edb19dd-be2f-598b-9f73-6f2ae92cda75')
  expect(uuidV5('report/test:b#2')).toBe('815ad44d-74e6-5c06-ab9e-c6b4b4b0983f')
  expect(uuidV5('x')).toBe('18aed964-0c83-5f24-909e-43cd6506d893')
})

it('uuid: the same name gives the same version 5 id', () => {
  expect(uuidV5('signals/test:a#1')).toBe(uuidV5('signals/test:a#1'))
  expect(uuidV5('signals/test:a#1')).not.toBe(uuidV5('report/test:a#1'))
  expect(uuidV5('x')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})
