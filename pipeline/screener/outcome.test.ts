import { describe, expect, it } from 'vitest'
import type { PickSide } from '../../shared/domain/contract/screener-ids.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { outcomeOf, ROUND_TRIP_COST } from './outcome.ts'
import type { Mark, Tracked } from './tracked.ts'

const [ENTERED, LEFT, OVER] = ['2026-11-02', '2026-11-06', '2026-11-20'].map(tradingDay) as [
  ReturnType<typeof tradingDay>,
  ReturnType<typeof tradingDay>,
  ReturnType<typeof tradingDay>,
]
const END = { day: OVER, close: 120, spy: 525 } as Mark
/** Entered at 100 with SPY at 500; a contract leaves at 110 with SPY at 510. */
const tracked = (side: PickSide, isLeft: boolean) =>
  ({
    id: 'x',
    side,
    entry: { day: ENTERED, price: 100, spy: 500 },
    contract: isLeft ? { exit: { day: LEFT, price: 110, spy: 510 } } : null,
  }) as unknown as Tracked

describe('the outcome of a pick', () => {
  it('of a long one is its return less that of SPY and the cost, to the exit and over the horizon', () => {
    const found = outcomeOf(tracked('long', true), END)
    expect(found).toMatchObject({ from: ENTERED, to: LEFT, cost: ROUND_TRIP_COST })
    expect([found.return, found.spyReturn]).toEqual([expect.closeTo(0.1, 12), expect.closeTo(0.02, 12)])
    // 10 % - 2 % - 0.1 %, and to the end 20 % - 5 % - 0.1 %.
    expect([found.excess, found.excessHorizon]).toEqual([expect.closeTo(0.079, 12), expect.closeTo(0.149, 12)])
  })

  it('of a short one has the signs of both turned, and still pays the cost', () => {
    const found = outcomeOf(tracked('short', true), END, 0.002)
    expect([found.return, found.spyReturn]).toEqual([expect.closeTo(-0.1, 12), expect.closeTo(-0.02, 12)])
    // -10 % + 2 % - 0.2 %, and to the end -20 % + 5 % - 0.2 %.
    expect([found.excess, found.excessHorizon]).toEqual([expect.closeTo(-0.082, 12), expect.closeTo(-0.152, 12)])
    expect(found.cost).toBe(0.002)
  })

  it('that locked nothing is shown over its horizon, and has no excess to an exit', () => {
    const found = outcomeOf(tracked('long', false), END)
    expect(found).toMatchObject({ to: OVER, excess: null, return: expect.closeTo(0.2, 12) })
    expect(found.excessHorizon).toBeCloseTo(0.149, 12)
  })
})
