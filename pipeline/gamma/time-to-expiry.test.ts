import { expect, it } from 'vitest'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { expiresAt } from './time-to-expiry.ts'

it.each([
  ['pm', '2026-11-20', '2026-11-20', '16:00', 'at the close'],
  ['am', '2026-11-20', '2026-11-20', '09:30', 'at the opening prints'],
  ['pm', '2026-11-27', '2026-11-27', '13:00', 'at the close of a half-day'],
  ['pm', '2026-11-26', '2026-11-25', '16:00', 'at the close before a holiday'],
  ['am', '2026-11-26', '2026-11-25', '16:00', 'at the close before a holiday, also of the morning'],
  ['pm', '2014-11-22', '2014-11-21', '16:00', 'at the close before the Saturday of an old monthly contract'],
] as const)('%s contracts of %s settle on %s at %s: %s', (settlement, expiration, day, time, _where) => {
  expect(expiresAt(tradingDay(expiration), settlement)).toEqual(instantAt(tradingDay(day), time))
})
