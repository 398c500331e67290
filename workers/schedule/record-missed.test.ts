import { describe, expect, it, test } from 'vitest'
import type { Log } from '../../shared/log.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { Slot } from './plan-slots.ts'
import { isMissed, lateBy, lateEvents, recordMissed } from './record-missed.ts'

const DUE = new Date('2026-11-20T15:00:00Z')
const MINUTE_MS = 60_000
const later = (ms: number): Date => new Date(DUE.getTime() + ms)
const slot = (key: string, rest: Partial<Slot> = {}): Slot => ({
  key,
  kind: 'cycle',
  day: tradingDay('2026-11-20'),
  scheduledFor: DUE,
  graceMs: 10 * MINUTE_MS,
  sources: [],
  ...rest,
})
const CYCLE = slot('cycle:2026-11-20T10:00')

test('a slot is missed once it is later than its grace, and not at its end', () => {
  expect([0, 10 * MINUTE_MS, 10 * MINUTE_MS + 1].map((ms) => isMissed(CYCLE, later(ms)))).toEqual([false, false, true])
  expect(lateBy(CYCLE, later(1_500))).toBe(1_500)
})

describe('a slot that is caught up', () => {
  it('is worth no event below two minutes', () => {
    expect(lateEvents(CYCLE, later(2 * MINUTE_MS - 1))).toEqual([])
  })

  it('is an event of its cycle from two minutes on, with how late it was', () => {
    expect(lateEvents(CYCLE, later(2 * MINUTE_MS))).toEqual([
      {
        key: 'slot/late/cycle:2026-11-20T10:00',
        kind: 'slot',
        subject: 'cycle',
        severity: 'info',
        title: 'Slot cycle:2026-11-20T10:00 was caught up 2 minutes late.',
        at: later(2 * MINUTE_MS),
        data: { state: 'late', slot: 'cycle:2026-11-20T10:00', late_seconds: 120 },
        cycleId: '2026-11-20T10:00',
        origin: 'scheduled',
      },
    ])
  })

  it('belongs to no cycle unless it is one, and its lateness is rounded', () => {
    const house = slot('house:2026-11-20T10:00', { kind: 'house' })
    expect(lateEvents(house, later(3.5 * MINUTE_MS + 600))).toMatchObject([
      {
        title: 'Slot house:2026-11-20T10:00 was caught up 4 minutes late.',
        cycleId: null,
        data: { late_seconds: 211 },
      },
    ])
  })
})

/** A database in which other schedulers have decided some slots; it keeps the reasons and the events that are written. */
function database(decided: readonly string[] = []) {
  const reasons: string[] = []
  const events: Record<string, unknown>[] = []
  const lines: unknown[][] = []
  const answer = (parts: readonly string[], ...values: unknown[]) => {
    if (!('raw' in parts)) events.push(...(parts as unknown as Record<string, unknown>[]))
    else if (parts[0]!.includes('into slots')) {
      if (decided.includes(values[0] as string)) return Promise.resolve([])
      reasons.push(values[4] as string)
    }
    return Promise.resolve([{}])
  }
  const tx = Object.assign(answer, { json: (value: unknown) => value })
  const sql = { begin: (work: (own: typeof tx) => unknown) => work(tx) } as unknown as Pool
  const log = { warn: (...line: unknown[]) => void lines.push(line) } as unknown as Log
  return { sql, log, reasons, events, lines }
}
const minuteSlots = (count: number): Slot[] =>
  Array.from({ length: count }, (_, at) => slot(`minute:${at}`, { kind: 'minute', graceMs: 90_000 }))

describe('slots that are missed', () => {
  it('are nothing to write when there are none', async () => {
    const none = database()
    expect(await recordMissed({ ...none, sql: null as unknown as Pool }, [], DUE)).toEqual([])
    expect(none.lines).toEqual([])
  })

  it.each([
    [299_000, 90_000, 'came due while no scheduler ran; 299 s late, past its grace of 90 s'],
    [300_000, 299_500, 'came due while no scheduler ran; 5 min late, past its grace of 300 s'],
    [7_200_000, 600_000, 'came due while no scheduler ran; 120 min late, past its grace of 10 min'],
  ])('%i ms late with a grace of %i ms: %s', async (lateMs, graceMs, reason) => {
    const own = database()
    await recordMissed(own, [slot('cycle:a', { graceMs })], later(lateMs))
    expect(own.reasons).toEqual([reason])
  })

  it('are a warning each in the log, and one event that names the single slot', async () => {
    const own = database()
    expect(await recordMissed(own, [CYCLE], later(3_600_000))).toEqual([CYCLE.key])
    expect(own.lines).toEqual([[{ slot: CYCLE.key, late_ms: 3_600_000 }, 'slot_missed']])
    expect(own.events).toMatchObject([
      {
        key: 'slot/missed/cycle:2026-11-20T10:00',
        severity: 'warning',
        title: 'Slot cycle:2026-11-20T10:00 was missed: it came due while no scheduler ran.',
        data: { state: 'missed', count: 1, slots: [CYCLE.key] },
      },
    ])
  })

  it('are one event for each kind, from the first to the last', async () => {
    const own = database()
    const house = [slot('house:a', { kind: 'house' }), slot('house:b', { kind: 'house' })]
    await recordMissed(own, [house[0]!, CYCLE, house[1]!], later(3_600_000))
    expect(own.events.map(({ subject, title }) => [subject, title])).toEqual([
      ['house', '2 slots from house:a to house:b were missed: they came due while no scheduler ran.'],
      ['cycle', 'Slot cycle:2026-11-20T10:00 was missed: it came due while no scheduler ran.'],
    ])
    expect(own.events[0]!.data).toEqual({
      state: 'missed',
      count: 2,
      from: 'house:a',
      to: 'house:b',
      slots: ['house:a', 'house:b'],
    })
  })

  it('of minutes are one line and one event of little weight, which lists the first fifty', async () => {
    const own = database()
    await recordMissed(own, minuteSlots(51), later(3_600_000))
    expect(own.lines).toEqual([[{ count: 51, from: 'minute:0', to: 'minute:50' }, 'minutes_missed']])
    expect(own.events).toMatchObject([{ subject: 'minute', severity: 'info', data: { count: 51, to: 'minute:50' } }])
    expect((own.events[0]!.data as { slots: string[] }).slots).toEqual(minuteSlots(50).map(({ key }) => key))
  })

  it('and were decided by another scheduler are left to it', async () => {
    const own = database(['cycle:a'])
    expect(await recordMissed(own, [slot('cycle:a'), slot('cycle:b')], later(3_600_000))).toEqual(['cycle:b'])
    expect(own.lines).toEqual([[{ slot: 'cycle:b', late_ms: 3_600_000 }, 'slot_missed']])
    expect(own.events.map(({ key }) => key)).toEqual(['slot/missed/cycle:b'])
  })
})
