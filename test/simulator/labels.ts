import { alertEngine } from '../../pipeline/alerts/index.ts'
import {
  eveningInputs,
  type HistoryValue,
  knownHistory,
  type SeriesHistory,
} from '../../pipeline/history/known-history.ts'
import { type HistoryDay, replay } from '../../pipeline/history/replay.ts'
import { publishedAt } from '../../pipeline/sources/publication-lag.ts'
import { dgs10Step } from '../../pipeline/tripwires/daily.ts'
import type { AlertEvent, AlertId, AlertStates } from '../../shared/domain/contract/alert.ts'
import type { Observation } from '../../shared/domain/market/observation.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import type { ScenarioName } from '../../shared/domain/scenario.ts'
import { addSessions, sessionsBetween } from '../../shared/time/calendar.ts'
import { type TradingDay, tradingDay, weekday } from '../../shared/time/trading-day.ts'
import { darkFaults } from '../../simulator/dark-week.ts'
import { correctedAt, firstPrintError } from '../../simulator/world/dark-week.ts'
import { spyClose } from '../../simulator/world/levels.ts'
import { MEMBERS } from '../../simulator/world/members.ts'
import { scriptOf } from '../../simulator/world/script.ts'
import { securityOf } from '../../simulator/world/securities.ts'
import { securityClose } from '../../simulator/world/security.ts'
import { surveyAt } from '../../simulator/world/survey.ts'
import { createWorld, type World } from '../../simulator/world/world.ts'

/** Two years of sessions come before the start, for percentiles and the regime's own replay. */
const BEFORE = 560
const AVERAGE = 50
/** Every tenth member represents its sector: the whole index would take ten times as long. */
const SAMPLE = MEMBERS.filter((_, index) => index % 10 === 0).map(({ symbol }) => symbol)

function aboveAverage(world: World, from: number, to: number): Map<number, number> {
  const closes = SAMPLE.flatMap((symbol) => {
    const security = securityOf(world, symbol)
    return security
      ? [
          Array.from({ length: to - from + AVERAGE }, (_, at) =>
            securityClose(world, security, from - AVERAGE + 1 + at),
          ),
        ]
      : []
  })
  const shares = new Map<number, number>()
  for (let index = from; index <= to; index++) {
    const at = index - from + AVERAGE - 1
    const above = closes.filter(
      (each) => each[at]! > each.slice(at - AVERAGE + 1, at + 1).reduce((a, b) => a + b) / AVERAGE,
    )
    shares.set(index, (100 * above.length) / closes.length)
  }
  return shares
}

/** The daily values of the world around a scenario. */
function valuesOf(world: World, days: readonly TradingDay[]): Observation[] {
  const [from, to] = [world.indexOf(days[0]!), world.indexOf(days.at(-1)!)]
  const breadth = aboveAverage(world, from, to)
  return days.flatMap((day) => {
    const index = world.indexOf(day)
    const { volatility, credit, rates, macro, dealers, equity } = world.daily(index)
    const values: [SeriesId, number][] = [
      ['spy_close', spyClose(world, index)],
      ['spx_close', Math.exp(equity.logSpx)],
      ['vix_close', volatility.vix],
      ['vix9d_close', volatility.vix9d],
      ['vix3m_close', volatility.vix3m],
      ['skew_close', volatility.skew],
      ['hy_oas', credit.hyOas],
      ['baa10y', credit.baa10y],
      ['t10y2y', rates.dgs10 - rates.dgs2],
      ['t10y3m', rates.dgs10 - rates.dgs3mo],
      ['t5yie', rates.t5yie],
      ['t10yie', rates.t10yie],
      ['dgs10', rates.dgs10],
      ['dtwexbgs', macro.dollar],
      ['wti', macro.oil],
      ['dix', dealers.dix],
      ['gex_vendor', dealers.gex],
      ['pct_above_50dma', breadth.get(index)!],
    ]
    if (weekday(day) === 4) {
      const { bullish, neutral, bearish } = surveyAt(world, index)
      values.push(['aaii_bullish', 100 * bullish], ['aaii_neutral', 100 * neutral], ['aaii_bearish', 100 * bearish])
    }
    return values.map(([series, value]) => ({ series, day, value: Math.round(value * 1e4) / 1e4 }))
  })
}

/** The vendor of each series, and its name there where first prints of a dark week are wrong. */
const VENDORS: Partial<Record<SeriesId, readonly [vendor: string, name?: string]>> = {
  spy_close: ['yahoo'],
  spx_close: ['yahoo'],
  vix_close: ['cboe'],
  vix9d_close: ['cboe'],
  vix3m_close: ['cboe'],
  skew_close: ['cboe'],
  hy_oas: ['fred', 'BAMLH0A0HYM2'],
  baa10y: ['fred', 'BAA10Y'],
  t10y2y: ['fred', 'T10Y2Y'],
  t10y3m: ['fred', 'T10Y3M'],
  t5yie: ['fred', 'T5YIE'],
  t10yie: ['fred', 'T10YIE'],
  dgs10: ['fred', 'DGS10'],
  dtwexbgs: ['fred', 'DTWEXBGS'],
  wti: ['fred', 'DCOILWTICO'],
  dix: ['dix'],
  gex_vendor: ['dix'],
  pct_above_50dma: ['yahoo'],
}
const LOOKS_EVERY_MS = 1_800_000

/**
 * The first instant, from a given one on, at which a vendor that is polled every half hour serves what it published at
 * that instant.
 */
function fetchedAt(world: World, vendor: string, published: Date): Date {
  let at = published
  for (;;) {
    const faults = darkFaults(world, vendor, at)
    const behindMs = Math.max(
      0,
      ...faults.map(({ mode, ms = 0 }) => (mode === 'stale' ? ms : Number.POSITIVE_INFINITY)),
    )
    if (published.getTime() <= at.getTime() - behindMs) return at
    at = new Date(at.getTime() + LOOKS_EVERY_MS)
  }
}

/** The world's values as the service knows them, and since when, with the faults and the corrections of a dark week. */
function knownValues(world: World, values: readonly Observation[]): HistoryValue[] {
  return values.flatMap(({ series, day, value }) => {
    const [vendor, name] = VENDORS[series] ?? []
    if (vendor === undefined || world.script?.name !== 'dark') return [{ series, day, value }]
    const knownAt = fetchedAt(world, vendor, publishedAt(series, day))
    if (name === undefined || firstPrintError(world, name, day, knownAt) === 1) return [{ series, day, value, knownAt }]
    const corrected = fetchedAt(world, vendor, correctedAt(day))
    const first = value * firstPrintError(world, name, day, knownAt)
    return [
      { series, day, value: first, knownAt },
      { series, day, value, knownAt: corrected },
    ]
  })
}

export interface Told {
  days: HistoryDay[]
  /** The alerts that fired and cleared on an evening. */
  alerts: readonly { day: TradingDay; events: readonly AlertEvent[]; active: readonly AlertId[] }[]
  /** The evenings on which the tripwire of the 10-year yield reads a value beyond its level. */
  yieldSteps: readonly TradingDay[]
  first: TradingDay
}

function yieldStepsOf(history: SeriesHistory, days: readonly HistoryDay[]): TradingDay[] {
  const inputsAt = eveningInputs(history)
  return days.flatMap(({ row: { tradeDate: day } }) => {
    const read = dgs10Step.read({ ...inputsAt(day), minute: null, levels: null })
    return read.status === 'observed' && read.value >= read.level ? [day] : []
  })
}

/** Judges each evening by the alert rules; what only a cycle knows, which is chains and failing sources, is absent. */
function alertsOf(history: SeriesHistory, days: readonly HistoryDay[]): Told['alerts'] {
  const inputsAt = eveningInputs(history)
  let states: AlertStates = {}
  return days.map(({ row: { tradeDate: day, regime, regimeReason: reason } }) => {
    const evaluated = alertEngine.evaluate(states, { ...inputsAt(day), regime: { regime, reason }, gammaLevels: null })
    states = evaluated.states
    const active = alertEngine.ids.filter((id) => states[id]?.active != null)
    return { day, events: evaluated.events, active }
  })
}

/** Returns what the engine reads each evening, from twenty sessions before a scenario's first session on. */
export function labelsOf(seed: number, name: ScenarioName, sessions: number): Told {
  const script = scriptOf(name === 'none' ? 'dark' : name, new Date('2026-11-20T15:00:00Z'))!
  const world = createWorld(seed, MEMBERS.length, name === 'none' ? null : script)
  world.indexOf(tradingDay('2028-12-31'))
  const days = sessionsBetween(addSessions(script.first, -BEFORE).day, addSessions(script.first, sessions - 1).day)
  const shown = addSessions(script.first, -20).day
  const history = knownHistory(knownValues(world, valuesOf(world, days)))
  const all = [...replay(history)]
  return {
    days: all.filter(({ row }) => row.tradeDate >= shown),
    alerts: alertsOf(history, all).filter(({ day }) => day >= shown),
    yieldSteps: yieldStepsOf(history, all).filter((day) => day >= shown),
    first: script.first,
  }
}
