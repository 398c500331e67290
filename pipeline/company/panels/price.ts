import type { PricePanel } from '../../../shared/domain/contract/company/price.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { breadth } from '../../sources/breadth.ts'
import { type Bar, type CompanyInputs, headOf, inputOf, mean, shown } from '../inputs.ts'

const SPANS = { d1: 1, d5: 5, d21: 21, d63: 63, d252: 252 } as const
type Spans = Record<keyof typeof SPANS, number | null>
const ATR_SESSIONS = 14
const VOLATILITY_SESSIONS = 21
const VOLUME_SESSIONS = 20
const YEAR_SESSIONS = 252
const HISTORY_SESSIONS = 60
const NO_BARS = `no daily bar is known; those of a session are fetched from ${breadth.at[0]} Eastern on`
const NO_RANGE = `a session of the last ${ATR_SESSIONS} has no high and low`
const NO_VOLUME = `a session of the last ${VOLUME_SESSIONS + 1} has no volume`
const NO_MARKET = 'a close of SPY on one of the two days is not known'

const ALL_NULL: Spans = { d1: null, d5: null, d21: null, d63: null, d252: null }

const changeOver = (closes: readonly number[], sessions: number): number | null => {
  const [now, then] = [closes.at(-1), closes.at(-1 - sessions)]
  return now === undefined || then === undefined ? null : now / then - 1
}

const spansOf = (of: (sessions: number) => number | null): Spans =>
  Object.fromEntries(Object.entries(SPANS).map(([name, sessions]) => [name, shown(of(sessions))])) as Spans

export const averageOf = (closes: readonly number[], sessions: number): number | null =>
  closes.length < sessions ? null : mean(closes.slice(-sessions))

/** The mean of the sessions' ranges, each with the gap from the close before. */
export function averageTrueRange(bars: readonly Bar[]): number | null {
  const last = bars.slice(-ATR_SESSIONS - 1)
  if (last.length <= ATR_SESSIONS) return null
  const ranges = last.slice(1).map(({ high, low }, at) => {
    const before = last[at]!.close
    return high === null || low === null ? null : Math.max(high, before) - Math.min(low, before)
  })
  const whole = ranges.filter((range) => range !== null)
  return whole.length < ATR_SESSIONS ? null : mean(whole)
}

export function realisedVolatility(closes: readonly number[]): number | null {
  const last = closes.slice(-VOLATILITY_SESSIONS - 1)
  if (last.length <= VOLATILITY_SESSIONS) return null
  const moves = last.slice(1).map((close, at) => Math.log(close / last[at]!))
  const middle = mean(moves)!
  const variance = moves.reduce((sum, move) => sum + (move - middle) ** 2, 0) / (moves.length - 1)
  return Math.sqrt(variance * YEAR_SESSIONS)
}

function trendOf(close: number, sma50: number | null, sma200: number | null): PricePanel['trend'] {
  if (sma50 === null || sma200 === null) return null
  if (close > sma50 && sma50 > sma200) return 'up'
  return close < sma50 && sma50 < sma200 ? 'down' : 'mixed'
}

/** The change of SPY between two days; null where one of its closes is not known. */
function marketChange(market: CompanyInputs['market'], from: TradingDay, to: TradingDay): number | null {
  const on = (wanted: TradingDay) => market.find(({ day }) => day === wanted)?.value
  const [then, now] = [on(from), on(to)]
  return then === undefined || now === undefined ? null : now / then - 1
}

export function pricePanel(inputs: CompanyInputs): PricePanel {
  const { bars, market } = inputs
  const closes = bars.map(({ close }) => close)
  const last = bars.at(-1) ?? null
  const close = last?.close ?? null
  const [sma20, sma50, sma200] = [20, 50, 200].map((sessions) => averageOf(closes, sessions))
  const atr = averageTrueRange(bars)
  const volatility = realisedVolatility(closes)
  const year = closes.length < YEAR_SESSIONS ? null : closes.slice(-YEAR_SESSIONS)
  const high = year && Math.max(...year)
  const before = bars.slice(-VOLUME_SESSIONS - 1, -1).flatMap(({ volume }) => volume ?? [])
  const average = before.length < VOLUME_SESSIONS ? null : mean(before)
  const ratio = average === null || last?.volume == null ? null : shown(last.volume / average)
  const change = last === null ? ALL_NULL : spansOf((sessions) => changeOver(closes, sessions))
  const relative = last === null ? ALL_NULL : spansOf((sessions) => relativeOver(bars, market, sessions))
  /** `lacking` is the reason where there are enough sessions. */
  const few = (value: unknown, need: number, lacking?: string): string | null => {
    if (value !== null) return null
    if (bars.length === 0) return NO_BARS
    return bars.length < need || !lacking ? `needs ${need} sessions, ${bars.length} are known` : lacking
  }
  const none = last === null ? NO_BARS : null
  return {
    ...headOf(inputs, [inputOf('daily bars', 'breadth', bars, inputs), marketInput(inputs)], {
      day: none,
      close: none,
      change: few(change.d252, YEAR_SESSIONS + 1),
      relative: few(relative.d252, YEAR_SESSIONS + 1, NO_MARKET),
      trend: few(sma200, 200),
      sma20: few(sma20, 20),
      sma50: few(sma50, 50),
      sma200: few(sma200, 200),
      atr14: few(atr, ATR_SESSIONS + 1, NO_RANGE),
      atr14_share: few(atr, ATR_SESSIONS + 1, NO_RANGE),
      realised_volatility_21: few(volatility, VOLATILITY_SESSIONS + 1),
      high_252: few(high, YEAR_SESSIONS),
      low_252: few(high, YEAR_SESSIONS),
      from_high: few(high, YEAR_SESSIONS),
      volume: none ?? (last?.volume == null ? 'the vendor sent a close alone' : null),
      volume_average_20: few(average, VOLUME_SESSIONS + 1, NO_VOLUME),
      volume_ratio: few(ratio, VOLUME_SESSIONS + 1, NO_VOLUME),
      history: none,
    }),
    day: last?.day ?? null,
    close: shown(close),
    change,
    relative,
    trend: close === null ? null : trendOf(close, sma50!, sma200!),
    sma20: shown(sma20),
    sma50: shown(sma50),
    sma200: shown(sma200),
    atr14: shown(atr),
    atr14_share: atr === null || close === null ? null : shown(atr / close),
    realised_volatility_21: shown(volatility),
    high_252: shown(high),
    low_252: year && shown(Math.min(...year)),
    from_high: high === null || close === null ? null : shown(close / high - 1),
    volume: last?.volume ?? null,
    volume_average_20: shown(average),
    volume_ratio: ratio,
    history: bars
      .slice(-HISTORY_SESSIONS)
      .toReversed()
      .map(({ day, close: own, volume }) => ({ day, close: shown(own)!, volume })),
  }
}

function relativeOver(bars: readonly Bar[], market: CompanyInputs['market'], sessions: number): number | null {
  const [now, then] = [bars.at(-1), bars.at(-1 - sessions)]
  if (!now || !then) return null
  const other = marketChange(market, then.day, now.day)
  return other === null ? null : now.close / then.close - 1 - other
}

const marketInput = (inputs: CompanyInputs) => inputOf('closes of SPY', 'bars', inputs.market, inputs)
