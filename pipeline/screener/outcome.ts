import type { ArchetypeId } from '../../shared/domain/contract/screener-ids.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { type Mark, signOf, type Tracked } from './tracked.ts'

/** Both crossings of a spread of five basis points each way, where no spread is displayed. */
export const ROUND_TRIP_COST = 0.001

/** The end of a record. For shorts the signs of the returns are reversed, including SPY's. */
export interface Outcome {
  id: string
  archetype: ArchetypeId
  ticker: string
  from: TradingDay
  to: TradingDay
  return: number
  spyReturn: number
  cost: number
  /** To the contract's exit; null where nothing was locked. */
  excess: number | null
  /** Over all bars of the horizon: the evidence. */
  excessHorizon: number
  episode: string
}

export function outcomeOf(tracked: Tracked, end: Mark, cost = ROUND_TRIP_COST): Outcome {
  const { id, archetype, ticker, episode, contract, side } = tracked
  const entry = tracked.entry!
  const sign = signOf(side)
  const until = (price: number, spy: number) => ({
    own: sign * (price / entry.price - 1),
    spy: sign * (spy / entry.spy - 1),
  })
  const horizon = until(end.close, end.spy)
  const exit = contract?.exit ?? null
  const shown = exit ? until(exit.price, exit.spy) : horizon
  return {
    id,
    archetype,
    ticker,
    episode,
    cost,
    from: entry.day,
    to: exit?.day ?? end.day,
    return: shown.own,
    spyReturn: shown.spy,
    excess: exit ? shown.own - shown.spy - cost : null,
    excessHorizon: horizon.own - horizon.spy - cost,
  }
}
