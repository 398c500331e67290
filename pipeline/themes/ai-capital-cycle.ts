import { AI_BASKET, AI_RULES_VERSION, type AiCapitalCycle } from '../../shared/domain/contract/ai-capital-cycle.ts'
import { sessionOnOrBefore, sessionsBetween } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { percentileRank } from '../maths/percentile-rank.ts'
import { shown, shownPercentile } from '../maths/shown.ts'
import { mean, standardDeviation } from '../maths/statistics.ts'
import { type Closes, changeOver, type Sessions, sessionReturns, sessionsOf } from './session-returns.ts'

const NAMES_MIN = 10
const SESSIONS_MIN = 61
const BROAD_FROM = 60
const THIN_BELOW = 40
const SESSIONS_A_YEAR = 252
const SOURCE = 'breadth'

export interface AiInputs {
  spy: Closes
  members: Readonly<Record<string, Closes>>
  today: TradingDay
}

/** Compares the basket, equal parts of each name from its own first day on, with SPY over the same sessions. */
export function aiCapitalCycle({ spy, members, today }: AiInputs): AiCapitalCycle {
  const sessions = sessionsOf(spy, members, AI_BASKET)
  const day = sessions.days.at(-1)
  const names = sessions.names.filter(({ closes }) => closes.at(-1) !== null)
  if (day === undefined || names.length < NAMES_MIN || sessions.days.length < SESSIONS_MIN) {
    return emptyAiCapitalCycle(noReading(names.length, sessions.days.length))
  }
  const basket = sessionReturns(sessions, names)
  const strengths = relativeOver(basket, sessions.spyReturns, 60)
  const strength = strengths.at(-1) ?? null
  const breadth = breadthOf(names)
  const phase = phaseOf(strength, breadth.above_50d_percent)
  const own = names.map(({ symbol, layer, closes }) => ({ symbol, layer, change: changeOver(closes, 60) }))
  return {
    ...emptyAiCapitalCycle(null),
    day,
    age_sessions: Math.max(0, sessionsBetween(day, sessionOnOrBefore(today).day).length - 1),
    phase,
    sentence: sentence(phase, strength, breadth, day),
    strength: {
      sessions_20: shownOrNull(relativeOver(basket, sessions.spyReturns, 20).at(-1) ?? null),
      sessions_60: shownOrNull(strength),
      sessions_120: shownOrNull(relativeOver(basket, sessions.spyReturns, 120).at(-1) ?? null),
      percentile_60: strength === null ? null : shownPercentile(percentileRank(strengths, strength)),
      n: strengths.length,
    },
    breadth,
    volatility: volatilityOf(basket, sessions.spyReturns),
    concentration: concentrationOf(own),
    layers: layersOf(sessions, names),
    basket: AI_BASKET.map((each) => ({
      ...each,
      change_60_percent: shownOrNull(own.find(({ symbol }) => symbol === each.symbol)?.change ?? null),
    })),
    n: names.length,
  }
}

const shownOrNull = (value: number | null): number | null => (value === null ? null : shown(value))

function noReading(names: number, sessions: number): string {
  if (names < NAMES_MIN) return `closes of ${names} of ${AI_BASKET.length} names are known, ${NAMES_MIN} are needed`
  return `${sessions} sessions of closes are known, ${SESSIONS_MIN} are needed`
}

export const emptyAiCapitalCycle = (reason: string | null): AiCapitalCycle => ({
  schema_version: '2026.11',
  rules_version: AI_RULES_VERSION,
  day: null,
  age_sessions: null,
  phase: null,
  sentence: 'No data is available.',
  strength: null,
  breadth: null,
  volatility: null,
  concentration: null,
  layers: [],
  basket: AI_BASKET.map((each) => ({ ...each, change_60_percent: null })),
  n: 0,
  source: SOURCE,
  reason,
})

/** The basket's compounded change less SPY's over each window of so many sessions, in percentage points. */
function relativeOver(basket: readonly number[], spy: readonly number[], window: number): number[] {
  const grown = (returns: readonly number[], end: number) =>
    100 * (Math.exp(returns.slice(end - window, end).reduce((sum, each) => sum + each, 0)) - 1)
  const found: number[] = []
  for (let end = window; end <= basket.length; end++) found.push(grown(basket, end) - grown(spy, end))
  return found
}

function breadthOf(names: Sessions['names']): NonNullable<AiCapitalCycle['breadth']> {
  const above = (length: number) => {
    const known = names.flatMap(({ closes }) => {
      const last = closes.filter((close) => close !== null).slice(-length)
      const average = last.length === length ? mean(last) : null
      return average === null ? [] : [last.at(-1)! > average]
    })
    const count = known.filter(Boolean).length
    return { counted: known.length, percent: known.length === 0 ? null : shown((100 * count) / known.length) }
  }
  const [short, long] = [above(50), above(200)]
  return {
    above_50d_percent: short.percent,
    above_200d_percent: long.percent,
    counted_50d: short.counted,
    counted_200d: long.counted,
  }
}

function volatilityOf(basket: readonly number[], spy: readonly number[]): AiCapitalCycle['volatility'] {
  const WINDOW = 20
  const rolling = (returns: readonly number[]) =>
    returns.slice(WINDOW - 1).flatMap((_, at) => standardDeviation(returns.slice(at, at + WINDOW)) ?? [])
  const own = rolling(basket)
  const now = own.at(-1)
  const market = rolling(spy).at(-1)
  if (now === undefined) return null
  return {
    annualised_percent: shown(100 * now * Math.sqrt(SESSIONS_A_YEAR)),
    ratio_to_spy: market ? shown(now / market) : null,
    percentile: shownPercentile(percentileRank(own, now)),
    n: own.length,
  }
}

interface NameChange {
  symbol: string
  change: number | null
}

function concentrationOf(own: readonly NameChange[]): AiCapitalCycle['concentration'] {
  const gains = own
    .flatMap(({ symbol, change }) => (change !== null && change > 0 ? [{ symbol, change }] : []))
    .sort((a, b) => b.change - a.change)
  const all = gains.reduce((sum, { change }) => sum + change, 0)
  const top = gains.slice(0, 3)
  const share = all === 0 ? null : (100 * top.reduce((sum, { change }) => sum + change, 0)) / all
  return { top_3_percent: shownOrNull(share), top_3: top.map(({ symbol }) => symbol), names_gaining: gains.length }
}

function layersOf(sessions: Sessions, names: Sessions['names']): AiCapitalCycle['layers'] {
  return [...new Set(AI_BASKET.map(({ layer }) => layer))].map((layer) => {
    const own = names.filter((name) => name.layer === layer)
    const returns = own.length === 0 ? [] : sessionReturns(sessions, own)
    return {
      layer,
      strength_60: shownOrNull(relativeOver(returns, sessions.spyReturns, 60).at(-1) ?? null),
      n: own.length,
      of: AI_BASKET.filter((name) => name.layer === layer).length,
    }
  })
}

function phaseOf(strength: number | null, above50: number | null): AiCapitalCycle['phase'] {
  if (strength === null || above50 === null) return null
  if (strength > 0) return above50 >= BROAD_FROM ? 'expansion' : 'narrowing'
  return above50 < THIN_BELOW ? 'contraction' : 'repair'
}

function sentence(
  phase: AiCapitalCycle['phase'],
  strength: number | null,
  { above_50d_percent: above }: NonNullable<AiCapitalCycle['breadth']>,
  day: TradingDay,
): string {
  if (phase === null || strength === null || above === null) return 'There is too little data to name a phase.'
  const points = Math.abs(strength).toFixed(1)
  const side = strength > 0 ? 'ahead of' : 'behind'
  return (
    `${phase}: over 60 sessions to ${day} the basket is ${points === '0.0' ? 'level with' : `${points} points ${side}`} SPY, ` +
    `and ${above.toFixed(0)} % of its names are above their 50-day average.`
  )
}
