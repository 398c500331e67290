import { expect, test } from 'vitest'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { darkpool } from './darkpool.ts'

/** The days whose files of FINRA are fetched. */
const filesAt = (day: string, time: string, mode: 'latest' | 'history' = 'latest'): string[] =>
  darkpool
    .feeds({ at: instantAt(tradingDay(day), time), day: tradingDay(day), mode, fredApiKey: null })
    .flatMap(({ id }) => /^finra-short-volume-(.+)$/.exec(id)?.[1] ?? [])

test.each([
  ['in the morning', '2026-11-20', '09:00', '2026-11-19'],
  ['a minute before the file is posted', '2026-11-20', '17:59', '2026-11-19'],
  ['at the time it is posted', '2026-11-20', '18:00', '2026-11-20'],
  ['on a Sunday evening', '2026-11-22', '19:15', '2026-11-20'],
  ['on the evening of a holiday', '2026-11-26', '19:15', '2026-11-25'],
])('%s the newest file of FINRA is the one that exists', (_, day, time, file) => {
  expect(filesAt(day, time)).toEqual([file])
})

test('a history fetches the files of 21 sessions', () => {
  const files = filesAt('2026-11-20', '18:15', 'history')
  expect([files.length, files[0], files.at(-1)]).toEqual([21, '2026-11-20', '2026-10-23'])
})
