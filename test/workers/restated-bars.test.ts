import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { NO_DATA } from '../../pipeline/sources/source.ts'
import { dailyBarsKnown } from '../../shared/postgres/market/bars-known.ts'
import { restateEarlierBars, saveMemberBars } from '../../shared/postgres/market/members.ts'
import { addSessions, sessionsBetween } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { storeWide } from '../../workers/ingest/store-wide.ts'

const db = testDatabase()
const TODAY = tradingDay('2026-11-20')
const DAYS = sessionsBetween(addSessions(TODAY, -19).day, TODAY)
const BEFORE = instantAt(DAYS[18]!, '17:15')
const EVENING = instantAt(TODAY, '17:15')
/** The vendor's answer reaches back to the sixth day. */
const ANSWERED = DAYS.slice(5, 19)
const storedClose = (at: number): number => 400 + at

beforeEach(async () => {
  await db.sql`truncate member_bars`
  const bars = DAYS.slice(0, 19).map((day, at) => {
    const close = storedClose(at)
    const range = { open: close, high: close + 4, low: close - 4, volume: 1_000 }
    return { symbol: 'AAA', day, close, range, knownAt: BEFORE, origin: 'scheduled' as const }
  })
  await saveMemberBars(db.sql, bars, 'breadth')
})

const restate = (closes: number[], days = ANSWERED) =>
  restateEarlierBars(db.sql, [{ symbol: 'AAA', days: days.slice(0, closes.length), closes }], {
    at: EVENING,
    origin: 'scheduled',
  })
const known = (knownBy: Date) =>
  dailyBarsKnown(db.sql, { symbol: 'AAA', from: DAYS[0]!, upTo: TODAY, knownBy, limit: 100 })

/** The vendor's answer in a quarter of the stored closes. */
const CLOSES = ANSWERED.map((_, at) => Math.round(25 * storedClose(at + 5)) / 100)

test('bars of before the answer are restated by the ratio of its first closes', async () => {
  expect(await restate(CLOSES)).toBe(5)
  const bars = await known(EVENING)
  expect(bars.at(-1)).toMatchObject({ day: DAYS[0], close: 100, open: 100, high: 101, low: 99, volume: 4_000 })
  expect(bars.at(-5)!.close).toBe(101)
  // The answer itself is stored by the caller.
  expect(bars.at(-6)!.close).toBe(405)
  expect((await known(BEFORE)).at(-1)!.close).toBe(400)
})

test('a fetch that a split has rebased leaves all bars in new shares, and the next one changes nothing', async () => {
  const store = (rebased: boolean) => {
    const data = { ...NO_DATA, bars: [{ symbol: 'AAA', days: ANSWERED, closes: CLOSES, rebased }] }
    return db.sql.begin((tx) =>
      storeWide(tx, data, { source: 'breadth', origin: 'scheduled', mode: 'latest', at: EVENING }),
    )
  }
  expect(await store(true)).toBe(ANSWERED.length + 5)
  const closes = (await known(EVENING)).map(({ close }) => close)
  expect(closes.every((close) => close >= 100 && close < 105)).toBe(true)
  expect(await store(true)).toBe(0)
})

test.each([
  ['the closes that are stored', [405, 406, 407, 408]],
  ['one close that was corrected', [100, 406, 407, 408]],
  ['closes that tell different ratios', [101, 203, 101, 203]],
  ['too few closes', [101.25, 101.5]],
])('an answer of %s restates nothing', async (_, closes) => {
  expect(await restate(closes)).toBe(0)
})
