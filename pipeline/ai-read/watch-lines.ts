import type { LevelKind, RiskDirection } from '../../shared/domain/contract/tripwire.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { sessionOn } from '../../shared/time/calendar.ts'
import { shown } from '../maths/shown.ts'
import { changes, standardDeviation } from '../maths/statistics.ts'
import type { EveningInputs } from '../risk/evening.ts'
import { type Wire, wires } from '../tripwires/index.ts'
import type { TripwireInputs } from '../tripwires/wire.ts'

/** A line that would change the read; never a direction of the market. */
export interface WatchLine {
  text: string
  level: number
  level_kind: LevelKind
  risk: RiskDirection
}

const LINES_MAX = 3
const USUAL_CHANGES = 60
const USUAL_MIN = 20

/** The series in whose usual daily moves the distance to a wire is measured, since points of VIX and of yields do not compare. */
const SERIES_OF: Readonly<Record<LevelKind, SeriesId>> = {
  spy_price: 'spy_close',
  vix_level: 'vix_close',
  vix_ratio: 'vix_close',
  hy_oas_percent: 'hy_oas',
  breadth_percent: 'pct_above_50dma',
  yield_percent: 'dgs10',
}

const DECIMALS: Readonly<Record<LevelKind, number>> = {
  spy_price: 2,
  vix_level: 2,
  vix_ratio: 3,
  hy_oas_percent: 2,
  breadth_percent: 1,
  yield_percent: 2,
}

/** The closes of a session as its last minute, which is what the wires on prices read in the evening. */
function lastMinute({ day, series }: EveningInputs): TripwireInputs['minute'] {
  const close = sessionOn(day)?.close
  if (!close) return null
  const symbols = { SPY: 'spy_close', VIX: 'vix_close', VIX3M: 'vix3m_close' } as const satisfies Record<
    string,
    SeriesId
  >
  const quotes = Object.entries(symbols).flatMap(([symbol, id]) => {
    const point = series[id]?.at(-1)
    if (point?.day !== day) return []
    return [[symbol, { symbol, price: point.value, quotedAt: close, source: point.source }] as const]
  })
  return { at: close, collectedAt: close, quotes: Object.fromEntries(quotes), reason: 'no close of the day is known' }
}

/** At most three wires that are not crossed, the nearest first in usual moves of their own series. */
export function watchLines(inputs: EveningInputs): WatchLine[] {
  const given: TripwireInputs = { ...inputs, minute: lastMinute(inputs), levels: null }
  return wires
    .flatMap((wire) => {
      const seen = wire.read(given)
      if (seen.status !== 'observed' || isCrossed(wire, seen)) return []
      const usual = usualMove(inputs, wire.levelKind, seen.value)
      if (usual === null) return []
      const line = {
        text: `${wire.label}, now ${seen.value.toFixed(DECIMALS[wire.levelKind])}`,
        level: shown(seen.level),
        level_kind: wire.levelKind,
        risk: wire.risk,
      }
      return [{ line, distance: Math.abs(seen.value - seen.level) / usual }]
    })
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, LINES_MAX)
    .map(({ line }) => line)
}

const isCrossed = ({ side }: Wire, { value, level }: { value: number; level: number }): boolean =>
  side === 'above' ? value >= level : value < level

/** The deviation of the last daily changes, in the unit of the wire's value; null where too few are known or none moved. */
function usualMove({ series }: EveningInputs, kind: LevelKind, value: number): number | null {
  const values = (series[SERIES_OF[kind]] ?? []).slice(-USUAL_CHANGES - 1).map((point) => point.value)
  if (values.length <= USUAL_MIN) return null
  const usual = standardDeviation(changes(values))
  if (usual === null || usual === 0) return null
  // A ratio of VIX moves by the same share as VIX.
  return kind === 'vix_ratio' ? (usual / values.at(-1)!) * value : usual
}
