import { expect, test } from 'vitest'
import { instantAt } from './eastern.ts'
import { readsDue } from './read-times.ts'
import { tradingDay } from './trading-day.ts'

const due = (day: string, time: string) =>
  readsDue(instantAt(tradingDay(day), time)).map(
    (each) => `${each.at.toISOString()}${each.hasVerdict ? ' verdict' : ''}`,
  )

test.each([
  {
    name: 'those that are left in a session',
    day: '2026-11-24',
    time: '14:00',
    reads: ['2026-11-24T20:30:00.000Z verdict', '2026-11-24T21:15:00.000Z'],
  },
  { name: 'the one of a half-day', day: '2026-11-26', time: '11:00', reads: ['2026-11-27T14:40:00.000Z verdict'] },
  {
    name: 'the next session after the last one',
    day: '2026-11-25',
    time: '16:15',
    reads: ['2026-11-27T14:40:00.000Z verdict'],
  },
])('reads that are due: $name', ({ day, time, reads }) => {
  expect(due(day, time)).toEqual(reads)
})

test('after a half-day the next full session has seven reads, two with a verdict', () => {
  const reads = due('2026-11-27', '13:00')
  expect([reads.length, reads.filter((each) => each.endsWith('verdict')).length]).toEqual([7, 2])
})
