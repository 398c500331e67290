import { beforeAll, expect, test } from 'vitest'
import type { BarsAnswer } from '../../api/trading/market/bars-document.ts'
import { testDatabase } from '../../harness/database.ts'
import { saveMemberBars } from '../../shared/postgres/market/members.ts'
import { saveMinute } from '../../shared/postgres/market/minutes.ts'
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
  const minutes = [
    ['2026-11-20T14:31:00Z', 670],
    ['2026-11-20T14:38:00Z', 673],
    ['2026-11-20T14:45:00Z', 671],
    ['2026-11-20T14:46:00Z', 672],
  ] as const
  for (const [at, price] of minutes) {
    const minute = new Date(at)
    const quote = { symbol: 'SPY', price, quotedAt: minute, previousClose: null, volume: null, bid: null, ask: null }
    await db.sql.begin((tx) =>
      saveMinute(tx, { minute, collectedAt: minute, reason: null, origin: 'scheduled' }, [quote as never], 'market'),
    )
  }
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

test('quarter hours are made of collected minutes, and a minute belongs to the one that it ends in', async () => {
  const { body } = await get('SPY?timeframe=15m')
  expect(body.adjustment).toBe('none')
  expect(body.bars).toHaveLength(2)
  expect(body.bars[0]).toMatchObject({
    start: '2026-11-20T09:30:00-05:00',
    end: '2026-11-20T09:45:00-05:00',
    open: 670,
    high: 673,
    low: 670,
    close: 671,
    volume: null,
    minutes: 3,
    complete: false,
  })
  expect(body.bars[1]).toMatchObject({ start: '2026-11-20T09:45:00-05:00', open: 672, minutes: 1 })
})

test('a known symbol without bars has a reason, and an unknown one is 404', async () => {
  const none = await get('BRK.B?timeframe=15m')
  expect(none.status).toBe(200)
  expect(none.body).toMatchObject({ bars: [], count: 0, reason: expect.stringContaining('no minute') })
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
