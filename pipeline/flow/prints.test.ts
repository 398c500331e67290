import { describe, expect, it, test } from 'vitest'
import type { OptionPrint, SummedPrints } from '../../shared/domain/market/option-print.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { mainSide, opens, premiumBySide, sideOf } from './classify-print.ts'
import { printDocument } from './print-sums.ts'

const print: OptionPrint = {
  id: '1',
  underlying: 'SPY',
  expiration: tradingDay('2026-11-20'),
  strike: 670,
  right: 'call',
  executedAt: new Date('2026-11-20T15:00:00Z'),
  size: 100,
  price: 2.1,
  bid: 2,
  ask: 2.2,
  premium: 21_000,
  atAsk: null,
  atBid: null,
  opens: null,
  isMultiLeg: null,
  spot: 670,
  openInterest: 100,
  sessionVolume: 500,
}

describe('the side that initiated', () => {
  it.each([
    ['at the ask', { price: 2.2 }, 'ask'],
    ['above the ask', { price: 2.3 }, 'ask'],
    ['between the middle and the ask', { price: 2.12 }, 'ask'],
    ['at the middle', { price: 2.1 }, 'mid'],
    ['at the middle of a quote that is no exact binary number', { price: 0.15, bid: 0.1, ask: 0.2 }, 'mid'],
    ['below the middle', { price: 2.05 }, 'bid'],
    ['at a bid of nothing', { price: 0, bid: 0, ask: 0.05 }, 'bid'],
    ['a crossed quote', { bid: 2.3 }, 'unknown'],
    ['no bid', { bid: null }, 'unknown'],
    ['an empty quote', { bid: 0, ask: 0 }, 'unknown'],
  ] as const)('%s', (_, changes, side) => {
    expect(sideOf({ ...print, ...changes })).toBe(side)
  })

  it('is the vendor’s count where it summed several trades, and the rest is the middle', () => {
    const bySide = premiumBySide({ ...print, price: 2.2, atAsk: 9_000, atBid: 11_000 })
    expect(bySide).toEqual({ ask: 9_000, bid: 11_000, mid: 1_000 })
    expect(mainSide(bySide)).toBe('bid')
  })

  it('is the quote’s where the vendor’s sums exceed the premium or are empty', () => {
    const all = { ask: 21_000, bid: 0, mid: 0 }
    expect(premiumBySide({ ...print, price: 2.2, atAsk: 30_000, atBid: 11_000 })).toEqual(all)
    expect(premiumBySide({ ...print, price: 2.2, atAsk: 0, atBid: 0 })).toEqual(all)
  })

  it('has no premium without a quote', () => {
    const bySide = premiumBySide({ ...print, ask: null })
    expect([bySide, mainSide(bySide)]).toEqual([{ ask: 0, bid: 0, mid: 0 }, 'unknown'])
  })
})

test.each([
  ['larger than the open interest', { size: 101 }, true],
  ['as large as the open interest', { size: 100 }, null],
  ['no open interest is stated', { size: 101, openInterest: null }, null],
  ['a new contract', { size: 1, openInterest: 0 }, true],
  ['flagged as closing', { size: 101, opens: false }, false],
  ['flagged as opening', { size: 1, opens: true }, true],
] as const)('a print opens positions: %s', (_, changes, expected) => {
  expect(opens({ ...print, ...changes })).toBe(expected)
})

const sum: SummedPrints = {
  session: tradingDay('2026-11-20'),
  expiration: tradingDay('2026-11-20'),
  strike: 670,
  type: 'call',
  opens: null,
  isMultiLeg: null,
  prints: 1,
  contracts: 10,
  premium: 100,
  atAsk: 0,
  atBid: 0,
  atMid: 0,
}

test('prints are summed by side, opening, leg, expiration and strike', () => {
  const found = printDocument([
    { ...sum, opens: true, premium: 300, atAsk: 300, prints: 2 },
    { ...sum, type: 'put', opens: false, premium: 200, atBid: 150, atMid: 50 },
    { ...sum, expiration: tradingDay('2026-12-18'), strike: 700, isMultiLeg: true, premium: 500, atBid: 400 },
  ])
  expect(found.total).toEqual({ prints: 4, contracts: 30, premium: 1_000 })
  expect(found.by_side).toEqual({
    call: { ask: 300, bid: 400, mid: 0, unknown: 100 },
    put: { ask: 0, bid: 150, mid: 50, unknown: 0 },
  })
  expect([found.opening.premium, found.closing.premium, found.opening_unknown.premium]).toEqual([300, 200, 500])
  expect(found.multi_leg).toEqual({ prints: 1, contracts: 10, premium: 500 })
  expect(found.zdte_share_premium).toBe(0.5)
  expect(found.by_expiration.map(({ expiration, call }) => [expiration, call.ask])).toEqual([
    ['2026-11-20', 300],
    ['2026-12-18', 0],
  ])
  expect(found.by_strike.map(({ strike, call }) => [strike, call.bid])).toEqual([
    [670, 0],
    [700, 400],
  ])
})

test('the strikes with the largest premium are kept, ascending, and the others counted', () => {
  const rows = Array.from({ length: 45 }, (_, index) => ({ ...sum, strike: 600 + index, premium: 1_000 - index }))
  const { by_strike: strikes, strikes_left_out: left } = printDocument(rows)
  expect([strikes.length, strikes[0]!.strike, strikes.at(-1)!.strike, left]).toEqual([40, 600, 639, 5])
})
