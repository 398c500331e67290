import { expect, test } from 'vitest'
import { addDays, dayOfEpoch, daysBetween, epochDay, isoWeek, tradingDay, weekday } from './trading-day.ts'

test.each(['2026-02-29', '2026-13-01', '2026-1-1', '20261120', '2026-11-20T10:00', ''])(
  'a day that does not exist, or is written otherwise, is refused: %j',
  (text) => {
    expect(() => tradingDay(text)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  },
)

test.each([
  ['1970-01-01', 0],
  ['1969-12-31', -1],
  ['2026-11-20', 20_777],
  ['1949-12-31', -7_306],
  ['1950-01-01', -7_305],
  ['2149-12-31', 65_743],
  ['2150-01-01', 65_744],
])('%s is the day %i since 1970, also when it is asked for again', (text, epoch) => {
  const day = tradingDay(text)
  expect([epochDay(day), epochDay(day), dayOfEpoch(epoch), dayOfEpoch(epoch)]).toEqual([epoch, epoch, text, text])
})

test('days have years of four digits, so that they sort as text', () => {
  const [first, last] = [tradingDay('1000-01-01'), tradingDay('9999-12-31')]
  expect([addDays(addDays(first, 1), -1), addDays(addDays(last, -1), 1)]).toEqual([first, last])
  for (const beyond of [() => addDays(first, -1), () => addDays(last, 1), () => dayOfEpoch(0.5)])
    expect(beyond).toThrow(expect.objectContaining({ kind: 'invalid' }))
})

test('a later day is a positive number of days away', () => {
  expect(daysBetween(tradingDay('2028-02-28'), tradingDay('2028-03-01'))).toBe(2)
  expect(daysBetween(tradingDay('2026-03-01'), tradingDay('2026-02-28'))).toBe(-1)
})

test.each([
  ['1969-12-29', 1],
  ['1970-01-01', 4],
  ['2026-11-20', 5],
  ['2026-11-22', 7],
  ['2026-11-23', 1],
  ['1899-12-31', 7],
])('the weekday of %s is %i, of 1 for Monday to 7 for Sunday', (text, expected) => {
  expect(weekday(tradingDay(text))).toBe(expected)
})

test.each([
  ['2027-01-01', '2026-W53'],
  ['2027-01-03', '2026-W53'],
  ['2027-01-04', '2027-W01'],
  ['2024-12-30', '2025-W01'],
  ['2026-01-01', '2026-W01'],
  ['2026-03-01', '2026-W09'],
  ['2026-03-02', '2026-W10'],
  ['2026-11-20', '2026-W47'],
])('%s is in the week %s, that of its Thursday', (text, week) => {
  expect(isoWeek(tradingDay(text))).toBe(week)
})
