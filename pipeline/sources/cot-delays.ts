import { addDays, type TradingDay, tradingDay, weekday } from '../../shared/time/trading-day.ts'

interface Interruption {
  /** Monday of the week of the first delayed report. */
  from: TradingDay
  /** The publication days of that report and the following ones, until the ordinary Friday applied again. */
  releases: readonly TradingDay[]
}

const interruption = (from: string, ...releases: string[]): Interruption => ({
  from: tradingDay(from),
  releases: releases.map(tradingDay),
})

/**
 * Government shutdowns that stopped the positioning reports, with the catch-up the CFTC announced afterwards. Where it
 * named only a week, we take its Friday, because later is safe. 2013: announcement of October; 2019: one report each
 * Tuesday and Friday from 1 February, as announced in January; 2025: dated list of 18 November.
 *
 * In 2023 the attack on ION, through which brokers report positions, stopped the reports: the first followed on 24
 * February, the others one after the other until the middle of March (release 8662-23), of which we take the latest
 * possible Fridays.
 */
const INTERRUPTIONS: readonly Interruption[] = [
  interruption('2013-09-30', '2013-10-25', '2013-11-01', '2013-11-01', '2013-11-08', '2013-11-08'),
  interruption(
    '2018-12-24',
    '2019-02-01',
    '2019-02-05',
    '2019-02-08',
    '2019-02-12',
    '2019-02-15',
    '2019-02-19',
    '2019-02-22',
    '2019-02-26',
    '2019-03-01',
    '2019-03-05',
  ),
  interruption('2023-01-30', '2023-02-24', '2023-03-03', '2023-03-10', '2023-03-10', '2023-03-17', '2023-03-17'),
  interruption(
    '2025-09-29',
    '2025-11-19',
    '2025-11-21',
    '2025-11-25',
    '2025-12-02',
    '2025-12-05',
    '2025-12-09',
    '2025-12-12',
    '2025-12-16',
    '2025-12-19',
    '2025-12-23',
    '2025-12-30',
    '2026-01-06',
    '2026-01-09',
    '2026-01-13',
    '2026-01-16',
    '2026-01-20',
  ),
]

/** Keyed by the Monday of a report's week, because a holiday moves the day it is dated. */
const DELAYED: ReadonlyMap<TradingDay, TradingDay> = new Map(
  INTERRUPTIONS.flatMap(({ from, releases }) =>
    releases.map((released, week) => [addDays(from, 7 * week), released] as const),
  ),
)

/** The day on which a delayed report was published; null for all others. */
export const cotDelayedUntil = (dated: TradingDay): TradingDay | null =>
  DELAYED.get(addDays(dated, 1 - weekday(dated))) ?? null
