import { expect, test } from 'vitest'
import { ROUND_TRIP_COST } from '../outcome.ts'
import type { Tracked } from '../tracked.ts'
import { pickContract } from './contracts.ts'

const tracked = (exit: object | null, side: 'long' | 'short' = 'long'): Tracked =>
  ({
    side,
    entry: { day: '2026-11-02', price: 100, spy: 600, invalidation: 97 },
    last: { day: '2026-11-04', close: 96, spy: 606 },
    contract: { slot: 1, conviction: 60, chip: 'NO-BET', why: [], exit },
  }) as unknown as Tracked

const EXIT = { day: '2026-11-04', price: 96, spy: 606, reason: 'price' }

test.each([
  ['that is open has no excess yet', null, 'long', null],
  ['that was stopped has it with its exit', EXIT, 'long', -0.04 - 0.01 - ROUND_TRIP_COST],
  ['that was short turns both signs', EXIT, 'short', 0.04 + 0.01 - ROUND_TRIP_COST],
] as const)('a contract %s', (_, exit, side, excess) => {
  const found = pickContract(tracked(exit, side), null)
  if (excess === null) expect(found.excess).toBeNull()
  else expect(found.excess).toBeCloseTo(excess, 8)
  expect(found.excess_horizon).toBeNull()
})

test('a contract keeps the prices of its entry through a split, and states how many shares one has become', () => {
  const open = tracked(null)
  expect(pickContract(open, null)).not.toHaveProperty('shares_since_entry')
  expect(pickContract({ ...open, shares: 3.99997 }, null)).toMatchObject({
    entry_price: 100,
    invalidation: 97,
    return: -0.04,
    shares_since_entry: 4,
  })
})

test.each([
  ['pending_entry before its entry', { entry: null, last: null }, 'pending_entry'],
  ['open from its entry on', {}, 'open'],
  ['closed by its exit', { contract: { ...tracked(EXIT).contract! } }, 'closed'],
] as const)('a contract is %s', (_title, change, state) => {
  expect(pickContract({ ...tracked(null), ...change } as Tracked, null).state).toBe(state)
})
