import { expect, test } from 'vitest'
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
