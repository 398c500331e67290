import { expect, test } from 'vitest'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { expirationsOn } from './expirations.ts'

const kinds = (day: string) =>
  new Map(expirationsOn(tradingDay(day)).map((expiration) => [expiration.day, expiration.kind]))

test('expirations are today, dailies, weeklies, third Fridays, quarter ends and two far ones, in order', () => {
  const listed = kinds('2026-11-20')
  expect([...listed.keys()]).toEqual([...listed.keys()].sort())
  expect(Object.fromEntries(listed)).toMatchObject({
    '2026-11-20': 'monthly',
    '2026-11-23': 'daily',
    '2026-12-11': 'weekly',
    '2026-12-18': 'monthly',
    '2026-12-31': 'quarterly',
    '2027-12-17': 'leap',
    '2028-01-21': 'leap',
  })
  expect(listed.has(tradingDay('2026-11-26'))).toBe(false)
})

test('an expiration on a third Friday without a session moves to the Thursday', () => {
  // Good Friday 2019-04-19.
  const listed = kinds('2019-04-01')
  expect(listed.get(tradingDay('2019-04-18'))).toBe('monthly')
  expect(listed.has(tradingDay('2019-04-19'))).toBe(false)
})

test('an expiration is listed in every session from the day that it names until it expires', () => {
  let [previous, ...sessions] = sessionsBetween(tradingDay('2022-01-03'), tradingDay('2028-12-29'))
  let before = new Map(expirationsOn(previous!).map(({ day, listedSince }) => [day, listedSince]))
  const wrong: string[] = []
  for (const session of sessions) {
    const now = new Map(expirationsOn(session).map(({ day, listedSince }) => [day, listedSince]))
    for (const [day, since] of before) {
      if (day >= session && now.get(day) !== since) wrong.push(`${day} on ${session}`)
    }
    for (const [day, since] of now) {
      if (!before.has(day) && (since <= previous! || since > session)) wrong.push(`new ${day} on ${session}`)
    }
    before = now
    previous = session
  }
  expect(wrong).toEqual([])
})
