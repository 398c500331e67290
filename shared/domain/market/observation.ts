import { z } from 'zod'
import { TradingDay } from '../../time/trading-day.ts'
import { SeriesId } from './series.ts'

/**
 * The origin of a row: the scheduler in service time, a run of the same slots over past simulated time, or a vendor's
 * history file (then `knownAt` follows the publication-lag table).
 */
export const Origin = z.enum(['scheduled', 'backfill', 'imported'])
export type Origin = z.infer<typeof Origin>

/** A daily value as a source states it. */
export const Observation = z.object({
  series: SeriesId,
  day: TradingDay,
  value: z.number(),
})
export type Observation = z.infer<typeof Observation>

/** The same value with the instant this system could first have used it, which prevents look-ahead. */
export const KnownObservation = Observation.extend({ knownAt: z.date(), source: z.string(), origin: Origin })
export type KnownObservation = z.infer<typeof KnownObservation>
