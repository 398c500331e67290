import { expect, test } from 'vitest'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { SeriesPoint } from '../inputs/market-inputs.ts'
import { replaySessions } from './replay-sessions.ts'
import { trackRecord } from './track-record.ts'

const [FIRST, LAST] = [tradingDay('2024-01-02'), tradingDay('2026-11-20')]
const DAYS = sessionsBetween(FIRST, LAST)
const points = (valueAt: (at: number) => number): SeriesPoint[] =>
  DAYS.map((day, at) => ({ day, value: valueAt(at), knownAt: instantAt(day, '16:20'), source: 'market' }))

/** The same points, each restated to another value by a fetch of a later evening. */
const restated = (known: readonly SeriesPoint[], by: Date, restate: (value: number) => number): SeriesPoint[] =>
  known.map(({ value, knownAt, ...point }) =>
    knownAt < by
      ? { ...point, value: restate(value), knownAt: by, earlier: [{ value, knownAt }] }
      : { ...point, value, knownAt },
  )

test('an evening reads the value that it knew, and a later one the revision', () => {
  const by = instantAt(DAYS.at(-3)!, '17:00')
  const vix_close = restated(
    points((at) => at),
    by,
    (value) => -value,
  )
  const inputs = { cutoff: instantAt(LAST, '20:01'), day: LAST, series: { vix_close } }
  const seen = [...replaySessions(inputs, [], { sessions: 4, sessionsMax: 3 })].map(({ series }) =>
    series.vix_close!.slice(-3).map(({ value }) => value),
  )
  const last = DAYS.length - 1
  expect(seen).toEqual([
    [last - 6, last - 5, last - 4],
    [last - 5, last - 4, last - 3],
    [-(last - 4), -(last - 3), -(last - 2)],
    [-(last - 3), -(last - 2), last - 1],
    [-(last - 2), last - 1, last],
  ])
})

test('a series that a vendor restates as a whole keeps its episodes, each on the session that fired', () => {
  const vix_close = points((at) => (at % 40 > 37 ? 45 : 14))
  const spy_close = points((at) => 400 + (at % 40))
  const recordOf = (series: { vix_close: SeriesPoint[]; spy_close: SeriesPoint[] }) =>
    trackRecord({ cutoff: instantAt(LAST, '20:00'), day: LAST, series }, []).alerts.find(
      ({ alert_id }) => alert_id === 'VIX_PANIC',
    )!
  const plain = recordOf({ vix_close, spy_close })
  expect(plain).toMatchObject({ status: 'ready', from: FIRST })
  const by = instantAt(DAYS.at(-30)!, '17:00')
  const later = recordOf({ vix_close: restated(vix_close, by, (value) => value + 0.01), spy_close })
  expect(later).toEqual(plain)
})
