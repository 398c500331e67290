import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../harness/property-tests.ts'
import { eastern, instantAt } from '../../time/eastern.ts'
import { tradingDay } from '../../time/trading-day.ts'
import { type EventBudget, firesAllowedOn, nextAllowedAt, reserveFire, UNUSED_BUDGET } from './event-budget.ts'

const et = (day: string, time: string) => instantAt(tradingDay(day), time)

/** The budget after a round trip through the database. */
function stored(budget: EventBudget): EventBudget {
  const { lastGrantedAt, ...rest } = JSON.parse(JSON.stringify(budget))
  return { ...rest, lastGrantedAt: lastGrantedAt === null ? null : new Date(lastGrantedAt) }
}

function grants(instants: readonly Date[]): boolean[] {
  let budget = UNUSED_BUDGET
  return instants.map((at) => {
    const reserved = reserveFire(stored(budget), at)
    budget = reserved.budget
    return reserved.reservation.granted
  })
}

/** The same rule, naively: every request examines all earlier grants. */
function grantsByHistory(instants: readonly Date[]): boolean[] {
  const granted: Date[] = []
  return instants.map((at) => {
    const today = granted.filter((each) => eastern(each).day === eastern(at).day)
    const close = granted.some((each) => Math.abs(at.getTime() - each.getTime()) < 30 * 60_000)
    const allowed = today.length < 3 && !close
    if (allowed) granted.push(at)
    return allowed
  })
}

/** Starts around midnight Eastern, midnight UTC and both clock changes. */
const beginning = fc.constantFrom(
  et('2026-11-19', '18:00'),
  et('2026-03-07', '23:00'),
  et('2026-10-31', '22:00'),
  et('2026-11-20', '09:30'),
)
const pause = fc.oneof(
  fc.integer({ min: 0, max: 45 * 60_000 }),
  fc.constantFrom(29 * 60_000, 30 * 60_000, 30 * 60_000 - 1, 3_600_000),
  fc.integer({ min: 0, max: 9 * 3_600_000 }),
)

describe('the event budget', () => {
  it('grants at most 3 a day, half an hour apart, for any source and across restarts', () => {
    let refused = 0
    fc.assert(
      fc.property(beginning, fc.array(pause, { maxLength: 60 }), (first, pauses) => {
        const instants: Date[] = []
        for (const ms of pauses) instants.push(new Date((instants.at(-1) ?? first).getTime() + ms))
        const decided = grants(instants)
        expect(decided).toEqual(grantsByHistory(instants))
        refused += decided.filter((granted) => !granted).length
      }),
      { numRuns: runs(300) },
    )
    expect(refused).toBeGreaterThan(runs(100, 5))
  })

  it('refuses an instant before the last grant', () => {
    expect(grants([et('2026-11-20', '12:00'), et('2026-11-20', '10:00'), et('2026-11-19', '12:00')])).toEqual([
      true,
      false,
      false,
    ])
  })

  it('starts a new day at midnight Eastern, not UTC, and applies the gap across it', () => {
    const used = ['20:00', '21:00', '23:45'].map((time) => et('2026-11-20', time))
    expect(grants([...used, et('2026-11-20', '23:59')])).toEqual([true, true, true, false])
    expect(grants([...used, et('2026-11-21', '00:00'), et('2026-11-21', '00:15')])).toEqual([
      true,
      true,
      true,
      false,
      true,
    ])
  })

  it('returns when the next request can be granted', () => {
    expect(nextAllowedAt(UNUSED_BUDGET, et('2026-11-20', '10:00'))).toBeNull()
    const once = reserveFire(UNUSED_BUDGET, et('2026-11-20', '10:00')).budget
    expect(nextAllowedAt(once, et('2026-11-20', '10:10'))).toEqual(et('2026-11-20', '10:30'))
    expect(nextAllowedAt(once, et('2026-11-20', '10:30'))).toBeNull()
    const spent = { day: tradingDay('2026-11-20'), used: 3, lastGrantedAt: et('2026-11-20', '23:50') }
    expect(nextAllowedAt(spent, et('2026-11-20', '23:55'))).toEqual(et('2026-11-21', '00:20'))
    expect(nextAllowedAt({ ...spent, lastGrantedAt: et('2026-11-20', '12:00') }, et('2026-11-20', '13:00'))).toEqual(
      et('2026-11-21', '00:00'),
    )
  })

  it('allows nothing before the day after a half-day', () => {
    expect(nextAllowedAt(UNUSED_BUDGET, et('2026-11-27', '10:00'))).toEqual(et('2026-11-28', '00:00'))
    // The gap after a fire late on Thanksgiving ends on the half-day.
    const late = { day: tradingDay('2026-11-26'), used: 1, lastGrantedAt: et('2026-11-26', '23:50') }
    expect(nextAllowedAt(late, et('2026-11-26', '23:55'))).toEqual(et('2026-11-28', '00:00'))
    expect(firesAllowedOn(tradingDay('2026-11-27'))).toBe(0)
    expect(firesAllowedOn(tradingDay('2026-11-30'))).toBe(3)
  })
})
