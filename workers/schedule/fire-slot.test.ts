import { describe, expect, it } from 'vitest'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { fireSlot } from './fire-slot.ts'
import { type Cadence, planSlots, type Slot } from './plan-slots.ts'

const CADENCES: Cadence[] = [
  { source: 'market', everyCycle: true, at: [] },
  { source: 'fred', everyCycle: false, at: ['10:00', '17:15'] },
]
const PLAN = planSlots(tradingDay('2026-11-20'), CADENCES)
const MINUTE: Slot = { ...PLAN[0]!, key: 'minute:2026-11-20T10:01', kind: 'minute', sources: ['minute'] }
/** A slot is fired a little after it fell due; its messages are of that moment. */
const NOW = new Date('2026-11-20T15:00:02Z')

/** A database that keeps the values of the rows that are written, and has the given rows. */
function database(rows: readonly object[] = []) {
  const written: unknown[][] = []
  const tx = (parts: readonly string[], ...values: unknown[]) => {
    if (parts[0]!.includes('insert')) written.push(values)
    return Promise.resolve(rows)
  }
  return { tx: tx as unknown as Tx, written }
}
const slotOf = (key: string): Slot => [...PLAN, MINUTE].find((slot) => slot.key === key)!
const fire = (key: string, rows: readonly object[] = [], origin: 'scheduled' | 'backfill' = 'scheduled') =>
  fireSlot(database(rows).tx, slotOf(key), { now: NOW, origin })

describe('what a slot sends', () => {
  it.each([
    ['the file failed at its time', false, { runs: 1, good: 0 }, 1],
    ['the file came', false, { runs: 2, good: 1 }, 0],
    ['the slot of the file is still under way', false, { runs: 0, good: 0 }, 0],
    ['the last cycle was missed', true, { runs: 0, good: 0 }, 1],
    ['the last cycle brought it', true, { runs: 1, good: 1 }, 0],
  ] as const)('a repetition asks only if nothing was delivered since: %s', async (_what, everyCycle, row, count) => {
    const cadence: Cadence = { source: 'breadth', everyCycle, at: everyCycle ? [] : ['16:45'], againAt: ['18:05'] }
    const slot = planSlots(tradingDay('2026-11-20'), [cadence]).find(({ repeats }) => repeats)!
    const at = { now: new Date('2026-11-20T23:05:01Z'), origin: 'scheduled' } as const
    const messages = await fireSlot(database([row]).tx, slot, at)
    expect(messages.map(({ id }) => id)).toEqual(Array(count).fill(`schedule:${slot.key}/breadth#1`))
    expect(await fireSlot(database([row]).tx, slot, { ...at, origin: 'backfill' })).toEqual([])
  })

  it('a cycle opens, and asks each of its sources for its cycle, within a minute', async () => {
    const { tx, written } = database()
    const messages = await fireSlot(tx, slotOf('cycle:2026-11-20T10:00'), { now: NOW, origin: 'scheduled' })
    const deadline = new Date('2026-11-20T15:01:02Z')
    expect(written[0]!.slice(0, 6)).toEqual([
      '2026-11-20T10:00',
      new Date('2026-11-20T15:00:00Z'),
      ['market', 'fred'],
      deadline,
      'scheduled',
      NOW,
    ])
    expect(messages.map(({ id }) => id)).toEqual([
      'schedule:2026-11-20T10:00/market#1',
      'schedule:2026-11-20T10:00/fred#1',
    ])
    expect(messages[1]).toMatchObject({
      type: 'source.requested',
      cycleId: '2026-11-20T10:00',
      occurredAt: NOW,
      payload: { source: 'fred', slot: '2026-11-20T10:00', mode: 'latest', deadline: deadline.toISOString() },
    })
  })

  it.each([
    ['ingest:fred:2026-11-20T17:15', 'fred', '2026-11-20T15:05:02.000Z'],
    ['minute:2026-11-20T10:01', 'minute', '2026-11-20T15:00:47.000Z'],
  ])('%s asks its source outside any cycle, by %s until %s', async (key, source, deadline) => {
    expect(await fire(key)).toEqual([
      {
        id: `schedule:${key}/${source}#1`,
        type: 'source.requested',
        occurredAt: NOW,
        cycleId: null,
        payload: { source, slot: key, origin: 'scheduled', mode: 'latest', deadline },
      },
    ])
  })

  it.each([
    ['daily_provisional:2026-11-20', 'provisional', '2026-11-20T21:22:00.000Z'],
    ['daily_final:2026-11-20', 'final', '2026-11-21T01:00:00.000Z'],
  ])('%s asks for the %s row, computed from what was known when it fell due', async (key, state, cutoff) => {
    expect(await fire(key, [], 'backfill')).toEqual([
      {
        id: `schedule:${key}#1`,
        type: 'day.due',
        occurredAt: NOW,
        cycleId: null,
        payload: { day: '2026-11-20', state, cutoff, run: 1, origin: 'backfill' },
      },
    ])
  })

  it.each([
    ['settlement:2026-11-20/bell', 'settlement.due', { slot: 'settlement:2026-11-20/bell', occasion: 'bell' }],
    ['screener:2026-11-20-am', 'screener.due', { slot: 'am', origin: 'scheduled' }],
    ['screener:2026-11-20-pm', 'screener.due', { slot: 'pm', origin: 'scheduled' }],
    ['screener-entry:2026-11-20T09:31', 'screener.entries', { slot: 'screener-entry:2026-11-20T09:31' }],
    ['house:2026-11-20T09:31', 'house.due', { slot: 'house:2026-11-20T09:31' }],
  ])('%s sends one %s', async (key, type, payload) => {
    const day = '2026-11-20'
    expect(await fire(key)).toEqual([
      { id: `schedule:${key}#1`, type, occurredAt: NOW, cycleId: null, payload: { ...payload, day } },
    ])
  })

  it.each(['ai1', 'ai2'])('%s opens its read, and sends it when nothing is to be waited for', async (kind) => {
    const key = `${kind}:2026-11-20T09:40`
    expect(await fire(key, [{}])).toMatchObject([{ id: `ai:${key}#1`, type: `${kind}.due`, payload: { read: key } }])
  })

  it('accounts are valued in ranges, at the hour of the slot and last at the close, however late the slot is', async () => {
    const ranges = [
      { from: 1, through: 100 },
      { from: 101, through: 140 },
    ]
    const hourly = await fire('portfolio:2026-11-20T10:00', ranges)
    expect(hourly.map(({ id }) => id)).toEqual([
      'schedule:portfolio:2026-11-20T10:00/1#1',
      'schedule:portfolio:2026-11-20T10:00/101#1',
    ])
    expect(hourly[1]!.payload).toEqual({
      slot: '2026-11-20T10:00',
      kind: 'hourly',
      at: '2026-11-20T15:00:00.000Z',
      fromAccount: 101,
      throughAccount: 140,
    })
    const [close] = await fire('portfolio:2026-11-20T16:00', ranges)
    expect(close!.payload).toMatchObject({ kind: 'close', at: '2026-11-20T21:00:00.000Z' })
    expect(await fire('portfolio:2026-11-20T16:00')).toEqual([])
  })
})
