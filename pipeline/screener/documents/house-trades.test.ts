import { describe, expect, it } from 'vitest'
import { trackedPick } from '../../../harness/fixtures/tracked.ts'
import type { HouseLeg, HouseOrder } from '../../../shared/domain/contract/screener/house-ids.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { Tracked } from '../tracked.ts'
import { compareTrade, type HouseSplit } from './house-trades.ts'

const BOUGHT = tradingDay('2026-03-04')
const SPLIT = tradingDay('2026-03-09')
const SOLD = tradingDay('2026-03-11')

/** A pick that was graded from 400 to 420, in the shares of its entry. */
const graded = (side: Tracked['side']): Tracked =>
  trackedPick({
    side,
    entry: { day: BOUGHT, at: 'open', price: 400, spy: 500, atr: 5, invalidation: 392.5 },
    contract: { exit: { day: tradingDay('2026-03-10'), reason: 'horizon', price: 420, spy: 500 } },
  })

const order = (leg: HouseLeg, { side, price }: { side: 'buy' | 'sell'; price: number }): HouseOrder => {
  const day = leg === 'entry' ? BOUGHT : SOLD
  const fill = { side, quantity: 25, price, bid: price, ask: price, at: `${day}T09:33:00-05:00` }
  const plannedAt = new Date(fill.at)
  const attempt = { account: 'equal', contract: 'any', leg, attempt: 1, day, plannedAt, quantity: 25 } as const
  return { ...attempt, state: 'filled', tradeId: 'any', reason: null, fill }
}

const split = (exDate: string, newShares: number, oldShares: number, symbol = 'AAA'): HouseSplit => ({
  symbol,
  exDate: tradingDay(exDate),
  newShares,
  oldShares,
})

describe('what a pick earned across splits', () => {
  it.each([
    ['none', 420, []],
    ['four shares for one', 105, [split(SPLIT, 4, 1)]],
    ['one share for eight', 3_360, [split(SPLIT, 1, 8)]],
    ['two splits', 1_260, [split(SPLIT, 1, 6), split('2026-03-10', 2, 1)]],
    ['one on the day it left', 210, [split(SOLD, 2, 1)]],
    ['one on the day it entered, which its price knew', 420, [split(BOUGHT, 2, 1)]],
    ['one after it left', 420, [split('2026-03-12', 2, 1)]],
    ['one of another name', 420, [split(SPLIT, 2, 1, 'BBB')]],
  ])('%s', (_, price, splits) => {
    const long = compareTrade(
      graded('long'),
      [order('entry', { side: 'buy', price: 400 }), order('exit', { side: 'sell', price })],
      splits,
    )
    expect(long).toMatchObject({ graded_return: 0.05, traded_return: 0.05, difference: { total: 0, timing: 0 } })
    const short = compareTrade(
      graded('short'),
      [order('entry', { side: 'sell', price: 400 }), order('exit', { side: 'buy', price })],
      splits,
    )
    expect(short).toMatchObject({ graded_return: -0.05, traded_return: -0.05 })
  })
})

describe('what trading cost against the graded prices', () => {
  const filled = (leg: HouseLeg, side: 'buy' | 'sell', fill: { price: number; bid: number; ask: number }) => {
    const plain = order(leg, { side, price: fill.price })
    return { ...plain, fill: { ...plain.fill!, ...fill } }
  }

  it('is the spread and the impact of both legs, and the rest is the moment', () => {
    const { difference, entry, exit } = compareTrade(graded('long'), [
      filled('entry', 'buy', { price: 404, bid: 399, ask: 401 }),
      filled('exit', 'sell', { price: 412, bid: 416, ask: 424 }),
    ])
    const [spread, impact, total] = [-(1 / 400 + 4 / 420), -(3 / 400 + 4 / 420), 412 / 404 - 1 - 0.05]
    expect(difference!.total).toBeCloseTo(total, 7)
    expect(difference!.spread).toBeCloseTo(spread, 7)
    expect(difference!.impact).toBeCloseTo(impact, 7)
    expect(difference!.timing).toBeCloseTo(total - spread - impact, 7)
    expect(entry).toMatchObject({ price: 404, middle: 400, touch: 401, graded_price: 400 })
    expect(exit).toMatchObject({ price: 412, middle: 420, touch: 416, graded_price: 420 })
  })

  it('is unknown until both have ended', () => {
    const open = compareTrade(graded('long'), [filled('entry', 'buy', { price: 404, bid: 399, ask: 401 })])
    expect(open).toMatchObject({ state: 'leaving', exit: null, traded_return: null, difference: null })
  })
})

describe('the reason beside a pick', () => {
  const [entry, exit] = [order('entry', { side: 'buy', price: 400 }), order('exit', { side: 'sell', price: 420 })]
  const ended = (reason: string, attempt: number): HouseOrder => ({
    ...entry,
    attempt,
    state: 'ended',
    reason,
    fill: null,
  })
  it.each([
    ['of an exit that was missed', [entry, { ...exit, state: 'missed', reason: 'no bid', fill: null }], 'no bid', 2],
    ['of an entry that was skipped', [{ ...entry, state: 'skipped', reason: 'no cash', fill: null }], 'no cash', 0],
    ['of the newest attempt', [ended('too wide', 1), ended('closed', 2), ended('halted', 3)], 'halted', 3],
    ['nothing for trades that went through', [entry, exit], null, 2],
  ] as [string, HouseOrder[], string | null, number][])('is that %s', (_, orders, reason, attempts) => {
    expect(compareTrade(graded('long'), orders)).toMatchObject({ reason, attempts })
  })
})
