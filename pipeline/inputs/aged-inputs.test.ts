import { expect, test } from 'vitest'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { agedInputs } from './aged-inputs.ts'

const day = tradingDay('2026-11-20')
const reading = (of: string) => ({
  series: 'vix_close' as const,
  value: 15,
  for: of,
  known_at: '2026-11-20T10:00:00-05:00',
  source: 'market',
  quality: 'fresh' as const,
})
const ageOf = (of: string, cutoff = instantAt(day, '10:30')) => {
  const [{ age_sessions, age_seconds }] = agedInputs([reading(of)], { cutoff, day }) as [
    ReturnType<typeof agedInputs>[number],
  ]
  return [age_sessions, age_seconds]
}

test.each([
  ['2026-11-20', [0, null]],
  ['2026-11-19', [1, null]],
  // A weekend lies between.
  ['2026-11-13', [5, null]],
  ['2026-11-20T10:15:00-05:00', [0, 900]],
  ['2026-11-20T10:29:59-05:00', [0, 1]],
  ['2026-11-19T16:00:00-05:00', [1, 18.5 * 3_600]],
  // Late in the evening it is the next day in UTC.
  ['2026-11-19T20:30:00-05:00', [1, 14 * 3_600]],
  // If a clock runs ahead, the age is zero and not negative.
  ['2026-11-20T10:30:02-05:00', [0, 0]],
])('an input for %s is of the age %j', (of, age) => {
  expect(ageOf(of)).toEqual(age)
})

test('a part of a second counts for none, and the reading itself stays', () => {
  const cutoff = new Date(instantAt(day, '10:30').getTime() + 999)
  expect(ageOf('2026-11-20T10:30:00-05:00', cutoff)).toEqual([0, 0])
  expect(agedInputs([reading('2026-11-20')], { cutoff, day })[0]).toMatchObject(reading('2026-11-20'))
})
