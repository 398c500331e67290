import { expect, test } from 'vitest'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { cotDelayedUntil } from './cot-delays.ts'

/** The first and the last delayed report of each interruption, and their neighbours that were on time. */
test.each([
  ['2013-09-24', null],
  ['2013-10-01', '2013-10-25'],
  ['2013-10-08', '2013-11-01'],
  ['2013-10-29', '2013-11-08'],
  ['2013-11-05', null],
  ['2018-12-18', null],
  ['2018-12-24', '2019-02-01'],
  ['2018-12-31', '2019-02-05'],
  ['2019-02-26', '2019-03-05'],
  ['2019-03-05', null],
  ['2023-01-24', null],
  ['2023-01-31', '2023-02-24'],
  ['2023-02-07', '2023-03-03'],
  ['2023-03-07', '2023-03-17'],
  ['2023-03-14', null],
  ['2025-09-23', null],
  ['2025-09-30', '2025-11-19'],
  ['2025-12-09', '2025-12-30'],
  ['2026-01-13', '2026-01-20'],
  ['2026-01-20', null],
])('the report of %s was published late on %s', (dated, released) => {
  expect(cotDelayedUntil(tradingDay(dated))).toBe(released)
})

test('a report belongs to its week, on whichever day a holiday lets it be dated', () => {
  const days = ['2025-09-29', '2025-09-30', '2025-10-03', '2025-10-05', '2025-10-06'].map(tradingDay)
  expect(days.map(cotDelayedUntil)).toEqual(['2025-11-19', '2025-11-19', '2025-11-19', '2025-11-19', '2025-11-21'])
})

test('in each interruption a report follows the one before it, and none is early', () => {
  for (const first of ['2013-10-01', '2018-12-25', '2023-01-31', '2025-09-30'].map(tradingDay)) {
    let before = first
    for (let dated = first; cotDelayedUntil(dated); dated = addDays(dated, 7)) {
      const released = cotDelayedUntil(dated)!
      expect(released >= before && released > addDays(dated, 3), dated).toBe(true)
      before = released
    }
  }
})
