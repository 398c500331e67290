import type { Regime } from '../../shared/domain/contract/signals.ts'
import { addSessions, sessionOn, sessionsBetween } from '../../shared/time/calendar.ts'
import { addDays, type TradingDay } from '../../shared/time/trading-day.ts'
import type { DayValue } from '../inputs/daily-view.ts'
import { type Absent, type DailyView, dailyView, isAbsent } from '../inputs/daily-view.ts'
import { ownGammaView } from '../inputs/gamma-view.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { oncePer } from '../maths/once-per.ts'
import {
  type FoldedCloses,
  foldCloses,
  foldRegimes,
  type PillarRow,
  type RegimeState,
  standing,
} from './fold-regime.ts'
import { chooseGamma, type GammaReading } from './gamma-pillar.ts'
import { type PillarReadings, pillarBands } from './pillar-bands.ts'
import { breadthAt, type CloseReadings, closeReadings, creditAt, gammaAt, volatilityAt } from './pillar-rows.ts'
import { regimeNow } from './regime-now.ts'

/** A year of closes: in practice spells do not begin earlier, and the state of the first row no longer matters. */
export const REPLAY_SESSIONS = 260
/** The delayed feed has the close this long after it. */
const CLOSE_SHOWN_AFTER_MS = 15 * 60_000

interface ReadClose {
  readings: CloseReadings
  /** The row of the close with the reading of gamma that decided last, so that the fold can remember its steps. */
  decided: { gamma: GammaReading | null; row: PillarRow } | null
}

/**
 * Readings of past closes by day, and the last fold over them. A replay over many evenings passes the same cache, so
 * that each close is read once and a fold continues from the last one; what was known at a close does not change.
 */
export interface CloseCache {
  closes: Map<TradingDay, ReadClose>
  folded: FoldedCloses | null
}

export const closeCache = (): CloseCache => ({ closes: new Map(), folded: null })

export interface MarketRegime {
  /** Confirmed by closes, lifted by a shock, or PANIC at once; null below three live pillars. */
  regime: Regime | null
  regimeNow: Regime | null
  since: TradingDay | null
  /** The spell began with the replay or before it. */
  isOlder: boolean
  pillars: PillarReadings
  /** The reason why dealer gamma does not decide; null while it does. */
  gammaReason: string | null
  /** The closes counted so far; null before the first close with three live pillars. */
  state: RegimeState | null
}

interface ReadPillars {
  pillars: PillarReadings
  gammaReason: string | null
  rows: PillarRow[]
}

const withGamma = ({ gamma: _, ...others }: CloseReadings, reading: GammaReading | null): PillarReadings =>
  reading ? { ...others, gamma: reading } : others

function rowOf(close: ReadClose, day: TradingDay, gamma: GammaReading | null): PillarRow {
  if (close.decided?.gamma === gamma) return close.decided.row
  const row = { day, pillars: withGamma(close.readings, gamma) }
  close.decided = { gamma, row }
  return row
}

/** The closes of these sessions; those that the cache has not are read and added to it. */
function readCloses(past: readonly TradingDay[], series: MarketInputs['series'], { closes }: CloseCache): ReadClose[] {
  const unread = past.filter((session) => !closes.has(session))
  for (const [at, readings] of closeReadings(unread, series).entries()) {
    closes.set(unread[at]!, { readings, decided: null })
  }
  return past.map((session) => closes.get(session)!)
}

/** Several documents of a cycle read the same year of closes. */
const readPillars = oncePer((inputs: MarketInputs, cache: CloseCache = closeCache()): ReadPillars => {
  const { day, cutoff, series } = inputs
  const past = sessionsBetween(addSessions(day, -REPLAY_SESSIONS).day, addDays(day, -1))
  const closes = readCloses(past, series, cache)
  const today = readingsNow(inputs)
  const gammas = closes.map(({ readings }) => readings.gamma)
  gammas.push(today.gamma)
  const { readings: chosen, reason } = chooseGamma(gammas)
  const pillars = withGamma(today, chosen.at(-1)!)
  const rows = closes.map((close, at) => rowOf(close, past[at]!, chosen[at]!))
  const close = sessionOn(day)?.close
  const isClosed = close !== undefined && cutoff.getTime() >= close.getTime() + CLOSE_SHOWN_AFTER_MS
  if (isClosed && Object.keys(pillarBands(pillars)).length > 0) rows.push({ day, pillars })
  return { pillars, gammaReason: reason, rows }
})

/**
 * The regime as a pure function of the known data: the closes of the last year are folded again each time, so a replay
 * of any instant gives the same result. An intraday PANIC holds while the pillars show it; the close decides whether it
 * stays.
 */
export function marketRegime(inputs: MarketInputs, cache = closeCache()): MarketRegime {
  const { pillars, gammaReason, rows } = readPillars(inputs, cache)
  const now = regimeNow(pillars)
  cache.folded = foldCloses(rows, cache.folded)
  const state = foldRegimes(rows, cache.folded)
  const read = { regimeNow: now, pillars, gammaReason, state, isOlder: false }
  if (now === null) return { ...read, regime: null, since: null }
  const stands = state && standing(state)
  if (now === 'PANIC' && stands?.regime !== 'PANIC') return { ...read, regime: 'PANIC', since: inputs.day }
  if (!stands) return { ...read, regime: now, since: inputs.day }
  const firstKnown = rows.find((row) => regimeNow(row.pillars) !== null)?.day
  return { ...read, ...stands, isOlder: stands.since === firstKnown }
}

/** The pillars at the cutoff, with today's quotes and chain. */
export const currentPillars = (inputs: MarketInputs): PillarReadings => readPillars(inputs).pillars

/** The reason why dealer gamma is not among the pillars at the cutoff although it has readings; null while it is. */
export const gammaSilence = (inputs: MarketInputs): string | null => readPillars(inputs).gammaReason

/** The pillars at each close of the last year, with today's once the feed has it. */
export const pillarCloses = (inputs: MarketInputs): PillarRow[] => readPillars(inputs).rows

function readingsNow(inputs: MarketInputs): CloseReadings {
  const volatility = newest(dailyView(inputs, 'vix_close'), volatilityAt)
  const credit = newest(dailyView(inputs, 'hy_oas'), creditAt)
  const breadth = newest(dailyView(inputs, 'pct_above_50dma'), breadthAt)
  const { view, isCertain } = ownGammaView(inputs)
  const own = newest(view, gammaAt)
  const vendor = newest(dailyView(inputs, 'gex_vendor'), gammaAt)
  return {
    ...(volatility && { volatility }),
    ...(credit && { credit }),
    ...(breadth && { breadth }),
    gamma: { ...(own && { own }), ...(vendor && { vendor }), ownIsCertain: isCertain },
  }
}

const newest = <Reading>(
  view: DailyView | Absent,
  read: (points: readonly DayValue[], index: number) => Reading | undefined,
): Reading | undefined => (isAbsent(view) ? undefined : read(view.points, view.points.length - 1))
