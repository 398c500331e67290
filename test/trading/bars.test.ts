import { beforeAll, expect, test } from 'vitest'
import type { BarsAnswer } from '../../api/trading/market/bars-document.ts'
import { testDatabase } from '../../harness/database.ts'
import type { Quote } from '../../shared/domain/market/quote.ts'
import { saveMemberBars } from '../../shared/postgres/market/members.ts'
import { saveMinute } from '../../shared/postgres/market/minutes.ts'
import { saveQuotes } from '../../shared/postgres/market/quotes.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { testApi } from '../api/support/api.ts'

const db = testDatabase()
let get: (path: string) => Promise<{ status: number; body: BarsAnswer }>

const bar = (day: string, close: number, knownAt: string) => ({
  symbol: 'BRK.B',
  day: tradingDay(day),
  close,
  range: { open: close - 1, high: close + 2, low: close - 2, volume: 1_000 },
  knownAt: new Date(knownAt),
  origin: 'scheduled' as const,
})

const spy = (quotedAt: string, price: number): Quote => ({
  symbol: 'SPY',
  quotedAt: new Date(quotedAt),
  price,
  previousClose: null,
  open: null,
  high: null,
  low: null,
  bid: null,
  ask: null,
  volume: null,
})

beforeAll(async () => {
  const app = await testApi(db.url)
  get = async (path) => {
    const response = await app.inject(`/api/v1/trading/bars/${path}`)
    return { status: response.statusCode, body: response.json() }
  }
  await saveMemberBars(
    db.sql,
    [bar('2026-11-17', 400, '2026-11-17T22:15:00Z'), bar('2026-11-18', 404, '2026-11-18T22:15:00Z')],
    'breadth',
  )
  // A split of two for one: the vendor sends all closes in new shares.
  await saveMemberBars(
    db.sql,
    [bar('2026-11-17', 200, '2026-11-19T22:15:00Z'), bar('2026-11-18', 202, '2026-11-19T22:15:00Z')],
    'breadth',
  )
  await saveMemberBars(db.sql, [bar('2026-11-19', 205, '2026-11-19T22:15:00Z')], 'breadth')
  // The feed is a quarter of an hour late: the first minutes still show the close of the day before.
  const minutes = [
    ['2026-11-20T14:31:00Z', '2026-11-19T21:00:00Z', 668],
    ['2026-11-20T14:32:00Z', '2026-11-19T21:00:00Z', 668],
    ['2026-11-20T14:45:00Z', '2026-11-20T14:30:00Z', 669.5],
    ['2026-11-20T14:46:00Z', '2026-11-20T14:31:00Z', 670],
    ['2026-11-20T14:53:00Z', '2026-11-20T14:38:00Z', 673],
    ['2026-11-20T15:00:00Z', '2026-11-20T14:45:00Z', 671],
    ['2026-11-20T15:01:00Z', '2026-11-20T14:45:00.001Z', 672],
  ] as const
  for (const [at, quotedAt, price] of minutes) {
    const minute = new Date(at)
    await db.sql.begin((tx) =>
      saveMinute(
        tx,
        { minute, collectedAt: minute, reason: null, origin: 'scheduled' },
        [spy(quotedAt, price)],
        'minute',
      ),
    )
  }
  const known = { at: new Date('2026-11-20T15:00:00Z'), source: 'market', origin: 'scheduled' } as const
  await saveQuotes(db.sql, [spy('2026-11-20T14:44:00Z', 674), spy('2026-11-20T01:00:00Z', 669)], known)
})

test('daily bars are in the shares of as_of: a split is not known before it was', async () => {
  const now = await get('brk-b')
  expect(now.status).toBe(200)
  expect(now.body).toMatchObject({ symbol: 'BRK.B', timeframe: '1d', adjustment: 'splits', count: 3, has_more: false })
  expect(now.body.bars.map((each) => [each.day, each.close])).toEqual([
    ['2026-11-17', 200],
    ['2026-11-18', 202],
    ['2026-11-19', 205],
  ])
  expect(now.body.bars[0]).toMatchObject({ open: 199, high: 202, low: 198, volume: 1_000, complete: true })
  const then = await get('BRK%2FB?as_of=2026-11-18T18:00:00-05:00')
  expect(then.body.bars.map((each) => each.close)).toEqual([400, 404])
})

test('the newest bars of a range come first to the limit', async () => {
  const { body } = await get('BRK.B?limit=1&to=2026-11-18')
  expect(body.bars.map((each) => each.day)).toEqual(['2026-11-18'])
  expect(body.has_more).toBe(true)
  const from = await get('BRK.B?from=2026-11-19')
  expect(from.body.bars.map((each) => each.day)).toEqual(['2026-11-19'])
})

test('a quarter hour is made of the prices that were quoted in it, whenever they were collected', async () => {
  const { body } = await get('SPY?timeframe=15m')
  expect(body.adjustment).toBe('none')
  expect(body.bars.map(({ start, minutes }) => [start, minutes])).toEqual([
    ['2026-11-19T15:45:00-05:00', 1],
    ['2026-11-20T09:30:00-05:00', 4],
    ['2026-11-20T09:45:00-05:00', 1],
  ])
  expect(body.bars[0]).toMatchObject({ open: 668, close: 668, known_at: '2026-11-20T09:31:00-05:00' })
  expect(body.bars[1]).toMatchObject({
    end: '2026-11-20T09:45:00-05:00',
    open: 669.5,
    high: 674,
    low: 669.5,
    close: 671,
    volume: null,
    complete: false,
    known_at: '2026-11-20T10:00:00-05:00',
  })
  expect(body.bars[2]).toMatchObject({ open: 672 })
  const before = await get('SPY?timeframe=15m&as_of=2026-11-20T09:59:00-05:00')
  expect(before.body.bars.at(-1)).toMatchObject({ start: '2026-11-20T09:30:00-05:00', close: 673, minutes: 2 })
})

test('prices from after the close, which is at 13:00 on a half-day, are in no quarter hour', async () => {
  const known = { at: new Date('2025-11-28T21:10:00Z'), source: 'market', origin: 'scheduled' } as const
  const after = [spy('2025-11-26T21:00:01Z', 701), spy('2025-11-28T18:05:00Z', 702), spy('2025-11-28T20:59:00Z', 703)]
  await saveQuotes(db.sql, [spy('2025-11-26T21:00:00Z', 690), spy('2025-11-28T18:00:00Z', 691), ...after], known)
  const { body } = await get('SPY?timeframe=15m&from=2025-11-26&to=2025-11-28')
  expect(body.bars.map(({ start, close }) => [start, close])).toEqual([
    ['2025-11-26T15:45:00-05:00', 690],
    ['2025-11-28T12:45:00-05:00', 691],
  ])
})

test('a known symbol without bars has a reason, and an unknown one is 404', async () => {
  const none = await get('BRK.B?timeframe=15m')
  expect(none.status).toBe(200)
  expect(none.body).toMatchObject({ bars: [], count: 0, reason: expect.stringContaining('no minute') })
  const early = await get('BRK.B?to=2026-11-16')
  expect(early.body.reason).toMatch(/^no daily bar of this range was known then; .* from 16:45 Eastern on/)
  expect((await get('toolongsymbol')).status).toBe(404)
})

test.each([
  ['timeframe=5m', 'timeframe'],
  ['from=2026-02-30', 'from'],
  ['to=yesterday', 'to'],
  ['from=2026-11-19&to=2026-11-18', 'to'],
  ['limit=0', 'limit'],
  ['limit=1001', 'limit'],
  ['as_of=2036-01-01T00:00:00Z', 'as_of'],
  ['interval=1d', 'interval'],
])('%s is refused and names %s', async (query, field) => {
  const { status, body } = await get(`SPY?${query}`)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(field)
})
