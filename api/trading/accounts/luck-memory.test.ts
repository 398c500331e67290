import { expect, test, vi } from 'vitest'
import { luckOf, type StockTrip } from '../../../shared/domain/trading/luck.ts'
import { createLuckMemory } from './luck-memory.ts'

const trip: StockTrip = { symbol: 'SPY', exposure: 6_000, from: 3, sessions: 2, gain: 40 }
const CLOSES = new Map([['SPY', Array.from({ length: 40 }, (_, at) => 600 + (at % 7))]])
const same = () => new Map([...CLOSES].map(([symbol, prices]) => [symbol, [...prices]] as const))

function counted() {
  const compare = vi.fn(luckOf)
  return { memory: createLuckMemory(compare), compare }
}

test('the same trips and closes are compared once, and the answer is that of the comparison', () => {
  const { memory, compare } = counted()
  const first = memory.of(7)([trip], CLOSES)
  expect(memory.of(7)([{ ...trip }], same())).toEqual(first)
  expect(compare).toHaveBeenCalledTimes(1)
  expect(first).toEqual(luckOf([trip], CLOSES, { market: 'SPY', seed: 7 }))
})

test.each<[string, StockTrip[], ReadonlyMap<string, readonly number[]>]>([
  ['another trip', [trip, trip], CLOSES],
  ['another symbol', [{ ...trip, symbol: 'KO' }], CLOSES],
  ['another exposure', [{ ...trip, exposure: 6_001 }], CLOSES],
  ['another entry', [{ ...trip, from: 4 }], CLOSES],
  ['another length', [{ ...trip, sessions: 3 }], CLOSES],
  ['another gain', [{ ...trip, gain: 41 }], CLOSES],
  ['another close', [trip], new Map([['SPY', [...CLOSES.get('SPY')!.slice(0, -1), 1]]])],
  ['one close more', [trip], new Map([['SPY', [...CLOSES.get('SPY')!, 601]]])],
  ['closes of another stock', [trip], new Map([...CLOSES, ['KO', [60, 61]]])],
])('%s is compared anew', (_what, trips, closes) => {
  const { memory, compare } = counted()
  memory.of(7)([trip], CLOSES)
  expect(memory.of(7)(trips, closes)).toEqual(luckOf(trips, closes, { market: 'SPY', seed: 7 }))
  expect(compare).toHaveBeenCalledTimes(2)
})

test('each account has its own random days', () => {
  const { memory, compare } = counted()
  memory.of(7)([trip], CLOSES)
  memory.of(8)([trip], CLOSES)
  expect(compare.mock.calls.map(([, , { seed }]) => seed)).toEqual([7, 8])
})

test('an account without a comparison is not asked about again', () => {
  const { memory, compare } = counted()
  expect([memory.of(7)([], new Map()), memory.of(7)([], new Map())]).toEqual([null, null])
  expect(compare).toHaveBeenCalledTimes(1)
})
