import { expect, test } from 'vitest'
import { tradingDay } from '../../time/trading-day.ts'
import { expiringHoldings } from './expiring-holdings.ts'
import { optionContract } from './instrument.ts'

const [PAST, TODAY, NEXT, LAST] = ['2026-11-19', '2026-11-20', '2026-11-27', '2026-12-18'].map(tradingDay) as [
  ReturnType<typeof tradingDay>,
  ReturnType<typeof tradingDay>,
  ReturnType<typeof tradingDay>,
  ReturnType<typeof tradingDay>,
]
type Contract = [expiration: typeof TODAY, right: 'call' | 'put', quantity: number, underlying?: string]

const held = (...contracts: Contract[]) =>
  contracts.map(([expiration, right, quantity, underlying = 'SPY']) => ({
    instrument: optionContract({ underlying, expiration, right, strike: 600 }),
    quantity,
    costE4: quantity * 10_000,
  }))
const select = (...positions: Parameters<typeof expiringHoldings>[0][number][]) =>
  expiringHoldings(positions, { underlying: 'SPY', expiration: TODAY, shorting: true })

test('only the options of the underlying and the day settle, together with its stock', () => {
  const found = select(
    { instrument: 'SPY', quantity: 150, costE4: 90_000_000 },
    { instrument: 'QQQ', quantity: 7, costE4: 1 },
    ...held([TODAY, 'call', 2], [TODAY, 'put', -1], [TODAY, 'call', 0], [NEXT, 'put', 3], [TODAY, 'call', 4, 'QQQ']),
  )
  expect(found.stock).toEqual({ quantity: 150, costE4: 90_000_000 })
  expect(found.options.map(({ option: { right }, quantity }) => [right, quantity])).toEqual([
    ['call', 2],
    ['put', -1],
  ])
  expect(found.shorting).toBe(true)
})

test.each<[string, Contract[], reserved: number, bound: number]>([
  ['nothing later', [[TODAY, 'call', -2]], 0, 0],
  ['written puts', [[NEXT, 'put', -2]], 0, 0],
  ['calls of another underlying', [[NEXT, 'call', -2, 'QQQ']], 0, 0],
  ['written calls', [[NEXT, 'call', -2]], 200, 200],
  [
    'written calls of two days',
    [
      [NEXT, 'call', -2],
      [LAST, 'call', -1],
    ],
    300,
    300,
  ],
  [
    'written calls that a later long one covers',
    [
      [NEXT, 'call', -2],
      [LAST, 'call', 2],
    ],
    200,
    0,
  ],
  [
    'written calls that an earlier long one cannot cover',
    [
      [NEXT, 'call', 2],
      [LAST, 'call', -2],
    ],
    200,
    200,
  ],
  ['long calls', [[NEXT, 'call', 3]], 0, 0],
])(
  '%s reserve shares for all written calls, and bind those that no long call covers',
  (_name, later, reserved, bound) => {
    expect(select(...held(...later))).toMatchObject({ reservedShares: reserved, boundShares: bound })
  },
)

test('an option of a day that is past does not settle again', () => {
  expect(select(...held([PAST, 'put', 1])).options).toEqual([])
})

test('without shares of the underlying its stock is nothing at no cost', () => {
  expect(select(...held([TODAY, 'put', 1])).stock).toEqual({ quantity: 0, costE4: 0 })
})
