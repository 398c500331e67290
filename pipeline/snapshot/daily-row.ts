import type { DailyRow } from '../../shared/domain/contract/daily-row.ts'
import type { SignalKey } from '../../shared/domain/contract/transition.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { sessionOnOrBefore } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { dailyView, isAbsent } from '../inputs/daily-view.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import type { SnapshotContext } from '../inputs/snapshot-context.ts'
import { shown, shownOrNull } from '../maths/shown.ts'
import { explainRegime } from '../regime/explain-regime.ts'
import { type CloseCache, marketRegime } from '../regime/market-regime.ts'
import { RULES_VERSION } from '../score/score.ts'
import { scoreReadings } from '../score/score-components.ts'
import { liveReadings, readComponents } from '../signals/read-components.ts'

/** The columns that hold a component's value; those of VIX and SPY are closes of the day itself. */
const VALUE_COLUMNS = [
  'dix', 'gex', 'hy_oas', 'vix_term', 'skew', 'yield_curve', 'dollar', 'oil', 'breakevens', 'breadth', 'aaii', 'cot',
] as const satisfies readonly SignalKey[] // biome-ignore format: a list of words

export function dailyRow(inputs: MarketInputs, { origin }: SnapshotContext, cache?: CloseCache): DailyRow {
  const readings = readComponents(inputs)
  const scored = scoreReadings(readings)
  const market = marketRegime(inputs, cache)
  const tradeDate = sessionOnOrBefore(inputs.day).day
  const live = new Map(liveReadings(readings).map(({ component, reading }) => [component.key, reading]))
  const value = (key: SignalKey): number | null => shownOrNull(live.get(key)?.value ?? null)
  return {
    tradeDate,
    rulesVersion: RULES_VERSION,
    regime: market.regime,
    regimeReason: explainRegime(market, readings, inputs.day),
    healthScore: scored.healthScore,
    scoreLow: scored.scoreLow,
    scoreHigh: scored.scoreHigh,
    livePoints: scored.livePoints,
    spyClose: closeOf(inputs, 'spy_close', tradeDate),
    vixClose: closeOf(inputs, 'vix_close', tradeDate),
    dix: value('dix'),
    gex: value('gex'),
    gexSeries: live.get('gex')?.inputs[0]?.series ?? null,
    hyOas: value('hy_oas'),
    vixTerm: value('vix_term'),
    skew: value('skew'),
    yieldCurve: value('yield_curve'),
    dollar: value('dollar'),
    oil: value('oil'),
    breakevens: value('breakevens'),
    breadth: value('breadth'),
    aaii: value('aaii'),
    cot: value('cot'),
    points: Object.fromEntries(scored.parts.map(({ key, max, points }) => [key, max === 0 ? null : points])),
    pointsExact: Object.fromEntries(scored.parts.map(({ key, max, exact }) => [key, max === 0 ? null : shown(exact)])),
    valueDays: Object.fromEntries(
      VALUE_COLUMNS.flatMap((key) => {
        const day = live.get(key)?.points.at(-1)?.day
        return day === undefined ? [] : [[key, day]]
      }),
    ),
    origin,
  }
}

function closeOf(inputs: MarketInputs, series: SeriesId, day: TradingDay): number | null {
  const view = dailyView(inputs, series)
  return isAbsent(view) || view.latest.day !== day ? null : shown(view.latest.value)
}
