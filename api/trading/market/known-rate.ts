import { AppError, errorKind } from '../../../shared/errors.ts'
import { seriesAsKnown } from '../../../shared/postgres/market/observations.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { addDays, type TradingDay } from '../../../shared/time/trading-day.ts'
import type { ApiContext } from '../../http/context.ts'

/** An older rate is not used, because it may belong to another monetary policy. */
const RATE_AGE_DAYS_MAX = 35

export interface KnownRate {
  /**
   * Null when it cannot be read: our own figures are then computed without a rate, and `rate_source` names the reason.
   */
  fedFunds: { day: TradingDay; value: number } | null
  outage: AppError | null
}

/** The overnight rate for our own volatility and greeks. */
export async function knownRate({ reader }: ApiContext, now: Date): Promise<KnownRate> {
  const { day } = eastern(now)
  const window = { series: ['dff' as const], from: addDays(day, -RATE_AGE_DAYS_MAX), upTo: day, knownBy: now }
  try {
    const { dff } = await reader.read((sql) => seriesAsKnown(sql, window))
    return { fedFunds: dff?.at(-1) ?? null, outage: null }
  } catch (error) {
    if (!(error instanceof AppError) || errorKind(error) !== 'unavailable') throw error
    return { fedFunds: null, outage: error }
  }
}
