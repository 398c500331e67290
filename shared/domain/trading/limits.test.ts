import { expect, test } from 'vitest'
import {
  AccountLimits,
  brokenLimit,
  DEFAULT_LIMITS,
  loosened,
  type OrderFacts,
  sameLimits,
  withLimits,
} from './limits.ts'
import { E4_MAX } from './money.ts'

const ORDER_OF_NOTHING: OrderFacts = {
  notionalE4: 0,
  reduces: false,
  underlyingAfterE4: 0,
  equityE4: 1,
  dayLossE4: 0,
  initiatedLastMinute: 0,
  pendingTrades: 0,
}

test('an agent may tighten limits, and limits it would loosen are named', () => {
  const now = { ...DEFAULT_LIMITS, max_day_loss_e4: 500 }
  expect(loosened(now, { max_day_loss_e4: 499, orders_per_minute: 60 })).toEqual([])
  expect(loosened(now, { max_day_loss_e4: null, orders_per_minute: 61, max_position_pct: 10 })).toEqual([
    'max_day_loss_e4',
    'orders_per_minute',
  ])
  expect(loosened(DEFAULT_LIMITS, { max_day_loss_e4: 1 })).toEqual([])
  expect(withLimits(now, { max_position_pct: 5, max_day_loss_e4: undefined })).toEqual({ ...now, max_position_pct: 5 })
  expect(() => withLimits(now, { max_position_pct: 0 })).toThrow()
  expect(AccountLimits.parse(DEFAULT_LIMITS)).toEqual(DEFAULT_LIMITS)
  expect([sameLimits(now, { ...now }), sameLimits(now, DEFAULT_LIMITS)]).toEqual([true, false])
})

test('an order breaks a limit beyond it, not at it, and a reducing order only limits of number', () => {
  const limits: AccountLimits = {
    max_order_notional_e4: 100,
    max_position_pct: 25,
    max_day_loss_e4: 50,
    orders_per_minute: 3,
    max_pending_trades: 2,
  }
  const within: OrderFacts = {
    notionalE4: 100,
    reduces: false,
    underlyingAfterE4: 250,
    equityE4: 1_000,
    dayLossE4: 49,
    initiatedLastMinute: 2,
    pendingTrades: 1,
  }
  expect(brokenLimit(limits, within)).toBeNull()
  const past: Record<string, Partial<OrderFacts>> = {
    max_order_notional_e4: { notionalE4: 101 },
    max_position_pct: { underlyingAfterE4: 251 },
    max_day_loss_e4: { dayLossE4: 50 },
    orders_per_minute: { initiatedLastMinute: 3 },
    max_pending_trades: { pendingTrades: 2 },
  }
  for (const [name, facts] of Object.entries(past)) {
    const [figure] = Object.values(facts)
    const actual = name === 'max_position_pct' ? 25.1 : figure
    const bound = limits[name as keyof typeof limits]
    expect(brokenLimit(limits, { ...within, ...facts })).toEqual({ name, bound, actual })
    const counted = name === 'orders_per_minute' || name === 'max_pending_trades'
    expect(brokenLimit(limits, { ...within, ...facts, reduces: true })?.name).toBe(counted ? name : undefined)
  }
  expect(brokenLimit({ ...limits, max_day_loss_e4: null }, { ...within, dayLossE4: 1e9 })).toBeNull()
  expect(brokenLimit(limits, { ...within, equityE4: -1, underlyingAfterE4: 0 })).toEqual({
    name: 'max_position_pct',
    bound: 25,
    actual: null,
  })
  const most = { ...within, underlyingAfterE4: 999_999_999_999_999, equityE4: 999_999_999_999_998 }
  expect(brokenLimit({ ...limits, max_position_pct: 100 }, most)?.name).toBe('max_position_pct')
})

test.each<[keyof AccountLimits, number, number]>([
  ['max_order_notional_e4', 1, E4_MAX],
  ['max_position_pct', 1, 100],
  ['max_day_loss_e4', 1, E4_MAX],
  ['orders_per_minute', 1, 60_000],
  ['max_pending_trades', 1, 100],
])('%s is from %i to %i', (name, least, most) => {
  const isValid = (value: number) => AccountLimits.safeParse({ ...DEFAULT_LIMITS, [name]: value }).success
  expect([least - 1, least, least + 0.5, most, most + 1].map(isValid)).toEqual([false, true, false, true, false])
})

test('the share of a position is unknown for an account without equity, and known from the smallest equity on', () => {
  const order = { ...ORDER_OF_NOTHING, underlyingAfterE4: 2 }
  const actual = (equityE4: number) => brokenLimit(DEFAULT_LIMITS, { ...order, equityE4 })?.actual
  expect([actual(0), actual(1)]).toEqual([null, 200])
})

test('a new account may order for a million dollars, hold one position, and initiate sixty orders a minute', () => {
  expect(DEFAULT_LIMITS).toEqual({
    max_order_notional_e4: 1_000_000 * 10_000,
    max_position_pct: 100,
    max_day_loss_e4: null,
    orders_per_minute: 60,
    max_pending_trades: 20,
  })
})
