import { expect, test } from 'vitest'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { spyClose } from './levels.ts'
import { listingOf } from './listing.ts'
import type { Script } from './script.ts'
import { createWorld, type World } from './world.ts'

const SESSIONS = 130
const CRASH: Script = { name: 'crash', first: tradingDay('2026-06-15') }

const strikesIn = (world: World, index: number): Map<TradingDay, Set<number>> =>
  new Map(
    listingOf(world, index).map(({ expiration, contracts }) => [
      expiration,
      new Set(contracts.map(({ strike }) => strike)),
    ]),
  )

/** The expirations and strikes of a session that the next one does not list, though they have not expired. */
const missing = (before: Map<TradingDay, Set<number>>, now: Map<TradingDay, Set<number>>, day: TradingDay): string[] =>
  [...before]
    .filter(([expiration]) => expiration >= day)
    .flatMap(([expiration, strikes]) =>
      [...strikes].filter((strike) => !now.get(expiration)?.has(strike)).map((strike) => `${expiration} ${strike}`),
    )

/** The prices of 3 pass 1,500, where all steps widen. */
test.each([
  [1316, '2026-11-20', null],
  [7, '2027-03-31', null],
  [3, '2024-04-19', null],
  [1316, '2026-09-30', CRASH],
] as const)('a listed strike of SPY stays listed until it expires, world %i until %s', (seed, until, script) => {
  const world = createWorld(seed, undefined, script)
  const last = world.indexOf(tradingDay(until))
  let before = strikesIn(world, last - SESSIONS)
  for (let index = last - SESSIONS + 1; index <= last; index++) {
    const { day } = world.closeOf(index)
    const now = strikesIn(world, index)
    expect(missing(before, now, day), day).toEqual([])
    const spot = spyClose(world, index - 1)
    for (const strikes of now.values()) {
      expect([...strikes].filter((strike) => strike > spot).length).toBeGreaterThanOrEqual(4)
      expect([...strikes].filter((strike) => strike < spot).length).toBeGreaterThanOrEqual(4)
    }
    before = now
  }
})

test('a listing does not depend on the listings that were read before', () => {
  const [one, other] = [createWorld(7), createWorld(7)]
  const last = one.indexOf(tradingDay('2026-11-20'))
  other.indexOf(tradingDay('2030-01-02'))
  const sessions = [last, last - 1, last - 40, 0, 1, last - 400]
  const listed = sessions.map((index) => listingOf(one, index))
  expect(
    sessions
      .toReversed()
      .map((index) => listingOf(other, index))
      .toReversed(),
  ).toEqual(listed)
})
