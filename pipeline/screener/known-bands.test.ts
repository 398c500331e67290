import { expect, test } from 'vitest'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type HistoryValue, knownHistory } from '../history/known-history.ts'
import { knownBands } from './known-bands.ts'

const DAYS = sessionsBetween(tradingDay('2015-01-02'), tradingDay('2017-06-30'))
const VALUES: HistoryValue[] = DAYS.flatMap((day, at) => [
  { series: 'spy_close', day, value: 200 + 20 * Math.sin(at / 9) },
  { series: 'vix_close', day, value: 20 + 8 * Math.sin(at / 17) },
])
const LAST = DAYS.at(-1)!

test('both runs of a day know the band of the evening before, and the evening its own', () => {
  const bandAt = knownBands(knownHistory(VALUES))
  const before = DAYS.at(-2)!
  expect(bandAt(instantAt(LAST, '10:30'))?.day).toBe(before)
  expect(bandAt(instantAt(LAST, '17:30'))?.day).toBe(before)
  expect(bandAt(instantAt(LAST, '20:00'))?.day).toBe(LAST)
  expect(bandAt(instantAt(DAYS[100]!, '17:30'))).toBeNull()
})

test('a file with a late revision gives the same bands to every run before it', () => {
  const knownAt = instantAt(LAST, '21:00')
  const revised = knownBands(knownHistory([...VALUES, { series: 'vix_close', day: DAYS[400]!, value: 60, knownAt }]))
  const plain = knownBands(knownHistory(VALUES))
  for (const day of DAYS.slice(350).filter((_day, at) => at % 25 === 0)) {
    const instant = instantAt(day, '17:30')
    expect(revised(instant)).toEqual(plain(instant))
  }
})
