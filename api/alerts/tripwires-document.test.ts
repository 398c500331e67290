import { describe, expect, test } from 'vitest'
import { TRIPWIRE_RULES_VERSION } from '../../pipeline/tripwires/index.ts'
import { UNUSED_BUDGET } from '../../shared/domain/contract/event-budget.ts'
import type { WireMemory } from '../../shared/domain/contract/tripwire.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { tripwiresDocument } from './tripwires-document.ts'
import type { TripwireRows } from './tripwires-view.ts'

/** A Friday, 10:31 ET, while the exchange is open. */
const NOW = new Date('2026-11-20T15:31:00Z')
const at = (time: string) => new Date(`2026-11-20T${time}Z`)

/** The VIX has held above 20 since 15:21:30 UTC. */
const MEMORY: WireMemory = {
  rulesVersion: TRIPWIRE_RULES_VERSION,
  evaluatedThrough: at('15:30:00'),
  observedAt: at('15:30:00'),
  met: true,
  episode: 'vix_20/2026-11-20T10:21:30-05:00',
  flipped: true,
  heldSince: at('15:21:30'),
  firedAt: null,
  firedEpisode: null,
  noData: null,
  reading: { value: 21.123456789, level: 20, rearm: 19, observed_at: '2026-11-20T10:30:00-05:00', inputs: [] },
}
const ROWS: TripwireRows = {
  memories: {},
  budget: UNUSED_BUDGET,
  fires: [],
  minutes: { observed: 60, missing: 1, newest: at('15:30:00'), newestReason: null },
}
const rowsWith = (change: Partial<WireMemory>): TripwireRows => ({
  ...ROWS,
  memories: { vix_20: { ...MEMORY, ...change } },
})
const wire = (change: Partial<WireMemory> = {}, now: Date | null = NOW, key = 'vix_20') =>
  tripwiresDocument(rowsWith(change), now, null).wires.find((each) => each.key === key)!

describe('a wire', () => {
  test('shows its value, its level and the distance between them', () => {
    expect(wire()).toMatchObject({
      level: 20,
      rearm_level: 19,
      current: 21.123457,
      state: 'triggered',
      since: '2026-11-20T10:21:30-05:00',
      observed_at: '2026-11-20T10:30:00-05:00',
      age_seconds: 60,
      reason: null,
    })
  })

  test('has held for whole minutes of the twenty that it needs, and after it fired holds none', () => {
    expect(wire().hold).toEqual({ minutes: 8, of: 20 })
    expect(wire({ heldSince: at('15:00:00') }).hold).toEqual({ minutes: 20, of: 20 })
    expect(wire({ met: false, episode: null }).hold).toBeNull()
    expect(wire({ firedEpisode: MEMORY.episode, firedAt: at('15:30:00') }).hold).toBeNull()
  })

  test('cools down for two hours after it fired', () => {
    const cooled = (firedAt: string) => wire({ met: false, episode: null, firedAt: at(firedAt) })
    expect(cooled('13:31:01')).toMatchObject({ state: 'cooldown', cooldown_until: '2026-11-20T10:31:01-05:00' })
    expect(cooled('13:31:00')).toMatchObject({ state: 'armed', cooldown_until: null })
  })

  test('fired today by the Eastern day', () => {
    const fired = (firedAt: Date | null) => wire({ firedAt }).fired_today
    expect([fired(at('05:00:00')), fired(at('04:59:59')), fired(null)]).toEqual([true, false, false])
    expect(wire({ firedAt: at('15:00:00') }).last_fired_at).toBe('2026-11-20T10:00:00-05:00')
  })

  test('is never observed in the future', () => {
    expect(wire({}, at('15:29:00')).age_seconds).toBe(0)
  })

  test.each<[string, Partial<WireMemory>, string, string | null]>([
    ['evaluated three minutes ago', {}, '15:33:00', null],
    ['evaluated longer ago', {}, '15:33:01', 'no minute since Fri 20 Nov 2026, 10:30 ET'],
    ['evaluated before the close', {}, '21:00:00', null],
    ['without data', { noData: 'no quote of the VIX' }, '15:40:00', 'no quote of the VIX'],
    [
      'that was met when it was first seen',
      { flipped: false },
      '15:31:00',
      'the condition was met at the first observation: the wire may fire after it has been armed again',
    ],
    ['that is not met', { met: false, flipped: false, episode: null }, '15:31:00', null],
  ])('%s says why it cannot fire: %#', (_, change, now, reason) => {
    expect(wire(change, at(now)).reason).toBe(reason)
  })

  test.each([
    ['14:30:50', null],
    ['14:33:00', null],
    ['14:33:01', 'no minute since Thu 19 Nov 2026, 16:00 ET'],
  ])('evaluated at the close before is silent at %s only if no minute of the new session came', (now, reason) => {
    expect(wire({ evaluatedThrough: new Date('2026-11-19T21:00:00Z') }, at(now)).reason).toBe(reason)
  })

  test('of other rules, or that was never evaluated, shows nothing but the time of its last fire', () => {
    const NEVER = 'it has not been evaluated yet'
    const nothing = { level: null, current: null, distance: null, state: null, since: null, hold: null, reason: NEVER }
    expect(wire({ rulesVersion: 'other', firedAt: at('15:00:00') })).toMatchObject({
      ...nothing,
      last_fired_at: '2026-11-20T10:00:00-05:00',
      cooldown_until: '2026-11-20T12:00:00-05:00',
      fired_today: true,
    })
    expect(wire({}, NOW, 'vix_30')).toMatchObject({ ...nothing, age_seconds: null, inputs: [], last_fired_at: null })
  })

  test('has no state or age while service time is not known', () => {
    expect(wire({}, null)).toMatchObject({ level: 20, state: null, age_seconds: null, fired_today: null })
  })
})

describe('the document', () => {
  test('is as of the newest evaluation of any wire', () => {
    const memories = { vix_20: MEMORY, vix_30: { ...MEMORY, evaluatedThrough: at('15:29:00') } }
    expect(tripwiresDocument({ ...ROWS, memories }, NOW, null)).toMatchObject({
      as_of: '2026-11-20T10:30:00-05:00',
      hold_minutes: 20,
      cooldown_minutes: 120,
      reason: null,
    })
  })

  test('states that no wire has evaluated anything yet', () => {
    expect(tripwiresDocument(ROWS, NOW, null)).toMatchObject({
      as_of: null,
      reason: 'the wires have not evaluated any minute or report cycle yet',
    })
    expect(tripwiresDocument(ROWS, NOW, 'no database').reason).toBe('no database')
  })

  test('has the fires that are left of this Eastern day, and when the next may be granted', () => {
    const budget = { day: tradingDay('2026-11-20'), used: 2, lastGrantedAt: at('15:10:00') }
    expect(tripwiresDocument({ ...ROWS, budget }, NOW, null).budget).toMatchObject({
      date: '2026-11-20',
      limit: 3,
      used: 2,
      remaining: 1,
      gap_minutes: 30,
      next_allowed_at: '2026-11-20T10:40:00-05:00',
    })
    const yesterday = { ...budget, day: tradingDay('2026-11-19') }
    expect(tripwiresDocument({ ...ROWS, budget: yesterday }, NOW, null).budget).toMatchObject({ used: 0, remaining: 3 })
  })

  test('has no fire left on a half-day, and states when the next day begins', () => {
    const halfDay = instantAt(tradingDay('2026-11-27'), '10:30')
    expect(tripwiresDocument(ROWS, halfDay, null).budget).toMatchObject({
      date: '2026-11-27',
      limit: 0,
      used: 0,
      remaining: 0,
      next_allowed_at: '2026-11-28T00:00:00-05:00',
    })
  })

  test('without rows keeps the members that need no database, and counts nothing', () => {
    const { budget, minutes, wires } = tripwiresDocument(null, null, 'no database')
    expect(budget).toMatchObject({
      date: null,
      limit: 3,
      used: null,
      remaining: null,
      next_allowed_at: null,
      fires: [],
    })
    expect(minutes).toEqual({ observed: null, missing: null, newest: null, newest_reason: null })
    expect(wires).toHaveLength(11)
  })

  test('reports the minutes of the day', () => {
    expect(tripwiresDocument(ROWS, NOW, null).minutes).toEqual({
      observed: 60,
      missing: 1,
      newest: '2026-11-20T10:30:00-05:00',
      newest_reason: null,
    })
  })
})
