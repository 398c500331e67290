import { type TradingDay, tradingDay } from '../../time/trading-day.ts'

/** Rates are in 1e-8 dollars, because brokers charge fractions of 1e-4 dollars for a share. */
export interface FeeSchedule {
  /** The first day the schedule applies. */
  from: TradingDay
  perOrderE8: number
  perShareE8: number
  perContractE8: number
  /** The minimum per order. */
  minimumE8: number
}

/** Trading is free so far. To change that, append a schedule; past days keep theirs. */
const FEE_SCHEDULES: readonly FeeSchedule[] = [
  { from: tradingDay('1993-01-29'), perOrderE8: 0, perShareE8: 0, perContractE8: 0, minimumE8: 0 },
]

const E8_PER_E4 = 10_000

export interface ChargedLeg {
  /** Only its absolute value counts. */
  quantity: number
  /** 1 for a share, 100 for a contract. */
  multiplier: number
}

/** Fees of an order by the schedule of its day, rounded up to 1e-4 dollars once for the whole order. */
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
