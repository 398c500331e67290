import { expect, test } from 'vitest'
import { sessionsBetween } from '../../../shared/time/calendar.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { nameExpirations } from './name-listing.ts'

const listed = (day: string) => nameExpirations(tradingDay(day)).map((each) => `${each.kind} ${each.day}`)

test('a week that ends with a quarter is listed on names, too', () => {
  // The Fridays of Christmas and New Year are holidays.
  expect(listed('2026-12-16').slice(0, 5)).toEqual([
    'monthly 2026-12-18',
    'weekly 2026-12-24',
    'weekly 2026-12-31',
    'weekly 2027-01-08',
    'monthly 2027-01-15',
  ])
  // A Friday that ends a quarter; the last day of June 2027 is a Wednesday.
  expect(listed('2022-09-26')[0]).toBe('weekly 2022-09-30')
  expect(listed('2027-06-25').filter((each) => each.endsWith('2027-06-30'))).toEqual([])
})

test('four weeks and six months are listed, and each until it expires', () => {
  const sessions = sessionsBetween(tradingDay('2026-06-01'), tradingDay('2028-06-30'))
  let before: string[] = []
  for (const session of sessions) {
    const now = listed(session)
    expect(now.filter((each) => each.startsWith('weekly'))).toHaveLength(4)
    expect(now.filter((each) => each.startsWith('monthly'))).toHaveLength(6)
    expect(before.filter((each) => each.slice(-10) >= session && !now.includes(each))).toEqual([])
    before = now
  }
})
