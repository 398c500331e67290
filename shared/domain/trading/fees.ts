import type { TradingDay } from '../../time/trading-day.ts'
import type { OrderLeg } from './trade.ts'

interface FeeSchedule {
  /** The first day it is charged. */
  from: TradingDay
  perOrderE4: number
  perShareE4: number
  perContractE4: number
}

/** Newest first. Free by default, as brokers of paper accounts are. */
const SCHEDULES: readonly FeeSchedule[] = [
  { from: '1993-01-29' as TradingDay, perOrderE4: 0, perShareE4: 0, perContractE4: 0 },
]

/** What an order costs beside its price, by the schedule of its day. */
export function feesOf(legs: readonly (OrderLeg & { multiplier: number })[], day: TradingDay): number {
  const schedule = SCHEDULES.find(({ from }) => from <= day)
  if (!schedule) return 0
  return legs.reduce((sum, { quantity, multiplier }) => {
    const each = multiplier === 1 ? schedule.perShareE4 : schedule.perContractE4
    return sum + Math.abs(quantity) * each
  }, schedule.perOrderE4)
}
