import { type TradingDay, tradingDay } from '../../time/trading-day.ts'

/** Rates in 1e-8 dollars, because brokers charge parts of 1e-4 for a share. */
export interface FeeSchedule {
  /** The first day it is charged. */
  from: TradingDay
  perOrderE8: number
  perShareE8: number
  perContractE8: number
  /** The least an order costs. */
  minimumE8: number
}

/** Free, until somebody decides otherwise: a new schedule is a line behind, and past days keep theirs. */
export const FEE_SCHEDULES: readonly FeeSchedule[] = [
  { from: tradingDay('1993-01-29'), perOrderE8: 0, perShareE8: 0, perContractE8: 0, minimumE8: 0 },
]

const E8_PER_E4 = 10_000

export interface ChargedLeg {
  /** Signed or not: only its size counts. */
  quantity: number
  /** 1 of a share, 100 of a contract. */
  multiplier: number
}

/** What an order costs beside its price, by the schedule of its day, rounded up to 1e-4 dollars once for the whole. */
export function feesFor(
  legs: readonly ChargedLeg[],
  day: TradingDay,
  schedules: readonly FeeSchedule[] = FEE_SCHEDULES,
): number {
  const schedule = schedules.reduce<FeeSchedule | null>(
    (newest, each) => (each.from <= day && (newest === null || each.from > newest.from) ? each : newest),
    null,
  )
  if (schedule === null) throw new RangeError('no fee schedule is as old as this day')
  const feeE8 = legs.reduce(
    (sum, { quantity, multiplier }) =>
      sum + Math.abs(quantity) * (multiplier === 1 ? schedule.perShareE8 : schedule.perContractE8),
    schedule.perOrderE8,
  )
  return Math.ceil(Math.max(feeE8, schedule.minimumE8) / E8_PER_E4)
}
