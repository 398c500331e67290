import { expect, it } from 'vitest'
import { addSessions, sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { notReady } from './evening.ts'

const between = (from: string, to: string) => ({
  days: sessionsBetween(tradingDay(from), tradingDay(to)),
  closes: [],
  vix: new Float64Array(),
  columns: [],
})

it('counts the sessions before the year of the last one, since each year is fitted on those', () => {
  const { need, ...found } = notReady(between('2025-12-29', '2026-03-20'))
  expect(found).toEqual({
    status: 'not_ready',
    have: 3,
    reason: `the annual refit needs ${need} sessions before its year, 3 are known`,
  })
  expect(notReady(between('2026-01-02', '2026-03-20')).have).toBe(0)
})

it('names the closes of SPY when there are none, and the dimensions when the sessions suffice', () => {
  expect(notReady({ ...between('2026-01-02', '2026-01-05'), days: [] })).toMatchObject({
    have: 0,
    reason: 'no close of SPY is known yet',
  })
  expect(notReady(between('1993-01-29', '2026-01-05')).reason).toContain('fewer than three dimensions')
})

it('needs a year and a horizon of sessions before the year, after which it is the dimensions that are missing', () => {
  const until = (sessions: number) => {
    const first = addSessions(tradingDay('2026-01-02'), -sessions).day
    return notReady(between(first, '2026-01-05'))
  }
  expect(until(271)).toMatchObject({
    need: 272,
    have: 271,
    reason: expect.stringMatching(/^the annual refit needs 272/),
  })
  expect(until(272)).toMatchObject({ have: 272, reason: expect.stringMatching(/^fewer than three dimensions/) })
})
