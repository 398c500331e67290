import { describe, expect, it } from 'vitest'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { sessionsPassed } from './session-time.ts'

const at = (day: string, time: string) => instantAt(tradingDay(day), time)

describe('the sessions that pass between two instants, by their variance', () => {
  it.each([
    ['from close to close it is one', at('2026-11-18', '16:00'), at('2026-11-19', '16:00'), 1],
    ['the night is 34 % of it', at('2026-11-18', '16:00'), at('2026-11-19', '09:30'), 0.34],
    ['the day is the rest', at('2026-11-19', '09:30'), at('2026-11-19', '16:00'), 0.66],
    ['half of the day is half of that', at('2026-11-19', '12:45'), at('2026-11-19', '16:00'), 0.33],
    ['half of the night is half of its', at('2026-11-19', '00:45'), at('2026-11-19', '09:30'), 0.17],
    ['a weekend is one night', at('2026-11-20', '16:00'), at('2026-11-23', '09:30'), 0.34],
    ['the middle of a weekend is the middle of its night', at('2026-11-20', '16:00'), at('2026-11-22', '00:45'), 0.17],
    [
      'a half-day has a whole night and a part of a day',
      at('2026-11-25', '16:00'),
      at('2026-11-27', '13:00'),
      0.34 + (0.66 * 3.5) / 6.5,
    ],
    [
      'a part of a half-day is that part of its day',
      at('2026-11-27', '11:15'),
      at('2026-11-27', '13:00'),
      (0.66 * 1.75) / 6.5,
    ],
    ['a week has its sessions', at('2026-11-13', '16:00'), at('2026-11-20', '16:00'), 5],
    ['no time is no session', at('2026-11-19', '12:00'), at('2026-11-19', '12:00'), 0],
  ])('%s', (_, from, to, sessions) => {
    expect(sessionsPassed(from, to)).toBeCloseTo(sessions, 9)
  })
})
