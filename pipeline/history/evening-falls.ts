import type { SeriesId } from '../../shared/domain/market/series.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { SeriesPoint } from '../inputs/market-inputs.ts'
import { pointBy } from '../inputs/point-versions.ts'
import { fallRatios, fallSizes } from '../risk/fall-statement.ts'
import { countedFalls, type FallReading, readingsOf } from '../risk/falls.ts'
import { type NextSession, nearIndex, nextSessions } from '../risk/next-session.ts'
import { closesAndVix, hasClose } from '../risk/state-history.ts'
import { EVENING, type SeriesHistory } from './known-history.ts'

/** The statement of an evening about the sizes of moves; null where it knew too little. */
export interface EveningFalls {
  fall: (FallReading & { medianPct: number; oneInFivePct: number }) | null
  next: NextSession | null
}

const NOTHING: EveningFalls = { fall: null, next: null }

const SERIES = ['spy_close', 'vix_close', 'vix9d_close'] as const satisfies SeriesId[]
type Closes = Partial<Record<(typeof SERIES)[number], readonly SeriesPoint[]>>

/** The statements of each evening, from the closes and revisions known by then. */
export function eveningFalls(history: SeriesHistory): (day: TradingDay) => EveningFalls {
  const closes = Object.fromEntries(SERIES.map((id) => [id, history.get(id) ?? []])) as Closes
  // If nothing came late or was revised, each evening knew the beginning of one and the same history.
  const whole = Object.values(closes).every(isPunctual) ? prepared(closes) : null
  return (day) => {
    const known = whole ?? prepared(closesBy(closes, day))
    const at = known.at.get(day)
    // If the day has no close, the newest session is an older one, which had its own statement.
    return at === undefined ? NOTHING : statementsAt(known, at)
  }
}

function prepared({ spy_close = [], vix_close = [], vix9d_close = [] }: Closes) {
  const history = closesAndVix({ spy_close, vix_close })
  const falls = countedFalls(history)
  return {
    at: new Map(history.days.flatMap((day, at) => (hasClose(history, at) ? [[day, at] as const] : []))),
    readingOf: readingsOf(history, falls),
    ratiosOf: fallRatios(history, falls),
    nextOf: nextSessions(history.closes, nearIndex(history, { vix9d_close })),
  }
}

function statementsAt(known: ReturnType<typeof prepared>, at: number): EveningFalls {
  const reading = known.readingOf(at)
  return {
    fall: reading && { ...reading, ...fallSizes(known.ratiosOf(at), reading.vix) },
    next: known.nextOf(at),
  }
}

const isPunctual = (points: readonly SeriesPoint[]): boolean =>
  points.every(({ day, knownAt, earlier }) => !earlier?.length && knownAt <= instantAt(day, EVENING))

function closesBy(closes: Closes, day: TradingDay): Closes {
  const cutoff = instantAt(day, EVENING)
  return Object.fromEntries(SERIES.map((id) => [id, knownPoints(closes[id] ?? [], day, cutoff)])) as Closes
}

function knownPoints(points: readonly SeriesPoint[], day: TradingDay, cutoff: Date): SeriesPoint[] {
  const known: SeriesPoint[] = []
  for (const point of points) {
    if (point.day > day) break
    const then = pointBy(point, cutoff)
    if (then) known.push(then)
  }
  return known
}
