import type { Regime } from '../../shared/domain/contract/signals.ts'
import { addSessions, sessionOn, sessionsBetween } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import { gammaView } from '../inputs/gamma-view.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { foldRegimes, type PillarRow } from './fold-regime.ts'
import { type PillarReadings, pillarBands } from './pillar-bands.ts'
import { creditAt, type GammaSeries, gammaAt, pillarRows, volatilityAt } from './pillar-rows.ts'
import { regimeNow } from './regime-now.ts'

/** A year of closes: in practice spells do not begin earlier, and the state of the first row no longer matters. */
export const REPLAY_SESSIONS = 260
/** The delayed feed has the close this long after it. */
const CLOSE_SHOWN_AFTER_MS = 15 * 60_000

/**
 * Pillars of past closes by gamma series and day. A replay over many evenings passes the same cache, so that each close
 * is read once; what was public at a close does not change.
 */
export type PillarCache = Record<GammaSeries, Map<TradingDay, PillarReadings>>

export const emptyPillarCache = (): PillarCache => ({ gex_own: new Map(), gex_vendor: new Map() })

export interface MarketRegime {
  /** Confirmed by closes, or PANIC at once; null below three live pillars. */
  regime: Regime | null
  regimeNow: Regime | null
  since: TradingDay | null
  /** The spell began with the replay or before it. */
  isOlder: boolean
  /** A change that has some but not all of the closes it needs. */
  pending: Regime | null
  pendingCloses: number
  pillars: PillarReadings
}

/**
 * The regime as a pure function of the known data: the closes of the last year are folded again each time, so a replay
 * of any instant gives the same result. A PANIC within the day stands while the pillars show it; the close decides
 * whether it stays.
 */
export function marketRegime(inputs: MarketInputs, cache = emptyPillarCache()): MarketRegime {
  const pillars = currentPillars(inputs)
  const now = regimeNow(pillars)
  const rows = closes(inputs, pillars, cache)
  const state = foldRegimes(rows)
  const firstKnown = rows.find((row) => regimeNow(row.pillars) !== null)?.day
  if (now === null) return { regime: null, regimeNow: null, since: null, isOlder: false, ...NOTHING_PENDING, pillars }
  if (now === 'PANIC' && state?.regime !== 'PANIC') {
    return { regime: 'PANIC', regimeNow: now, since: inputs.day, isOlder: false, ...NOTHING_PENDING, pillars }
  }
  return {
    regime: state?.regime ?? now,
    regimeNow: now,
    since: state?.since ?? inputs.day,
    isOlder: state !== null && state.since === firstKnown,
    pending: state?.pending?.regime ?? null,
    pendingCloses: state?.pending?.closes ?? 0,
    pillars,
  }
}

const NOTHING_PENDING = { pending: null, pendingCloses: 0 } as const

/** The pillars at the cutoff, with today's quotes and chain. */
export function currentPillars(inputs: MarketInputs): PillarReadings {
  const pillars: PillarReadings = {}
  const vix = dailyView(inputs, 'vix_close')
  const volatility = isAbsent(vix) ? undefined : volatilityAt(vix.points, vix.points.length - 1)
  if (volatility) pillars.volatility = volatility
  const oas = dailyView(inputs, 'hy_oas')
  const credit = isAbsent(oas) ? undefined : creditAt(oas.points, oas.points.length - 1)
  if (credit) pillars.credit = credit
  const broad = dailyView(inputs, 'pct_above_50dma')
  if (!isAbsent(broad)) pillars.breadth = { percentAbove50d: broad.latest.value, day: broad.latest.day }
  const gex = gammaView(inputs)
  const gamma = isAbsent(gex) ? undefined : gammaAt(gex.points, gex.points.length - 1)
  if (gamma) pillars.gamma = gamma
  return pillars
}

/** The pillars at each close of the last year, with today's once the feed has it. */
export const pillarCloses = (inputs: MarketInputs): PillarRow[] =>
  closes(inputs, currentPillars(inputs), emptyPillarCache())

function closes(inputs: MarketInputs, pillars: PillarReadings, cache: PillarCache): PillarRow[] {
  const { day, cutoff, series } = inputs
  const first = addSessions(day, -REPLAY_SESSIONS).day
  const gex = gammaView(inputs)
  const own = !isAbsent(gex) && gex.series === 'gex_own'
  const past = sessionsBetween(first, day).filter((session) => session < day)
  const gamma: GammaSeries = own ? 'gex_own' : 'gex_vendor'
  const unread = past.filter((session) => !cache[gamma].has(session))
  const read = pillarRows(unread, {
    vix: series.vix_close ?? [],
    oas: series.hy_oas ?? [],
    breadth: series.pct_above_50dma ?? [],
    gamma: { series: gamma, points: series[gamma] ?? [] },
  })
  for (const row of read) cache[gamma].set(row.day, row.pillars)
  const rows = past.map((session) => ({ day: session, pillars: cache[gamma].get(session) ?? {} }))
  const close = sessionOn(day)?.close
  const isClosed = close !== undefined && cutoff.getTime() >= close.getTime() + CLOSE_SHOWN_AFTER_MS
  return isClosed && Object.keys(pillarBands(pillars)).length > 0 ? [...rows, { day, pillars }] : rows
}
