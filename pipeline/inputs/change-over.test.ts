import { describe, expect, it } from 'vitest'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { changeOfShift, changeOver, difference, differenceOver, pointBefore, priceChangeOver } from './change-over.ts'

const sessions = sessionsBetween(tradingDay('2026-09-01'), tradingDay('2026-11-20'))
/** Treasuries, the dollar and spreads have no value on these sessions of the exchange. */
const BOND_HOLIDAYS = ['2026-10-12', '2026-11-11']
/** Each value is the number of its session, so a difference of values is a number of sessions. */
const numbered = sessions.map((day, value) => ({ day, value }))
const bonds = numbered.filter(({ day }) => !BOND_HOLIDAYS.includes(day))

const closes = (values: readonly number[]) => values.map((value, index) => ({ day: sessions[index]!, value }))

describe('the value of some sessions ago', () => {
  it.each([
    ['2026-10-09', 20, '2026-09-11', 'no holiday lies between'],
    ['2026-11-20', 20, '2026-10-23', 'a holiday without a value is a session all the same'],
    ['2026-11-09', 20, '2026-10-09', 'on a holiday of that day, the value before it still stood'],
    ['2026-11-10', 20, '2026-10-13', 'the day after the holiday has its own value again'],
  ])('from %s, %i sessions lead to %s: %s', (from, count, then) => {
    const index = bonds.findIndex(({ day }) => day === from)
    expect(pointBefore(bonds, count, index)?.day).toBe(then)
  })

  it('is the same number of sessions away from each session, where every session has a value', () => {
    for (const [index] of numbered.entries())
      expect(pointBefore(numbered, 5, index)?.value).toBe(index < 5 ? undefined : index - 5)
  })

  it('counts no day without a session, such as a Saturday that has a value', () => {
    const saturday = { day: tradingDay('2026-11-14'), value: 99 }
    const withSaturday = [...numbered.slice(0, -5), saturday, ...numbered.slice(-5)]
    expect(pointBefore(withSaturday, 5)?.day).toBe('2026-11-13')
    expect(pointBefore(withSaturday, 4)?.day).toBe('2026-11-16')
  })

  it('is unknown in a hole of five sessions or more', () => {
    const without = (from: string, to: string) => numbered.filter(({ day }) => day < from || day > to)
    expect(pointBefore(without('2026-10-20', '2026-10-23'), 20)?.day).toBe('2026-10-19')
    expect(pointBefore(without('2026-10-19', '2026-10-23'), 20)).toBeUndefined()
  })
})

describe('a difference', () => {
  it('reaches a line that it equals in decimals', () => {
    expect(5.1 - 4.4).toBeLessThan(0.7)
    expect(differenceOver(closes([4.4, 5.1]), 1)).toBe(0.7)
    expect(differenceOver(closes([5.1, 4.4]), 1)).toBe(-0.7)
    expect(differenceOver(closes([5.1]), 1)).toBeNull()
  })

  it('keeps small shares and large dollars', () => {
    expect(difference(0.40888123660426173, 0.40112424860218426)).toBeCloseTo(-0.00775698800207747, 12)
    expect(difference(5_858_266_539.441, 5_347_956_380.463)).toBeCloseTo(-510_310_158.978, 3)
  })
})

describe('a change in percent', () => {
  it('is counted from so many sessions ago, where that value was positive', () => {
    expect(changeOver(closes([80, 100, 110]), 1)).toBeCloseTo(10, 12)
    expect(changeOver(closes([80, 100, 110]), 2)).toBeCloseTo(37.5, 12)
    expect(changeOver(closes([80, 100, 110]), 1, 1)).toBeCloseTo(25, 12)
    expect(changeOver(closes([80, 100, 110]), 3)).toBeNull()
    expect(changeOver(closes([0, 110]), 1)).toBeNull()
    expect(changeOver(closes([-5, 110]), 1)).toBeNull()
  })

  it.each([
    [120, 123, 2.5],
    [80, 81.6, 2],
    [50, 52.5, 5],
    [40, 32, -20],
  ])('from %d to %d is exactly %d percent, because a rule compares it with a round line', (then, now, percent) => {
    expect(changeOver(closes([then, now]), 1)).toBe(percent)
  })

  it('of a price is counted from the last positive price, if one is within a week before', () => {
    expect(priceChangeOver(closes([80, 100, 110]), 1)).toEqual({ change: 10, sessions: 1 })
    // 2020-04-17 to 2020-04-21.
    expect(priceChangeOver(closes([18.25, -36.98, 9.125]), 1)).toEqual({ change: -50, sessions: 2 })
    expect(priceChangeOver(closes([20, 0, -1, -2, -3, 10]), 1)).toEqual({ change: -50, sessions: 5 })
    expect(priceChangeOver(closes([20, 0, -1, -2, -3, -4, 10]), 1)).toBeNull()
    expect(priceChangeOver(closes([-36.98, 9.125]), 1)).toBeNull()
    expect(changeOfShift(closes([20, -36.98, 10]), 1, 4)).toBe(20)
  })

  it('grows with the newest value by the share that this is of the old one', () => {
    expect(changeOfShift(closes([80, 100]), 1, 4)).toBeCloseTo(5, 12)
    expect(changeOfShift(closes([100]), 1, 4)).toBe(0)
    expect(changeOfShift(closes([0, 100]), 1, 4)).toBe(0)
    expect(changeOfShift(closes([-80, 100]), 1, 4)).toBe(0)
  })
})
