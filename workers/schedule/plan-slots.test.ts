import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { type Cadence, inOrder, nextSlot, planSlots, type Slot, type SlotKind, slotsDue } from './plan-slots.ts'

const CADENCES: Cadence[] = [
  { source: 'market', everyCycle: true, at: ['16:00', '17:00'] },
  { source: 'fred', everyCycle: false, at: ['10:00', '14:07', '17:15'] },
  { source: 'news', everyCycle: false, at: ['02:30', '12:00', '20:00'], restDaysAt: ['02:30', '12:00', '20:00'] },
]
const day = tradingDay
const plan = (text: string) => planSlots(day(text), CADENCES)
const cycles = (text: string) => plan(text).filter((slot) => slot.kind === 'cycle')
const keys = (slots: { key: string }[]) => slots.map((slot) => slot.key)
const yearOfPlans = (year: number) => {
  const plans = []
  for (let at = day(`${year}-01-01`); at <= `${year}-12-31`; at = addDays(at, 1)) plans.push(planSlots(at, CADENCES))
  return plans
}

describe('slots of one day', () => {
  it.each([
    ['2026-11-20', 28, 'T09:30', 'T16:20'],
    ['2026-11-27', 16, 'T09:30', 'T13:20'],
    ['2026-03-09', 28, 'T09:30', 'T16:20'],
    ['2026-11-02', 28, 'T09:30', 'T16:20'],
  ])('%s has %i cycles', (text, count, first, last) => {
    const slots = cycles(text)
    expect(slots).toHaveLength(count)
    expect(slots[0]?.key).toBe(`cycle:${text}${first}`)
    expect(slots.at(-1)?.key).toBe(`cycle:${text}${last}`)
  })

  it('has only the sources that fetch on holidays and weekends on those days', () => {
    for (const text of ['2026-11-26', '2026-11-21']) {
      const expected = ['02:30', '12:00', '20:00'].map((time) => `ingest:news:${text}T${time}`)
      expect(keys(plan(text))).toEqual(expected)
      expect(planSlots(day(text), CADENCES.slice(0, 2))).toEqual([])
    }
  })

  it('has a weekly source on its own weekdays only, in a cycle or apart', () => {
    const weekly: Cadence[] = [{ source: 'cot', everyCycle: false, at: ['15:45', '17:50'], weekdays: [1, 5] }]
    const of = (text: string) => planSlots(day(text), weekly)
    const asked = (text: string) => keys(of(text).filter(({ sources }) => sources.includes('cot')))
    expect(asked('2026-11-20')).toEqual(['cycle:2026-11-20T15:45', 'ingest:cot:2026-11-20T17:50'])
    expect(asked('2026-11-23')).toHaveLength(2)
    expect(asked('2026-11-19')).toEqual([])
  })

  it('repeats a source after its last regular time, on sessions alone', () => {
    const repeated: Cadence[] = [
      { source: 'options', everyCycle: true, at: [], againAt: ['16:50'] },
      { source: 'fred', everyCycle: false, at: ['11:30', '17:15'], againAt: ['12:10', '18:20'] },
      { source: 'breadth', everyCycle: false, at: ['16:45'], againAt: ['16:40', '18:05', '19:10'] },
    ]
    const of = (text: string) => planSlots(day(text), repeated).filter(({ repeats }) => repeats)
    const told = (text: string) => of(text).map(({ key, repeats }) => [key, repeats?.since, repeats?.alsoUnasked])
    expect(told('2026-11-20')).toEqual([
      ['ingest:fred:2026-11-20T12:10', new Date('2026-11-20T16:30:00Z'), true],
      ['ingest:options:2026-11-20T16:50', new Date('2026-11-20T21:20:00Z'), true],
      ['ingest:breadth:2026-11-20T18:05', new Date('2026-11-20T21:45:00Z'), false],
      ['ingest:fred:2026-11-20T18:20', new Date('2026-11-20T22:15:00Z'), false],
      ['ingest:breadth:2026-11-20T19:10', new Date('2026-11-20T21:45:00Z'), false],
    ])
    expect(of('2026-11-27')[1]?.repeats?.since).toEqual(new Date('2026-11-27T18:20:00Z'))
    expect(of('2026-11-21')).toEqual([])
  })

  it('moves the instant at a clock change, not the key', () => {
    expect(cycles('2026-03-09')[0]?.scheduledFor.toISOString()).toBe('2026-03-09T13:30:00.000Z')
    expect(cycles('2026-11-02')[0]?.scheduledFor.toISOString()).toBe('2026-11-02T14:30:00.000Z')
    expect(plan('2026-03-08')[0]).toMatchObject({ key: 'ingest:news:2026-03-08T02:30' })
    expect(plan('2026-03-08')[0]?.scheduledFor.toISOString()).toBe('2026-03-08T07:30:00.000Z')
  })

  it('joins a fetch at the time of a cycle to it; any other fetch has its own slot', () => {
    const slots = plan('2026-11-20')
    expect(slots.find((slot) => slot.key === 'cycle:2026-11-20T10:00')?.sources).toEqual(['market', 'fred'])
    expect(slots.find((slot) => slot.key === 'cycle:2026-11-20T16:00')?.sources).toEqual(['market'])
    expect(keys(slots.filter((slot) => slot.kind === 'ingest'))).toEqual([
      'ingest:news:2026-11-20T02:30',
      'ingest:fred:2026-11-20T14:07',
      'ingest:market:2026-11-20T17:00',
      'ingest:fred:2026-11-20T17:15',
      'ingest:news:2026-11-20T20:00',
    ])
    expect(keys(plan('2026-11-27'))).toContain('ingest:market:2026-11-27T16:00')
  })

  it.each([
    ['2026-11-20', ['10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00'], '2026-11-20T21:20:00.000Z'],
    ['2026-11-27', ['10:00', '11:00', '12:00', '13:00'], '2026-11-27T18:20:00.000Z'],
    ['2026-03-09', ['10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00'], '2026-03-09T20:20:00.000Z'],
  ])('%s: accounts are valued each whole hour, and 20 minutes behind the close for it', (text, times, last) => {
    const slots = plan(text).filter((slot) => slot.kind === 'portfolio')
    expect(keys(slots)).toEqual(times.map((time) => `portfolio:${text}T${time}`))
    expect(slots.at(-1)?.scheduledFor.toISOString()).toBe(last)
    for (const { key, scheduledFor } of slots.slice(0, -1)) {
      expect(scheduledFor).toEqual(instantAt(day(text), key.slice(-5)))
    }
  })

  it('puts the daily rows after the close and after fetches of the same time', () => {
    const daily = (text: string) => plan(text).filter((slot) => slot.kind.startsWith('daily_'))
    expect(daily('2026-11-20').map((slot) => [slot.key, slot.scheduledFor.toISOString()])).toEqual([
      ['daily_provisional:2026-11-20', '2026-11-20T21:22:00.000Z'],
      ['daily_final:2026-11-20', '2026-11-21T01:00:00.000Z'],
    ])
    expect(daily('2026-11-27')[0]?.scheduledFor.toISOString()).toBe('2026-11-27T18:22:00.000Z')
    expect(keys(plan('2026-11-20').slice(-2))).toEqual(['ingest:news:2026-11-20T20:00', 'daily_final:2026-11-20'])
  })

  it('refuses a cadence whose time is not a wall time', () => {
    const wrong = [{ source: 'fred', everyCycle: false, at: ['25:00'] }]
    expect(() => planSlots(day('2026-11-20'), wrong)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  })
})

describe('slots of a year', () => {
  it.each([
    { year: 2026, full: 249, half: 2 },
    { year: 2024, full: 249, half: 3 },
  ])('$year: 28 cycles on $full days, 16 on $half, none on the others', ({ year, full, half }) => {
    const counts = yearOfPlans(year).map((slots) => slots.filter((slot) => slot.kind === 'cycle').length)
    const days = (count: number) => counts.filter((each) => each === count).length
    expect([days(28), days(16), days(0)]).toEqual([full, half, counts.length - full - half])
    expect(sessionsBetween(day(`${year}-01-01`), day(`${year}-12-31`))).toHaveLength(full + half)
  })

  it('have unique keys and ascending times, and each slot belongs to its day', () => {
    const slots = yearOfPlans(2026).flat()
    expect(new Set(keys(slots)).size).toBe(slots.length)
    expect(slots.every((slot, index) => index === 0 || slot.scheduledFor >= slots[index - 1]!.scheduledFor)).toBe(true)
    expect(slots.every((slot) => slot.key.includes(slot.day))).toBe(true)
  })
})

describe('slots due', () => {
  const DAYS_20_MS = 20 * 86_400_000
  const instant = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) })
  const span = fc.integer({ min: 0, max: DAYS_20_MS })

  it('are the same over two adjoining spans as over the whole', () => {
    fc.assert(
      fc.property(instant, span, span, (from, first, second) => {
        const [a, b, c] = [new Date(from), new Date(from + first), new Date(from + first + second)]
        const parts = [...slotsDue(a, b, CADENCES), ...slotsDue(b, c, CADENCES)]
        expect(keys(parts)).toEqual(keys(slotsDue(a, c, CADENCES)))
      }),
    )
  })

  it('exclude the start and include the end', () => {
    const at = (time: string) => new Date(`2026-11-20T${time}Z`)
    expect(keys(slotsDue(at('15:00:00'), at('15:15:00'), CADENCES))).toEqual(['cycle:2026-11-20T10:15'])
    expect(slotsDue(at('15:15:00'), at('15:15:00'), CADENCES)).toEqual([])
    expect(slotsDue(at('16:00:00'), at('15:00:00'), CADENCES)).toEqual([])
  })

  it('look back at most 40 days', () => {
    const now = new Date('2026-11-20T15:00:00Z')
    const due = slotsDue(new Date('2020-01-01T00:00:00Z'), now, CADENCES)
    expect(due[0]?.day).toBe('2026-10-11')
  })

  it('of exactly 40 days ago are not looked at any more', () => {
    const [slot] = planSlots(day('2026-10-11'), CADENCES)
    const after40Days = (ms: number) => new Date(slot!.scheduledFor.getTime() + 40 * 86_400_000 + ms)
    const first = (ms: number) => slotsDue(new Date(0), after40Days(ms), CADENCES)[0]?.key
    expect([first(-1) === slot!.key, first(0) === slot!.key]).toEqual([true, false])
  })

  it('begin with the next slot', () => {
    fc.assert(
      fc.property(instant, (from) => {
        const after = new Date(from)
        const next = nextSlot(after, CADENCES.slice(0, 2))
        expect(next.scheduledFor > after).toBe(true)
        expect(slotsDue(after, next.scheduledFor, CADENCES.slice(0, 2))[0]?.key).toBe(next.key)
      }),
    )
  })
})

describe('runs of the screener', () => {
  const times = (day: string, kind: string) =>
    planSlots(tradingDay(day), []).flatMap((slot) =>
      slot.kind === kind ? [eastern(slot.scheduledFor).time.slice(0, 5)] : [],
    )

  it.each([
    { name: 'a full session', day: '2026-11-25', runs: ['10:30', '17:30'] },
    { name: 'a half-day', day: '2026-11-27', runs: ['10:30', '17:30'] },
    { name: 'a holiday', day: '2026-11-26', runs: [] },
    { name: 'a Saturday', day: '2026-11-28', runs: [] },
  ])('$name has its runs', ({ day, runs }) => {
    expect(times(day, 'screener')).toEqual(runs)
    expect(times(day, 'house').length > 0).toBe(runs.length > 0)
  })

  it.each([
    [
      '2026-11-25',
      '09:31 09:33 09:36 09:45 10:00 10:32 10:36 10:45 11:00',
      '09:31 09:33 09:36 09:45 10:00 10:32 10:36 10:45 11:00 12:00 12:45 14:00 15:00 15:45 17:45',
    ],
    [
      '2026-11-27',
      '09:31 09:33 09:36 09:45 10:00 10:32 10:36 10:45 11:00',
      '09:31 09:33 09:36 09:45 10:00 10:32 10:36 10:45 11:00 12:00 12:45 17:45',
    ],
  ])(
    '%s: picks take a price after each run, and house accounts act while the market is open and once after',
    (day, entries, house) => {
      expect(times(day, 'screener_entry')).toEqual(entries.split(' '))
      expect(times(day, 'house')).toEqual(house.split(' '))
    },
  )

  it('house accounts act after the entries of the same moment', () => {
    const slots = planSlots(tradingDay('2026-11-25'), []).map(({ key }) => key)
    expect(slots.indexOf('house:2026-11-25T09:31')).toBeGreaterThan(slots.indexOf('screener-entry:2026-11-25T09:31'))
  })
})

describe('slots of one instant', () => {
  const of = (kind: SlotKind, key = 'a', ms = 0): Slot => {
    return { key, kind, day: day('2026-11-20'), scheduledFor: new Date(ms), graceMs: 0, sources: [] }
  }
  const sorted = (slots: Slot[]) => slots.toSorted(inOrder).map(({ kind, key }) => `${kind} ${key}`)

  it('fetch first, and what reads the fetched comes after, each after what it reads', () => {
    const kinds: SlotKind[] = [
      'cycle',
      'minute',
      'portfolio',
      'settlement',
      'screener',
      'screener_entry',
      'house',
      'daily_provisional',
      'daily_final',
      'ai1',
      'ai2',
    ]
    const inAnyOrder = kinds.toReversed().map((kind, at) => of(kind, String(at)))
    expect(inAnyOrder.toSorted(inOrder).map(({ kind }) => kind)).toEqual(kinds)
  })

  it('of one rank are in the order of their keys, and an earlier instant counts before any rank', () => {
    expect(sorted([of('ingest', 'c'), of('minute', 'b'), of('ingest', 'a')])).toEqual([
      'ingest a',
      'minute b',
      'ingest c',
    ])
    expect(sorted([of('cycle', 'a', 1), of('ai2', 'b', 0)])).toEqual(['ai2 b', 'cycle a'])
  })
})
