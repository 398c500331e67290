import type { InputReading } from '../../shared/domain/contract/signals.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { isSession, sessionOn } from '../../shared/time/calendar.ts'
import { eastern, easternExact, easternIso } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { oncePer } from '../maths/once-per.ts'
import { freshness, newerIsPublic } from './freshness.ts'
import type { MarketInputs, QuotePoint } from './market-inputs.ts'
import { quoteIsOld } from './quote-age.ts'

export interface DayValue {
  day: TradingDay
  value: number
}

/** A series as the engine sees it: daily values, and today's quote as the value of today. */
export interface DailyView {
  series: SeriesId
  /** Oldest first, never empty. */
  points: readonly DayValue[]
  latest: DayValue
  input: InputReading
}

export interface Absent {
  status: 'not_ready'
  reason: string
  have?: number
  need?: number
}

export const isAbsent = (view: object): view is Absent => 'status' in view && view.status === 'not_ready'

/** The symbol whose quote replaces the close of a series during its day. */
const QUOTE_OF: Partial<Record<SeriesId, string>> = {
  vix_close: 'VIX',
  vix9d_close: 'VIX9D',
  vix3m_close: 'VIX3M',
  spy_close: 'SPY',
  spx_close: 'SPX',
}

/** Several documents of a cycle read the same series. */
export function dailyView(inputs: MarketInputs, series: SeriesId): DailyView | Absent {
  const views = viewsOf(inputs)
  const known = views.get(series) ?? viewOf(inputs, series)
  views.set(series, known)
  return known
}

const viewsOf = oncePer((_: MarketInputs) => new Map<SeriesId, DailyView | Absent>())

function viewOf(inputs: MarketInputs, series: SeriesId): DailyView | Absent {
  const points = inputs.series[series] ?? []
  const last = points.at(-1)
  const symbol = QUOTE_OF[series]
  const quote = symbol === undefined ? undefined : inputs.quotes[symbol]
  if (quote && standsForToday(quote, inputs, last?.day)) {
    const latest = { day: inputs.day, value: quote.price }
    return { series, points: [...points, latest], latest, input: quoteInput(series, quote, inputs) }
  }
  if (!last) return { status: 'not_ready', reason: `no value of ${series} is known yet`, have: 0, need: 1 }
  const state = freshness(series, last.day, inputs)
  if (state.tooOld !== null) return { status: 'not_ready', reason: state.tooOld }
  return {
    series,
    points,
    latest: last,
    input: {
      series,
      value: last.value,
      for: last.day,
      known_at: easternExact(last.knownAt),
      source: last.source,
      quality: state.late ? 'stale' : qualityInTime(inputs, { series, day: last.day, source: last.source }),
    },
  }
}

/** Returns whether the newest attempt of a source failed, whether or not a last good value is used. */
export const isFailing = ({ missing, degraded }: Pick<MarketInputs, 'missing' | 'degraded'>, source: string): boolean =>
  degraded.includes(source) || missing.some((each) => each.source === source)

interface Dated {
  series: SeriesId
  day: TradingDay
  source: string
}

export const dailyQuality = (inputs: MarketInputs, dated: Dated): InputReading['quality'] =>
  freshness(dated.series, dated.day, inputs).late ? 'stale' : qualityInTime(inputs, dated)

/**
 * A failed fetch makes a daily value degraded only if something newer may exist: a newer value is public, or the
 * exchange has opened and a quote or chain of today would be read instead. Otherwise the stored value is still the
 * newest.
 */
function qualityInTime(inputs: MarketInputs, { series, day, source }: Dated): InputReading['quality'] {
  if (!isFailing(inputs, source)) return 'fresh'
  const open = sessionOn(inputs.day)?.open
  const hasOpened = open !== undefined && inputs.cutoff >= open && day < inputs.day
  const isLive = series in QUOTE_OF || series === 'gex_own'
  return newerIsPublic(series, day, inputs) || (isLive && hasOpened) ? 'degraded' : 'fresh'
}

/** A quote counts only on its own session day, and only until that day has its close. */
const standsForToday = (quote: QuotePoint, inputs: MarketInputs, last: TradingDay | undefined): boolean =>
  isSession(inputs.day) && eastern(quote.quotedAt).day === inputs.day && last !== inputs.day

function quoteInput(series: SeriesId, quote: QuotePoint, inputs: MarketInputs): InputReading {
  const old = quoteIsOld(quote.quotedAt, inputs.cutoff)
  return {
    series,
    value: quote.price,
    for: easternIso(quote.quotedAt),
    known_at: easternExact(quote.knownAt),
    source: quote.source,
    quality: old ? 'stale' : isFailing(inputs, quote.source) ? 'degraded' : 'fresh',
  }
}
