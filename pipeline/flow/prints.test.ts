import { describe, expect, it, test } from 'vitest'
import type { OptionPrint, SummedPrints } from '../../shared/domain/market/option-print.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
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
    ['a locked quote, paid over', { price: 2.1, bid: 2, ask: 2 }, 'ask'],
    ['a locked quote, sold under', { price: 1.9, bid: 2, ask: 2 }, 'bid'],
    ['a hundredth of a cent above the middle', { price: 2.100_1 }, 'ask'],
    ['a thousandth of a cent above the middle', { price: 2.100_01 }, 'ask'],
    ['a thousandth of a cent below the middle', { price: 2.099_99 }, 'bid'],
    ['less than half of that above the middle', { price: 2.100_004 }, 'mid'],
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

  it('is the vendor’s count up to a ten-thousandth over the premium, which is rounding, and no further', () => {
    const over = (atAsk: number) => premiumBySide({ ...print, premium: 20_000, price: 2.1, atAsk, atBid: 10_000 })
    expect(over(10_002)).toEqual({ ask: 10_002, bid: 10_000, mid: 0 })
    expect(over(10_003)).toEqual({ ask: 0, bid: 0, mid: 20_000 })
    expect(over(10_000)).toEqual({ ask: 10_000, bid: 10_000, mid: 0 })
  })

  it('is the quote’s where the vendor counted one side only', () => {
    const all = { ask: 0, bid: 21_000, mid: 0 }
    expect(premiumBySide({ ...print, price: 2, atAsk: 9_000, atBid: null })).toEqual(all)
    expect(premiumBySide({ ...print, price: 2, atAsk: null, atBid: 9_000 })).toEqual(all)
  })

  it.each([
    ['the ask’s with more than half', { ask: 51, bid: 40, mid: 9 }, 'ask'],
    ['nobody’s with exactly half at the ask', { ask: 50, bid: 40, mid: 10 }, 'mid'],
    ['the bid’s with more than half', { ask: 30, bid: 51, mid: 19 }, 'bid'],
    ['nobody’s with exactly half at the bid', { ask: 25, bid: 50, mid: 25 }, 'mid'],
    ['nobody’s where the bid has the most, yet under half', { ask: 30, bid: 40, mid: 30 }, 'mid'],
    ['nobody’s where half was at the middle', { ask: 25, bid: 25, mid: 50 }, 'mid'],
    ['not known without a premium', { ask: 0, bid: 0, mid: 0 }, 'unknown'],
  ] as const)('of most of the premium is %s', (_, sides, side) => {
    expect(mainSide(sides)).toBe(side)
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

describe('the prints of a session', () => {
  const later = tradingDay('2026-12-18')

  it('the share of the same day is what expires on the session, with four digits', () => {
    const share = (today: number, other: number) =>
      printDocument([
        { ...sum, premium: today },
        { ...sum, expiration: later, premium: other },
      ]).zdte_share_premium
    expect([share(100, 300), share(1, 2), share(0, 5), share(0.4, 0.4)]).toEqual([0.25, 0.333_3, 0, 0.5])
    expect(share(0, 0)).toBeNull()
  })

  it('opening, closing and unknown prints are distinguished', () => {
    const found = printDocument([
      { ...sum, opens: true, premium: 1 },
      { ...sum, opens: false, premium: 20 },
      { ...sum, opens: null, premium: 300, isMultiLeg: false },
    ])
    expect([found.opening, found.closing, found.opening_unknown].map(({ premium }) => premium)).toEqual([1, 20, 300])
    expect(found.multi_leg.prints).toBe(0)
  })

  it('dollars are rounded to the nearest cent', () => {
    expect(printDocument([{ ...sum, premium: 10.128, atAsk: 4.456 }])).toMatchObject({
      total: { premium: 10.13 },
      by_side: { call: { ask: 4.46, unknown: 5.67 } },
    })
  })

  it('strikes and expirations ascend, whichever traded first or most', () => {
    const found = printDocument([
      { ...sum, expiration: later, strike: 700, premium: 1 },
      { ...sum, strike: 650, premium: 900 },
      { ...sum, strike: 670, premium: 30 },
    ])
    expect(found.by_strike.map(({ strike }) => strike)).toEqual([650, 670, 700])
    expect(found.by_expiration.map(({ expiration }) => expiration)).toEqual(['2026-11-20', later])
  })

  it('the strikes with the least premium are left out, wherever they lie', () => {
    const rows = Array.from({ length: 42 }, (_, index) => ({ ...sum, strike: 600 + index, premium: 1 + index }))
    const { by_strike: strikes, strikes_left_out: left } = printDocument(rows)
    expect([strikes.length, strikes[0]!.strike, strikes.at(-1)!.strike, left]).toEqual([40, 602, 641, 2])
  })

  it('the forty nearest expirations are named', () => {
    const rows = Array.from({ length: 42 }, (_, index) => ({ ...sum, expiration: addDays(sum.session, 41 - index) }))
    const found = printDocument(rows).by_expiration.map(({ expiration }) => expiration)
    expect([found.length, found[0], found.at(-1)]).toEqual([40, sum.session, addDays(sum.session, 39)])
  })
})
