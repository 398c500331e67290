import { expect, test } from 'vitest'
import type { InputReading } from '../../shared/domain/contract/signals.ts'
import { levelAsOf, wireTimes } from './wire-times.ts'

const input = (series: string, time: string): InputReading => ({
  series,
  value: 1,
  for: time,
  known_at: '2026-11-20T16:00:10-05:00',
  source: 'market',
  quality: 'fresh',
})
const LAST = '2026-11-20T15:45:00-05:00'
const at = (time: string) => new Date(`${time}-05:00`)
const wall = { key: 'spy_put_wall', feed: 'minute' } as const
const read = {
  observed_at: LAST,
  inputs: [input('spy_close', LAST), input('spy_put_wall', '2026-11-20T15:44:00-05:00')],
}
const WORDS =
  'The value is as of Fri 20 Nov 2026, 15:45 ET, and the level is from the option chain quoted on Fri 20 Nov 2026, 15:44 ET.'
const STAYS = 'of the session of Fri 20 Nov 2026 until the next session has prices.'

test('a level of a chain has the time of its quotes', () => {
  expect(levelAsOf(wall, read)).toBe('2026-11-20T15:44:00-05:00')
  expect(wireTimes(wall, read, at('2026-11-20T15:59:00'))).toBe(WORDS)
})

test.each(['2026-11-20T16:00:00', '2026-11-20T23:00:00', '2026-11-22T12:00:00', '2026-11-23T09:31:00'])(
  'after the close it says that value and level stay those of that session: at %s',
  (now) => {
    expect(wireTimes(wall, read, at(now))).toBe(`${WORDS} Both stay those ${STAYS}`)
  },
)

test('a level of closes has the day of the last one', () => {
  const average = { observed_at: LAST, inputs: [input('spy_close', LAST), input('spy_50dma', '2026-11-19')] }
  expect(wireTimes({ key: 'spy_50dma', feed: 'minute' }, average, at('2026-11-20T15:59:00'))).toBe(
    'The value is as of Fri 20 Nov 2026, 15:45 ET, and the level is from closes until Thu 19 Nov 2026.',
  )
})

test('a fixed level has no time, and a daily wire no note', () => {
  const vix = { observed_at: LAST, inputs: [input('vix_close', LAST)] }
  expect(levelAsOf({ key: 'vix_20' }, vix)).toBeNull()
  expect(wireTimes({ key: 'vix_20', feed: 'minute' }, vix, at('2026-11-20T18:00:00'))).toBe(
    `The value is as of Fri 20 Nov 2026, 15:45 ET. It stays that ${STAYS}`,
  )
  expect(wireTimes({ key: 'hy_oas_step', feed: 'daily' }, vix, at('2026-11-20T18:00:00'))).toBeNull()
})
