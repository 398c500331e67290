import { expect, test } from 'vitest'
import { addSessions } from '../../shared/time/calendar.ts'
import { addDays, daysBetween, tradingDay } from '../../shared/time/trading-day.ts'
import { REPLAY_SESSIONS } from '../regime/market-regime.ts'
import { components } from '../signals/index.ts'
import { seriesBounds, seriesNeeded, sessionsNeeded } from './series-bounds.ts'

const day = tradingDay('2026-11-20')
const [daily, weekly] = seriesBounds(day)

test('daily series go back far enough for each close of the replay to have its own window', () => {
  const longest = Math.max(...components.map(({ sessionsMax }) => sessionsMax))
  expect(sessionsNeeded).toBe(longest + REPLAY_SESSIONS + 1)
  // The day before the first of them counts too.
  expect(daily!.from).toBe(addDays(addSessions(day, -sessionsNeeded).day, -1))
  expect(daily!.series).toBe(seriesNeeded)
})

test('weekly series go back a week more than a component uses, and do not count as daily', () => {
  const longest = Math.max(...components.map(({ weeksMax }) => weeksMax ?? 0))
  expect(daysBetween(weekly!.from, day)).toBe(7 * (longest + 1))
  expect(weekly!.series.toSorted()).toEqual(['aaii_bearish', 'aaii_bullish', 'cot_es_noncommercial_net'])
  expect(weekly!.series.filter((series) => seriesNeeded.includes(series))).toEqual([])
})

test('each series that a component reads is loaded, once', () => {
  const loaded = [...daily!.series, ...weekly!.series]
  expect(new Set(loaded).size).toBe(loaded.length)
  for (const { series } of components) for (const each of series) expect(loaded).toContain(each)
})
