import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { WireKey, WireMemories } from '../../shared/domain/contract/tripwire.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { wires } from '../tripwires/index.ts'
import { TRIPWIRE_RULES_VERSION } from '../tripwires/wire.ts'
import type { EveningRead } from './evening-read.ts'
import type { SessionRead } from './verdict.ts'
import { type ReadWire, type WatchLine, watchLines } from './watch-lines.ts'

export interface DayRead {
  day: TradingDay
  regime: string | null
  regimeReason: string
  healthScore: number | null
  livePoints: number
}

/** The facts that were known at the cutoff of a read. */
export interface ReadInputs {
  cutoff: Date
  evening: EveningRead | null
  snapshot: Pick<
    SignalsSnapshot,
    | 'as_of'
    | 'trade_date'
    | 'regime'
    | 'regime_now'
    | 'regime_reason'
    | 'health_score'
    | 'live_points'
    | 'score_components'
    | 'data_quality'
  > | null
  /** The newest final daily row. */
  newestDay: DayRead | null
  /** The regimes of final daily rows, newest first. */
  regimes: readonly Pick<DayRead, 'day' | 'regime'>[]
  wires: WireMemories
  /** Null where they were not read, as for a past cutoff. */
  alerts: readonly { alertId: string; severity: string; message: string; firedAt: Date }[] | null
  /** The alert kinds that cannot be judged, so that their silence is not calm; null where alerts were not read. */
  heldAlerts: readonly string[] | null
  quotes: Readonly<Record<string, { price: number; quotedAt: Date }>>
  previousClose: number | null
}

/**
 * The engine's newest word on the market: the snapshot of the newest cycle, until its session has a final row. That row
 * knows the closes, which confirm a regime after the last cycle.
 */
export function sessionRead({ snapshot, newestDay: newest, regimes }: ReadInputs): SessionRead {
  const isNewer = snapshot !== null && (newest === null || snapshot.trade_date > newest.day)
  if (isNewer) {
    const { regime, regime_reason: regimeReason, health_score: healthScore, live_points: livePoints } = snapshot
    const day = snapshot.trade_date as TradingDay
    return { day, regime, regimeReason, healthScore, livePoints, ...regimeSpan(regimes, regime, day) }
  }
  if (newest === null) {
    const regimeReason = 'No market state is known yet.'
    return { regime: null, regimeReason, healthScore: null, livePoints: 0, regimeDays: 0 }
  }
  return { ...newest, ...regimeSpan(regimes, newest.regime, newest.day) }
}

/**
 * Counts the sessions in a regime up to and including a day. The rows of that day and of the session before it need not
 * be final. The regime may be older than counted where any other row is missing, as while history loads, or where every
 * row has it, as after a start with a short history.
 */
function regimeSpan(
  days: ReadInputs['regimes'],
  regime: string | null,
  day: TradingDay,
): Pick<SessionRead, 'regimeDays' | 'isRegimeOlder'> {
  if (regime === null) return { regimeDays: 0 }
  let first = day
  for (const each of days.filter((one) => one.day < day)) {
    const missing = sessionsBetween(each.day, first).length - 2
    const regimeDays = sessionsBetween(first, day).length
    if (missing > (first === day ? 1 : 0)) return { regimeDays, isRegimeOlder: true }
    if (each.regime !== regime) return { regimeDays }
    first = each.day
  }
  return { regimeDays: sessionsBetween(first, day).length, isRegimeOlder: true }
}

/** The wires as they were last observed under the present rules, in their order. */
export function readWires({ wires: memories }: Pick<ReadInputs, 'wires'>): ReadWire[] {
  return wires.flatMap((wire): ReadWire[] => {
    const memory = memories[wire.key as WireKey]
    const reading = memory?.rulesVersion === TRIPWIRE_RULES_VERSION ? memory.reading : null
    return reading
      ? [{ wire, value: reading.value, level: reading.level, observedAt: new Date(reading.observed_at) }]
      : []
  })
}

/** The lines from live wires, or from the closes of the evening where no wire was read. */
export function linesOf(inputs: ReadInputs, evening: EveningRead): WatchLine[] {
  const read = readWires(inputs)
  return read.length > 0 ? watchLines(read, evening.usual) : evening.lines
}

/** The facts of a read with its evening unpacked. */
export const readInputsOf = <F extends Omit<ReadInputs, 'evening'> & { evening: { document: string } | null }>({
  evening,
  ...facts
}: F): ReadInputs => ({ ...facts, evening: evening && (JSON.parse(evening.document) as EveningRead) })
