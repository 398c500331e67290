import { expect, test } from 'vitest'
import type { ApiContext } from '../http/context.ts'
import { AsOfQuery, locateCycle, locatedCycle, refuseFuture } from './as-of.ts'

const NOW = new Date('2026-11-20T15:31:00Z')
const RULE =
  'must be an instant such as 2026-11-20T10:00:00-05:00 (write + as %2B) or, in Eastern time, 2026-11-20T10:00:00'

test.each([
  ['2026-11-20T10:00:00-05:00', '2026-11-20T15:00:00.000Z'],
  ['2026-11-20T15:00:00Z', '2026-11-20T15:00:00.000Z'],
  ['2026-11-20T10:00:00', '2026-11-20T15:00:00.000Z'],
  ['2026-11-20T10:00', '2026-11-20T15:00:00.000Z'],
  ['2026-07-20T10:00:00', '2026-07-20T14:00:00.000Z'],
  ['2026-11-01T01:30:00', '2026-11-01T05:30:00.000Z'],
  ['1900-01-01T00:00:00Z', '1900-01-01T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '1900-01-01T00:00:00.000Z'],
])('as_of %s is the instant %s', (text, instant) => {
  expect(AsOfQuery.parse({ as_of: text }).as_of?.toISOString()).toBe(instant)
})

test.each([
  '2026-03-08T02:30:00',
  '2026-02-30T10:00:00',
  '2026-11-20',
  'yesterday',
  `2026-11-20T15:00:00.${'0'.repeat(20)}Z`,
])('%s is refused with the form of an instant, or is too long', (text) => {
  expect(AsOfQuery.safeParse({ as_of: text }).error?.issues[0]?.message).toBe(RULE)
})

test('the first instant after now is refused by its name; now itself is none', () => {
  const later = new Date(NOW.getTime() + 1)
  const messageOf = (instants: Record<string, Date | undefined>) => {
    try {
      refuseFuture(instants, NOW)
    } catch (error) {
      return (error as { body: { message: string } }).body.message
    }
    return null
  }
  expect(messageOf({ from: NOW, to: undefined })).toBeNull()
  expect(messageOf({ from: undefined, to: later, until: later })).toBe('to: must not lie in the future')
})

test('the cycle of an instant has a name that leads back to it', () => {
  expect(locatedCycle('event/2026-11-20T10:30#12#3')).toEqual({ cycleId: 'event/2026-11-20T10:30#12', run: 3 })
  expect(locatedCycle('before the first cycle')).toBeNull()
})

test('without an instant there is no cycle', async () => {
  expect(await locateCycle({} as ApiContext, {})).toBeNull()
})
