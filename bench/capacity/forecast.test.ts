import { expect, test } from 'vitest'
import { type Cost, type Measured, slopeOf } from './cost.ts'
import { byShare, usage } from './forecast.ts'

const cost = (size: number, replica: number, connections: number): Cost => ({
  size,
  processor: { replica, postgres: null },
  memoryMb: 100 + size,
  connections,
  bytes: 10 * size,
})
const unit = (change: Partial<Measured>): Measured => ({
  id: 'consumer',
  one: 'a consumer',
  per: 'second',
  bytesAre: 'sent',
  small: cost(10, 0.01, 8),
  large: cost(100, 0.1, 8),
  ...change,
})

test('a slope is the difference of two sizes, and unknown where one of them is', () => {
  expect(slopeOf(unit({}))).toEqual({
    processor: { replica: expect.closeTo(0.001, 9) },
    memoryMb: 1,
    connections: 0,
    bytes: 10,
  })
  expect(slopeOf(unit({ large: cost(100, 0, 8) })).processor.replica).toBe(0)
})

test('usage grows with the load, and the resource with the greatest share of its limit comes first', () => {
  expect(usage([unit({})], 1).get('replica')).toBeCloseTo(0.06, 9)
  expect(usage([unit({})], 100).get('replica')).toBeCloseTo(6, 9)
  expect(byShare(usage([unit({})], 100))[0]).toMatchObject({ id: 'replica', percent: expect.closeTo(600, 6) })
  const idle = unit({ id: 'worker', small: cost(1, 0, 10), large: cost(10, 0, 100) })
  expect(usage([idle], 10).get('connections')).toBeCloseTo(100, 9)
  expect(byShare(usage([idle], 10))[0]?.id).toBe('connections')
  // Six replicas with eight connections each, for what needs six cores.
  expect(usage([unit({})], 100).get('connections')).toBe(48)
})

test('sessions of a year are as many under any load', () => {
  const session = unit({ id: 'session', per: 'unit' })
  expect(usage([session], 1_000).get('disk')).toBe(usage([session], 1).get('disk'))
})
