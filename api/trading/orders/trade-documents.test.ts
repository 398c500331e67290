import { expect, test } from 'vitest'
import { legAt } from '../../../harness/order-doubles.ts'
import type { Trade } from '../../../shared/postgres/trading/trades.ts'
import { TradeDocument, tradeDocument } from './trade-documents.ts'

const CREATED = new Date('2026-11-20T15:31:00Z')
const after = (ms: number) => new Date(CREATED.getTime() + ms)

/** A purchase of ten shares at 600.10, quoted with 10,000 in cash. */
const QUOTED: Trade = {
  id: '019ab0c0-0000-7000-8000-000000000001',
  accountId: 1,
  epoch: 1,
  clientOrderId: null,
  request: Buffer.alloc(0),
  class: 'stock',
  side: 'buy',
  underlying: 'SPY',
  quantity: 10,
  legs: [legAt('SPY', 10, 600.1)],
  priceE4: 6_001_000,
  notionalE4: 60_010_000,
  feesE4: 10_000,
  totalE4: -60_020_000,
  cashBeforeE4: 100_000_000,
  cashAfterE4: 39_980_000,
  toleranceE4: 3_000,
  worstPriceE4: 6_004_000,
  rulesVersion: 2,
  bidE4: 6_000_900,
  askE4: 6_001_000,
  quotedAt: after(-1_250),
  source: 'schwab',
  delaySeconds: 0,
  rich: { max_loss_e4: 60_020_000, requirement_e4: 0, state_ref: 'abc' },
  createdAt: CREATED,
  expiresAt: after(60_000),
  status: 'pending',
  reason: null,
  confirmedAt: null,
  endedAt: null,
  fill: null,
  livePriceE4: null,
  confirmKey: null,
  balanceAfterE4: null,
  fillRef: null,
}
/** Filled two dimes higher, after a dividend of 50 had come in. */
const FILLED: Trade = {
  ...QUOTED,
  status: 'executed',
  endedAt: after(2_000),
  fill: {
    priceE4: 6_003_000,
    notionalE4: 60_030_000,
    feesE4: 20_000,
    totalE4: -60_050_000,
    legs: [
      {
        priceE4: 6_003_000,
        bidE4: 6_002_900,
        askE4: 6_003_000,
        quotedAt: after(400),
        source: 'alpaca',
        delaySeconds: 0,
      },
    ],
  },
  livePriceE4: 6_003_000,
  balanceAfterE4: 40_450_000,
  fillRef: 'def',
}
/** The document as the route serves it, which checks it by its schema. */
const document = (trade: Partial<Trade>, ms = 5_000) =>
  TradeDocument.parse(tradeDocument({ ...QUOTED, ...trade }, after(ms)))

test('a pending trade shows its quote, and how long it can be confirmed', () => {
  expect(document({})).toMatchObject({
    status: 'pending',
    reason: null,
    price: 600.1,
    quoted_price: 600.1,
    worst_price: 600.4,
    tolerance: 0.3,
    fill_price: null,
    drift_bps: null,
    notional: 6_001,
    fees: 1,
    total: -6_002,
    cash_before: 10_000,
    cash_after: 3_998,
    quote_age_seconds: 1.3,
    delayed: false,
    max_loss: 6_002,
    max_loss_reason: null,
    requirement: 0,
    state_ref: 'abc',
    expires_in_ms: 55_000,
    executed_price: null,
    live_price: null,
    balance: null,
    ended_at: null,
  })
})

test('an executed trade shows the money of its fill, the cash before it, and the quoted terms', () => {
  expect(document(FILLED)).toMatchObject({
    status: 'executed',
    price: 600.3,
    quoted_price: 600.1,
    fill_price: 600.3,
    executed_price: 600.3,
    live_price: 600.3,
    drift_bps: 3.33,
    notional: 6_003,
    fees: 2,
    total: -6_005,
    cash_before: 10_050,
    cash_after: 4_045,
    balance: 4_045,
    quoted: { price: 600.1, notional: 6_001, fees: 1, total: -6_002, cash_before: 10_000, cash_after: 3_998 },
    fill_state_ref: 'def',
    expires_in_ms: null,
    ended_at: '2026-11-20T10:31:02-05:00',
    legs: [
      {
        price: 600.1,
        fill_price: 600.3,
        fill_bid: 600.29,
        fill_ask: 600.3,
        fill_source: 'alpaca',
        fill_quote_age_seconds: 1.6,
      },
    ],
  })
})

test('a pending trade is shown as expired after its sixtieth second, not at it', () => {
  expect(document({}, 60_000)).toMatchObject({ status: 'pending', expires_in_ms: 0, ended_at: null })
  expect(document({}, 60_001)).toMatchObject({
    status: 'expired',
    reason: 'quote_expired',
    expires_in_ms: null,
    ended_at: '2026-11-20T10:32:00-05:00',
  })
  expect(document({ status: 'executing' }, 60_001)).toMatchObject({ status: 'executing', reason: null })
})

test('the largest loss changes by what the fill cost more, also from nothing, and an order that only closes loses nothing', () => {
  const of = (rich: Record<string, unknown>, fill = FILLED.fill) => document({ ...FILLED, rich, fill }).max_loss
  expect(of({ max_loss_e4: 60_020_000 })).toBe(6_005)
  expect(of({ max_loss_e4: 60_020_000 }, null)).toBe(6_002)
  expect(of({ max_loss_e4: 0, only_closes: true })).toBe(0)
  expect(of({ max_loss_e4: 0, only_closes: false })).toBe(3)
  expect(of({ max_loss_e4: 0 })).toBe(0)
  expect(of({ max_loss_e4: 5_000 }, { ...FILLED.fill!, totalE4: -60_010_000 })).toBe(0)
  expect(of({})).toBeNull()
  expect(document({ rich: { max_loss_reason: 'unlimited' } }).max_loss_reason).toBe('unlimited')
})

test('a leg in an option names its contract’s day, strike and right, and one without a fill has none', () => {
  const [leg] = document({ legs: [legAt('SPY261218C00600500', -2, 3)] }).legs
  expect(leg).toMatchObject({
    multiplier: 100,
    expiration: '2026-12-18',
    strike: 600.5,
    type: 'call',
    fill_price: null,
  })
  expect(document({}).legs[0]).toMatchObject({ multiplier: 1, expiration: null, strike: null, type: null })
})

test('a feed with any declared delay is delayed', () => {
  expect([0, 1].map((delaySeconds) => document({ delaySeconds }).delayed)).toEqual([false, true])
})

test('the age of a quote is in tenths of a second, and never below zero', () => {
  const ages = [-100_000, -400, 300].map((ms) => document({ quotedAt: after(ms) }).quote_age_seconds)
  expect(ages).toEqual([100, 0.4, 0])
})
