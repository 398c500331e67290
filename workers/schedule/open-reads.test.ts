import { describe, expect, it, test } from 'vitest'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { hasOwnVerdict, openEventReads, openSlotRead } from './ai-slots.ts'
import { planSlots } from './plan-slots.ts'

const DAY = tradingDay('2026-11-20')
const et = (time: string): Date => instantAt(DAY, time)
const NAMES = 'id cycleId stage day scheduledFor origin fireKey waitsFor startsBy state'.split(' ')

/** A database that keeps the reads that are opened; `isOver` says whether what they wait for has ended. */
function database({ isOver = false, isKnown = false } = {}) {
  const opened: Record<string, unknown>[] = []
  const tx = (parts: readonly string[], ...values: unknown[]) => {
    if (!parts[0]!.includes('insert')) return Promise.resolve(isOver ? [{}] : [])
    if (isKnown) return Promise.resolve([])
    opened.push(Object.fromEntries(NAMES.map((name, at) => [name, values[at]])))
    return Promise.resolve([{}])
  }
  return { tx: tx as unknown as Tx, opened }
}

interface Moment {
  now?: Date
  origin?: 'scheduled' | 'backfill'
  isOver?: boolean
  isKnown?: boolean
}

/** Returns what opening a slot's read writes and sends, at the instant of the slot or later. */
async function open(key: string, { now = et(key.slice(-5)), origin = 'scheduled', ...state }: Moment = {}) {
  const { tx, opened } = database(state)
  const slot = planSlots(DAY, []).find((one) => one.key === key)!
  const messages = await openSlotRead(tx, slot, { now, origin })
  return { read: opened[0], messages }
}

describe('a read of AI-1', () => {
  it.each([
    ['08:30', null],
    ['09:40', null],
    ['10:30', '2026-11-20T10:30'],
    ['12:00', '2026-11-20T12:00'],
    ['14:00', '2026-11-20T14:00'],
    ['15:30', '2026-11-20T15:30'],
    ['16:15', null],
  ])('of %s waits for the report cycle of its time, if it is one: %s', async (time, waitsFor) => {
    const { read, messages } = await open(`ai1:2026-11-20T${time}`)
    expect([read!.waitsFor, read!.state]).toEqual([waitsFor, waitsFor === null ? 'started' : 'waiting'])
    expect(messages).toHaveLength(waitsFor === null ? 1 : 0)
  })

  it('starts at once when that cycle has ended, and after ninety seconds in any case', async () => {
    const key = 'ai1:2026-11-20T10:30'
    expect((await open(key, { isOver: true })).read).toMatchObject({ state: 'started', startsBy: et('10:31:30') })
    expect((await open(key, { now: et('10:31:29') })).messages).toEqual([])
    expect((await open(key, { now: et('10:31:30') })).messages).toEqual([
      { id: `ai:${key}#1`, type: 'ai1.due', occurredAt: et('10:31:30'), cycleId: null, payload: { read: key } },
    ])
  })

  it('of a back-fill waits for nothing', async () => {
    const { read } = await open('ai1:2026-11-20T10:30', { origin: 'backfill' })
    expect(read).toMatchObject({ waitsFor: null, state: 'started', origin: 'backfill' })
  })
})

describe('a read of AI-2', () => {
  it('waits for AI-1 of its time, and five minutes at most', async () => {
    const key = 'ai2:2026-11-20T15:30'
    expect(await open(key)).toMatchObject({
      read: { cycleId: '2026-11-20T15:30', waitsFor: null, startsBy: et('15:35'), state: 'waiting' },
      messages: [],
    })
    expect((await open(key, { isOver: true })).messages).toMatchObject([{ type: 'ai2.due' }])
    expect((await open(key, { now: et('15:35') })).messages).toHaveLength(1)
  })
})

test('a read that is known already is neither opened nor sent again', async () => {
  expect(await open('ai1:2026-11-20T09:40', { isKnown: true })).toEqual({ read: undefined, messages: [] })
})

test('an event opens reads of its second: AI-1 begins at once, and AI-2 waits for it five minutes at most', async () => {
  const { tx, opened } = database()
  const at = et('11:03:07')
  const messages = await openEventReads(tx, { at, fireKey: 'wire/a', stages: ['ai1', 'ai2'] })
  const both = {
    day: DAY,
    scheduledFor: at,
    origin: 'event',
    fireKey: 'wire/a',
    waitsFor: null,
    startsBy: et('11:08:07'),
  }
  const cycleId = 'event/2026-11-20T11:03:07'
  expect(opened).toEqual([
    { ...both, id: `ai1:${cycleId}`, cycleId, stage: 'ai1', state: 'started' },
    { ...both, id: `ai2:${cycleId}`, cycleId, stage: 'ai2', state: 'waiting' },
  ])
  expect(messages.map(({ id }) => id)).toEqual([`ai:ai1:${cycleId}#1`])
})

test('AI-2 alone joins the cycle of the AI-1 that was just read', async () => {
  const { tx, opened } = database({ isOver: true })
  const cycleId = '2026-11-20T12:00'
  await openEventReads(tx, { at: et('12:01'), fireKey: null, cycleId, stages: ['ai2'] })
  expect(opened).toMatchObject([{ id: 'ai2:event/2026-11-20T12:01:00', cycleId, state: 'started' }])
})

test('AI-2 has slots of its own at 09:40 and 15:30', () => {
  const times = ['08:30', '09:40', '12:00', '15:30', '15:31']
  expect(times.filter((time) => hasOwnVerdict({ scheduledFor: et(time) }))).toEqual(['09:40', '15:30'])
})
