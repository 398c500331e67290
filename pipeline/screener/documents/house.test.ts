import { expect, test } from 'vitest'
import { trackedPick } from '../../../harness/fixtures/tracked.ts'
import type { HouseLeg, HouseOrder } from '../../../shared/domain/contract/screener/house-ids.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { Tracked } from '../tracked.ts'
import { type HouseInput, houseDocument } from './house.ts'

const since = '2026-11-03T09:31:00-05:00'
const nothing: HouseInput = {
  accounts: [{ name: 'equal', accountId: 1, since, spy: 640 }],
  contracts: [],
  orders: [],
  points: [],
  splits: [],
}
const close = { account: 'equal', at: '2026-11-03T16:00:00-05:00', equity: 100_500, spy: 680 } as const

test.each([
  ['before its first close', [], 'no session has closed since the account was opened'],
  ['before its first ended pick', [close], 'no pick has been entered and left yet'],
  ['beside closes of another account', [{ ...close, account: 'chip' as const }], 'no session has closed since'],
])('an account says why its figures are null %s', (_, points, reason) => {
  const [account] = houseDocument({ ...nothing, points }).accounts
  expect(account?.reason).toContain(reason)
  expect(account?.spy_return).toBe(points[0]?.account === 'equal' ? 0.0625 : null)
  expect(account?.equity).toBe(points[0]?.account === 'equal' ? 100_500 : null)
})

test('the return of an account is that of the hundred thousand dollars it began with', () => {
  const [account] = houseDocument({ ...nothing, points: [close, { ...close, equity: 98_000 }] }).accounts
  expect([account?.equity, account?.return]).toEqual([98_000, -0.02])
})

const DAY = tradingDay('2026-11-03')

/** A pick that was graded from 100 to a price; null while its grading continues. */
const pick = (id: string, price: number | null = null): Tracked =>
  trackedPick({
    id,
    entry: { day: DAY, at: 'open', price: 100, spy: 500, atr: 5, invalidation: 95 },
    contract: { exit: price === null ? null : { day: DAY, reason: 'horizon', price, spy: 500 } },
  })

const order = (contract: string, leg: HouseLeg, state: HouseOrder['state'], price = 100): HouseOrder => ({
  account: 'equal',
  contract,
  leg,
  attempt: 1,
  day: DAY,
  plannedAt: new Date(`${DAY}T09:33:00-05:00`),
  quantity: 25,
  state,
  tradeId: null,
  reason: null,
  fill:
    state === 'filled'
      ? {
          side: leg === 'entry' ? 'buy' : 'sell',
          quantity: 25,
          price,
          bid: price,
          ask: price,
          at: `${DAY}T09:33:00-05:00`,
        }
      : null,
})

const STARTED = [order('entered', 'entry', 'placing')]
const SKIPPED = [order('left out', 'entry', 'skipped')]
const MISSED = [order('missed', 'entry', 'missed')]
const HELD = [order('held', 'entry', 'filled')]
const LEAVING = [order('leaving', 'entry', 'filled'), order('leaving', 'exit', 'placing')]
const ENDED = [order('ended', 'entry', 'filled'), order('ended', 'exit', 'filled', 108)]
const contracts = [
  pick('entered'),
  pick('left out', 150),
  pick('missed', 120),
  pick('held'),
  pick('leaving', 104),
  pick('ended', 110),
]

test('the record counts each pick once, and what was missed weighs on the graded mean alone', () => {
  const orders = [...STARTED, ...SKIPPED, ...MISSED, ...HELD, ...LEAVING, ...ENDED]
  // The other account keeps its own count of the same picks.
  const others = contracts.map(({ id }) => ({ ...order(id, 'entry', 'skipped'), account: 'chip' as const }))
  const [account] = houseDocument({ ...nothing, contracts, orders: [...others, ...orders], points: [close] }).accounts
  expect(account?.picks.map(({ contract_id: id, state }) => [id, state])).toEqual([
    ['ended', 'ended'],
    ['leaving', 'leaving'],
    ['held', 'open'],
    ['missed', 'missed'],
    ['left out', 'skipped'],
    ['entered', 'entering'],
  ])
  expect(account?.record).toEqual({
    ended: 1,
    open: 3,
    missed: 1,
    skipped: 1,
    graded_mean: 0.15,
    traded_mean: 0.08,
    traded_hit_rate: 1,
    difference: { total: -0.07, spread: 0, impact: 0, timing: -0.02, misses: -0.05 },
  })
  expect(account?.reason).toBeNull()
})

test.each([
  ['every pick was skipped', SKIPPED, 'every pick so far was skipped by its chip'],
  ['one is being entered', [...SKIPPED, ...STARTED], 'no pick has been entered and left yet'],
  ['one is held', [...SKIPPED, ...HELD], 'no pick has been entered and left yet'],
  ['one was missed', [...SKIPPED, ...MISSED], 'no pick has been entered and left yet'],
  ['one is held and one was missed', [...SKIPPED, ...HELD, ...MISSED], 'no pick has been entered and left yet'],
])('before its first ended pick an account says whether its chip skipped all: %s', (_, orders, reason) => {
  expect(houseDocument({ ...nothing, contracts, orders, points: [close] }).accounts[0]?.reason).toBe(reason)
})

test.each([
  ['the opening', 640, [null, 680], 0.0625, null],
  ['the first close that knows SPY', null, [null, 640, 680], 0.0625, null],
  ['nothing while the newest close has no price', 640, [640, null], null, 'no price of SPY is known at a close'],
  ['nothing without any price', null, [null], null, 'no price of SPY is known at a close'],
])('the return of SPY is measured from %s', (_, spy, closes, spyReturn, reason) => {
  const points = closes.map((each) => ({ ...close, spy: each }))
  const accounts = nothing.accounts.map((each) => ({ ...each, spy }))
  const [account] = houseDocument({ ...nothing, accounts, contracts, orders: ENDED, points }).accounts
  expect(account?.spy_return).toBe(spyReturn)
  if (reason === null) expect(account?.reason).toBeNull()
  else expect(account?.reason).toContain(reason)
})

test('an account states that its size is a maximum, because it buys whole shares', () => {
  expect(houseDocument(nothing).accounts[0]!.rule).toBe('every locked pick with up to 10000 dollars, in whole shares')
})
