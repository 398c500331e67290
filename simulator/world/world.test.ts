import { expect, test } from 'vitest'
import { CLOCK_LAST_DAY } from '../../shared/time/clock-target.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { levelsAt } from './levels.ts'
import { createWorld, LAST_DAY, type World } from './world.ts'

const DAYS = ['2012-03-05', '2026-11-20', '2004-01-05', '2020-03-16', '2033-07-01', '2008-10-10']

const look = (world: World, day: string) => {
  const moment = world.momentAt(new Date(`${day}T17:17:00Z`))
  return JSON.stringify([world.daily(moment.index), levelsAt(world, moment), world.ohlc(moment.index, 'vix')])
}

test('a world does not depend on the order of requests', () => {
  const forwards = createWorld(3)
  const backwards = createWorld(3)
  const first = new Map(DAYS.map((day) => [day, look(forwards, day)]))
  for (const day of DAYS.toReversed()) expect(look(backwards, day)).toBe(first.get(day))
})

test('another seed is another world', () => {
  expect(look(createWorld(3), '2012-03-05')).not.toBe(look(createWorld(4), '2012-03-05'))
})

test.each([
  ['before the open the last session stands', '2026-11-20T14:29:00Z', '2026-11-19', 390, false],
  ['the open is minute zero', '2026-11-20T14:30:30Z', '2026-11-20', 0, true],
  ['the last minute of trading', '2026-11-20T20:59:59Z', '2026-11-20', 389, true],
  ['the close', '2026-11-20T21:00:00Z', '2026-11-20', 390, false],
  ['a weekend shows Friday', '2026-11-22T12:00:00Z', '2026-11-20', 390, false],
  ['a half-day ends at 13:00', '2026-11-27T18:00:00Z', '2026-11-27', 210, false],
])('the moment of an instant: %s', (_name, at, day, minute, open) => {
  expect(createWorld(1).momentAt(new Date(at))).toMatchObject({ day, minute, open })
})

test('the term structure is upward in calm and inverted in the worst weeks', () => {
  const world = createWorld(5)
  const last = world.indexOf(tradingDay('2026-11-20'))
  const days = Array.from({ length: last + 1 }, (_, index) => world.daily(index))
  const inverted = (list: typeof days) =>
    list.filter(({ volatility }) => volatility.vix > volatility.vix3m).length / list.length
  expect(inverted(days.filter(({ equity }) => equity.regime === 'calm'))).toBeLessThan(0.1)
  expect(inverted(days.filter(({ volatility }) => volatility.vix > 35))).toBeGreaterThan(0.6)
})

test('the target moves by quarters and only after meetings, and spreads agree with their legs', () => {
  const world = createWorld(5)
  const last = world.indexOf(tradingDay('2026-11-20'))
  let moves = 0
  for (let index = 1; index <= last; index++) {
    const before = world.daily(index - 1).rates
    const now = world.daily(index).rates
    expect((now.targetUpper * 4) % 1).toBe(0)
    expect(now.targetUpper).toBe(before.nextTargetUpper)
    if (now.targetUpper !== before.targetUpper) moves++
  }
  expect(moves).toBeGreaterThan(10)
  expect(moves).toBeLessThan(140)
})

test('the first hours of the world can be requested', () => {
  const world = createWorld(1)
  const moment = world.momentAt(new Date('2004-01-02T10:00:00Z'))
  expect(moment).toMatchObject({ index: 0, day: '2004-01-02', minute: 0 })
  expect(world.chain(moment).contracts.length).toBeGreaterThan(500)
})

test('the clock of the service ends with the world', () => expect(CLOCK_LAST_DAY).toBe(LAST_DAY))
