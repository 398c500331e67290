import { expect, test } from 'vitest'
import { z } from 'zod'
import { blockOf } from './snapshot-block.ts'

const ID = {
  as_of: '2026-11-20T10:30:00-05:00',
  cycle_id: '2026-11-20T10:30',
  trade_date: '2026-11-20',
  rules_version: '2026.11',
}
const Ready = z.object({ status: z.literal('ready'), pairs: z.array(z.string()) })
const block = blockOf('correlations', Ready, { pairs: [] as string[] })

test('a block that is ready is served with the snapshot it is from', () => {
  const correlations = { status: 'ready', pairs: ['SPY TLT'] }
  expect(block.derive({ ...ID, correlations })).toEqual({ ...ID, ...correlations, reason: null })
})

test('a block that is not ready keeps its snapshot and its reason, and one of another shape is reported', () => {
  const nothing = { ...ID, status: 'not_ready', pairs: [] }
  expect(block.derive({ ...ID, correlations: { status: 'not_ready', reason: 'too few days' } })).toEqual({
    ...nothing,
    reason: 'too few days',
  })
  for (const correlations of [{ status: 'ready' }, undefined, 'text'])
    expect(block.derive({ ...ID, correlations })).toEqual({
      ...nothing,
      reason: 'it was stored in a shape this version cannot read',
    })
})

test('without a snapshot the block is of none', () => {
  expect(block.empty('no snapshot')).toEqual({
    as_of: null,
    cycle_id: null,
    trade_date: null,
    rules_version: null,
    status: 'not_ready',
    reason: 'no snapshot',
    pairs: [],
  })
})
