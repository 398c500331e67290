import { instantAt } from '../../shared/time/eastern.ts'
import { EVENING, type SeriesHistory } from '../history/known-history.ts'
import type { SeriesPoint } from '../inputs/market-inputs.ts'
import { pointBy } from '../inputs/point-versions.ts'
import { countedFalls, readingAt } from '../risk/falls.ts'
import { closesAndVix, hasClose } from '../risk/state-history.ts'
import type { BandReading } from './moment.ts'

/** The newest band of falls that was known at an instant; closes are known in the evening, after both runs of their day. */
export function knownBands(history: SeriesHistory): (instant: Date) => BandReading | null {
  const closes = history.get('spy_close') ?? []
  const vix = history.get('vix_close') ?? []
  if (![...closes, ...vix].every(isPunctual)) {
    const found = new Map<number, BandReading | null>()
    // All records of a session ask for the same instant, and each lookup walks the whole history.
    return (instant) => {
      const before = found.get(instant.getTime())
      if (before !== undefined) return before
      const band = newestBand(prepared(knownBy(closes, instant), knownBy(vix, instant)))
      found.set(instant.getTime(), band)
      return band
    }
  }
  // Where nothing came late or was revised, each run knew the beginning of one and the same history.
  const whole = prepared(closes, vix)
  return (instant) => bandAt(whole, countUntil(whole.days, instant) - 1)
}

const isPunctual = ({ earlier, knownAt, day }: SeriesPoint): boolean =>
  !earlier?.length && knownAt.getTime() === instantAt(day, EVENING).getTime()

const knownBy = (points: readonly SeriesPoint[], instant: Date): SeriesPoint[] =>
  points.flatMap((point) => pointBy(point, instant) ?? [])

function prepared(closes: readonly SeriesPoint[], vix: readonly SeriesPoint[]) {
  const history = closesAndVix({ spy_close: [...closes], vix_close: [...vix] })
  return { ...history, falls: countedFalls(history) }
}
type Prepared = ReturnType<typeof prepared>

const newestBand = (known: Prepared): BandReading | null => bandAt(known, known.days.length - 1)

function bandAt(known: Prepared, at: number): BandReading | null {
  if (at < 0) return null
  if (!hasClose(known, at)) return bandAt(known, at - 1)
  const reading = readingAt(known, known.falls, at)
  return reading && { day: known.days[at]!, band: reading.band }
}

/** How many sessions' evenings have come by an instant. */
function countUntil(days: Prepared['days'], instant: Date): number {
  let [low, high] = [0, days.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (instantAt(days[middle]!, EVENING) <= instant) low = middle + 1
    else high = middle
  }
  return low
}
