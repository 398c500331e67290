import { BENCHMARK, LIQUID_FUNDS } from '../../shared/domain/market/liquid-funds.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

/** One period of membership; the name is not a member on the day it left. */
export interface Membership {
  ticker: string
  from: TradingDay
  until: TradingDay | null
}

/** Who belongs to the universe of a day. */
export interface Universe {
  has(ticker: string, day: TradingDay): boolean
}

export function universeOf(memberships: readonly Membership[]): Universe {
  const byTicker = new Map<string, Membership[]>()
  for (const each of memberships) byTicker.set(each.ticker, [...(byTicker.get(each.ticker) ?? []), each])
  const funds = new Set(LIQUID_FUNDS)
  return {
    has: (ticker, day) =>
      ticker !== BENCHMARK &&
      (funds.has(ticker) ||
        (byTicker.get(ticker) ?? []).some(({ from, until }) => from <= day && (until === null || day < until))),
  }
}
