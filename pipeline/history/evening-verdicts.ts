import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { deterministicVerdict, type Verdict } from '../ai-read/verdict.ts'
import { eveningSeries } from '../analogues/evening-documents.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { pointBy } from '../inputs/point-versions.ts'
import { EVENING, type SeriesHistory } from './known-history.ts'
import { replay } from './replay.ts'

const SERIES = [...new Set([...eveningSeries, 'vix9d_close', 'vix3m_close', 'dgs10', 'pct_above_50dma'] as const)]

/** All that is known of the series on an evening, back to their beginning. */
function wholeInputs(history: SeriesHistory, day: TradingDay) {
  const cutoff = instantAt(day, EVENING)
  const series: MarketInputs['series'] = {}
  for (const id of SERIES) {
    const known = (history.get(id) ?? []).flatMap((point) => (point.day <= day ? (pointBy(point, cutoff) ?? []) : []))
    if (known.length > 0) series[id] = known
  }
  return { cutoff, day, series }
}

export interface EveningVerdict {
  date: TradingDay
  verdict: Verdict
}

/** The deterministic verdict of every evening in [from, to], each from what was known by then. */
export function* eveningVerdicts(
  history: SeriesHistory,
  { from = null, to = null }: { from?: TradingDay | null; to?: TradingDay | null } = {},
): Generator<EveningVerdict> {
  const rates: (number | null)[] = []
  let [regime, regimeDays] = [null as string | null, 0]
  for (const { row, falls } of replay(history)) {
    const date = row.tradeDate
    if (to !== null && date > to) return
    regimeDays = row.regime !== null && row.regime === regime ? regimeDays + 1 : row.regime === null ? 0 : 1
    regime = row.regime
    if (from === null || date >= from) {
      const session = {
        regime,
        regimeReason: row.regimeReason,
        healthScore: row.healthScore,
        livePoints: row.livePoints,
        regimeDays,
        ratesBefore: rates,
      }
      yield { date, verdict: deterministicVerdict(wholeInputs(history, date), session) }
    }
    rates.push(falls.fall?.rate ?? null)
  }
}
