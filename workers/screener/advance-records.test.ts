import { expect, it } from 'vitest'
import { trackedPick } from '../../harness/fixtures/tracked.ts'
import type { KnownSplit } from '../../shared/domain/market/known-split.ts'
import { BENCHMARK } from '../../shared/domain/market/liquid-funds.ts'
import type { NameBars } from '../../shared/postgres/market/bars-of-names.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { advanceRecord } from './advance-records.ts'

const ENTERED = tradingDay('2026-03-04')
const SEEN = tradingDay('2026-03-05')
const UP_TO = tradingDay('2026-03-09')
const DAYS = sessionsBetween(ENTERED, UP_TO)

const barsOf = (symbol: string, closes: readonly number[]): NameBars => ({
  symbol,
  days: DAYS,
  closes: [...closes],
  opens: [...closes],
  highs: [...closes],
  lows: [...closes],
  volumes: closes.map(() => 1_000),
})

/** A long pick that entered at 400 and has seen closes of 401 and 404. */
const held = trackedPick({
  entry: { day: ENTERED, at: 'open', price: 400, spy: 500, atr: 4, invalidation: 394 },
  bars: 2,
  last: { day: SEEN, close: 404, spy: 500 },
})

it.each([
  ['unchanged', [401, 404, 408, 412], 412],
  ['in quarters of a share since a split', [100.25, 101, 102, 103], 412],
  ['in eight shares since a reverse split', [3_208, 3_232, 3_264, 3_296], 412],
  ['corrected by a vendor, which is no split', [401, 410, 408, 412], 412],
])('a pick is carried on in the shares of its entry by closes that are %s', (_, closes, last) => {
  const histories = new Map([
    ['AAA', barsOf('AAA', closes)],
    [BENCHMARK, barsOf(BENCHMARK, [500, 500, 501, 502])],
  ])
  const { tracked, hasExited } = advanceRecord(held, { histories, upTo: UP_TO, bandAt: () => null })
  expect(tracked.last).toEqual({ day: UP_TO, close: last, spy: 502 })
  expect({ bars: tracked.bars, hasExited }).toEqual({ bars: 4, hasExited: false })
})

const FOUR: KnownSplit = { exDate: UP_TO, ratio: 4, knownAt: new Date('2026-03-06T20:00:00Z') }

const advanced = (
  closes: readonly number[],
  book: { pick?: typeof held; splits?: KnownSplit[]; upTo?: typeof UP_TO },
) =>
  advanceRecord(book.pick ?? held, {
    histories: new Map([
      ['AAA', barsOf('AAA', closes)],
      [BENCHMARK, barsOf(BENCHMARK, [500, 500, 501, 502])],
    ]),
    upTo: book.upTo ?? UP_TO,
    bandAt: () => null,
    splits: new Map([['AAA', book.splits ?? []]]),
  }).tracked

it('a pick shows how many shares one share of its entry has become: since its newest close, and by a split of the morning', () => {
  expect(advanced([401, 404, 408, 412], {}).shares).toBeUndefined()
  expect(advanced([100.25, 101, 102, 103], {}).shares).toBe(4)
  expect(advanced([401, 404, 408, 412], { splits: [FOUR], upTo: DAYS[2]! })).toMatchObject({ shares: 4, bars: 3 })
})

it('a pick that has seen no close yet is carried through a split that is known', () => {
  const pick = { ...held, bars: 0, last: null }
  const seen = advanced([100.25, 101, 102, 103], { pick, splits: [{ ...FOUR, exDate: DAYS[1]! }] })
  expect(seen).toMatchObject({ shares: 4, last: { close: 412 }, bars: 4 })
})
