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
    | 'regime_since'
    | 'regime_is_older'
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
    const read = { regime, day: snapshot.trade_date as TradingDay }
    return { ...read, regimeReason, healthScore, livePoints, ...regimeSpan(read, regimes, snapshot) }
  }
  if (newest === null) {
    const regimeReason = 'No market state is known yet.'
    return { regime: null, regimeReason, healthScore: null, livePoints: 0, regimeDays: 0 }
  }
  return { ...newest, ...regimeSpan(newest, regimes, snapshot) }
}

type Span = Pick<SessionRead, 'regimeDays' | 'isRegimeOlder'>

/**
 * Counts the sessions in a regime up to and including a day. The snapshot of a cycle of this spell knows its beginning
 * from a year of closes, as its `regime_reason` states it; daily rows begin with the service.
 */
function regimeSpan(
  { regime, day }: Pick<DayRead, 'regime' | 'day'>,
  days: ReadInputs['regimes'],
  snapshot: ReadInputs['snapshot'],
): Span {
  if (regime === null) return { regimeDays: 0 }
  const { from, ...rows } = rowSpan(days, regime, day)
  const since = snapshot?.regime === regime && snapshot.trade_date >= from ? snapshot.regime_since : null
  if (!since || since > day) return rows
  const isBound = snapshot?.regime_is_older === true
  const regimeDays = sessionsBetween(since as TradingDay, day).length
  if (isBound && rows.regimeDays > regimeDays) return rows
  return { regimeDays, ...(isBound ? { isRegimeOlder: true } : {}) }
}

/**
 * Counts the same by daily rows. The rows of that day and of the session before it need not be final. The regime may be older
 * than counted where any other row is missing, as while history loads, or where every row has it, as after a start with
 * a short history.
 */
function rowSpan(days: ReadInputs['regimes'], regime: string, day: TradingDay): Span & { from: TradingDay } {
  let from = day
  const counted = (isRegimeOlder: boolean) => ({
    from,
    regimeDays: sessionsBetween(from, day).length,
    ...(isRegimeOlder ? { isRegimeOlder } : {}),
  })
  for (const each of days.filter((one) => one.day < day)) {
    const missing = sessionsBetween(each.day, from).length - 2
    if (missing > (from === day ? 1 : 0)) return counted(true)
    if (each.regime !== regime) return counted(false)
    from = each.day
  }
  return counted(true)
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
