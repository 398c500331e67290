import type { LevelKind, RiskDirection } from '../../shared/domain/contract/tripwire.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { sessionOn } from '../../shared/time/calendar.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import { easternInWords } from '../../shared/time/eastern-words.ts'
import { shown } from '../maths/shown.ts'
import { deviationOfChanges } from '../maths/statistics.ts'
import type { EveningInputs } from '../risk/evening.ts'
import { type Wire, wires } from '../tripwires/index.ts'
import type { TripwireInputs } from '../tripwires/wire.ts'

/** A line that would change the read; never a direction of the market. */
export interface WatchLine {
  text: string
  level: number
  level_kind: LevelKind
  risk: RiskDirection
  /** When value and level were observed; absent from verdicts of earlier versions. */
  observed_at?: string | undefined
}

/** A wire and what it last observed. */
export interface ReadWire {
  wire: Pick<Wire, 'label' | 'levelKind' | 'side' | 'risk'>
  value: number
  level: number
  observedAt: Date
}

const LINES_MAX = 3
const USUAL_CHANGES = 60
const USUAL_MIN = 20

/** A distance is measured in the usual daily moves of what its wire watches, since points of VIX and of yields do not compare. */
const WATCHED: Readonly<Record<LevelKind, SeriesId | { of: SeriesId; over: SeriesId }>> = {
  spy_price: 'spy_close',
  vix_level: 'vix_close',
  vix_ratio: { of: 'vix_close', over: 'vix3m_close' },
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

/** Levels that move, so that the label of their wire does not state them. */
const MOVING: ReadonlySet<LevelKind> = new Set(['spy_price', 'hy_oas_percent', 'yield_percent'])

function textOf({ wire: { label, levelKind }, value, level, observedAt }: ReadWire): string {
  const figure = (of: number) => of.toFixed(DECIMALS[levelKind])
  const at = MOVING.has(levelKind) ? ` (${figure(level)})` : ''
  return `${label}${at}, last ${figure(value)} (${easternInWords(observedAt)})`
}

/** Returns the closes of a session as its last minute, which the wires on prices read in the evening. */
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

/** The lines of an evening by its closes. */
export function eveningLines(inputs: EveningInputs): WatchLine[] {
  const given: TripwireInputs = { ...inputs, minute: lastMinute(inputs), levels: null }
  const read = wires.flatMap((wire): ReadWire[] => {
    const seen = wire.read(given)
    return seen.status === 'observed' ? [{ wire, ...seen }] : []
  })
  return watchLines(read, usualMoves(inputs))
}

/** At most three wires that are not crossed, the nearest first in usual moves of what they watch. */
export function watchLines(read: readonly ReadWire[], usual: Partial<Record<LevelKind, number>>): WatchLine[] {
  return read
    .flatMap((each) => {
      const { wire, value, level } = each
      const move = usual[wire.levelKind]
      if (isCrossed(wire, { value, level }) || move === undefined) return []
      const line = {
        text: textOf(each),
        level: shown(level),
        level_kind: wire.levelKind,
        risk: wire.risk,
        observed_at: easternIso(each.observedAt),
      }
      return [{ line, distance: Math.abs(value - level) / move }]
    })
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, LINES_MAX)
    .map(({ line }) => line)
}

export const isCrossed = ({ side }: Pick<Wire, 'side'>, { value, level }: { value: number; level: number }): boolean =>
  side === 'above' ? value >= level : value < level

/**
 * The deviation of the last daily changes of each kind of level, in its unit; kinds with too little history are left
 * out.
 */
export function usualMoves(inputs: EveningInputs): Partial<Record<LevelKind, number>> {
  const usual: Partial<Record<LevelKind, number>> = {}
  for (const kind of Object.keys(WATCHED) as LevelKind[]) {
    const values = watchedValues(inputs, kind)
    if (values.length <= USUAL_MIN) continue
    const move = deviationOfChanges(values)
    if (move !== null && move !== 0) usual[kind] = move
  }
  return usual
}

function watchedValues({ series }: EveningInputs, kind: LevelKind): number[] {
  const watched = WATCHED[kind]
  const last = (id: SeriesId) => (series[id] ?? []).slice(-USUAL_CHANGES - 1)
  if (typeof watched === 'string') return last(watched).map(({ value }) => value)
  const over = new Map(last(watched.over).map(({ day, value }) => [day, value]))
  return last(watched.of).flatMap(({ day, value }) => {
    const divisor = over.get(day)
    return divisor === undefined ? [] : [value / divisor]
  })
}
