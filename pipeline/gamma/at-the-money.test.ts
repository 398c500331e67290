import { describe, expect, it } from 'vitest'
import type { OptionContract } from '../../shared/domain/market/option-chain.ts'
import { atmVolatility, straddleOf } from './expected-move.ts'
import type { Slice, StrikeVolatility } from './volatility-slices.ts'

const FORWARD = 503
const quote = (mid: number | null) => (mid === null ? null : ({ bid: mid - 0.1, ask: mid + 0.1 } as OptionContract))
const sliceOf = (...strikes: Partial<StrikeVolatility>[]) =>
  ({ forward: { price: FORWARD, from: 'parity' }, strikes }) as unknown as Slice

describe('the straddle', () => {
  const straddle = (...rows: [strike: number, call: number | null, put: number | null][]) =>
    straddleOf(sliceOf(...rows.map(([strike, call, put]) => ({ strike, call: quote(call), put: quote(put) }))))

  it('is call and put at the strike nearest to the forward', () => {
    expect(straddle([490, 15, 2], [500, 7, 4], [505, 4, 6], [520, 1, 18])).toBe(10)
    expect(straddle([490, 15, 2], [501, 7, 4])).toBe(11)
  })
  it('needs both quotes of its strike', () => {
    expect(straddle([490, 15, 2], [500, 7, null], [505, null, 6])).toBe(17)
    expect(straddle([500, 7, null], [505, null, 6])).toBeNull()
  })
})

describe('the volatility at the money', () => {
  const volatility = (...rows: [strike: number, volatility: number | null][]) =>
    atmVolatility(sliceOf(...rows.map(([strike, each]) => ({ strike, volatility: each }))))

  it('lies on the line between the strikes around the forward', () => {
    expect(volatility([490, 0.9], [500, 0.2], [510, 0.1], [520, 0.9])).toBeCloseTo(0.17, 12)
  })
  it('skips strikes without one', () => {
    expect(volatility([493, 0.3], [500, null], [504, null], [513, 0.1])).toBeCloseTo(0.2, 12)
  })
  it('is that of the strike at the forward, whatever lies around it', () => {
    expect(volatility([500, 0.9], [FORWARD, 0.2], [510, 0.9])).toBe(0.2)
  })
  it('is that of the nearest strike where all lie on one side, and none without strikes', () => {
    expect(volatility([490, 0.9], [500, 0.2])).toBe(0.2)
    expect(volatility([505, 0.3], [510, 0.9])).toBe(0.3)
    expect(volatility([500, null])).toBeNull()
  })
})
