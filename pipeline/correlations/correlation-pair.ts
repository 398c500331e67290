import type { CorrelationPair } from '../../shared/domain/contract/correlations.ts'
import type { InputReading } from '../../shared/domain/contract/signals.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { counted, unsigned } from '../../shared/domain/number-words.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { rankOf, sessionsOld } from '../inputs/cite.ts'
import { dailyQuality } from '../inputs/daily-view.ts'
import { freshness } from '../inputs/freshness.ts'
import type { MarketInputs, SeriesPoint } from '../inputs/market-inputs.ts'
import { fisherInterval } from '../maths/fisher-interval.ts'
import { decimalsApart, shown, shownPercentile } from '../maths/shown.ts'
import { type Measure, pairedChanges } from './paired-changes.ts'
import { type JudgedCorrelation, judgeCorrelation, rollingCorrelation, WINDOW_SESSIONS } from './rolling-correlation.ts'

export interface PairDefinition {
  name: string
  series: SeriesId
  measure: Measure
}

export const EQUITY: SeriesId = 'spy_close'

/** Uses closes only: a quote of this morning covers part of a day, delayed differently on the two sides. */
export function correlationPair(inputs: MarketInputs, definition: PairDefinition): CorrelationPair {
  const { series, measure, name } = definition
  const absent = (reason: string, have: number | null = null): CorrelationPair => ({
    status: 'not_ready',
    name,
    series,
    measure,
    reason,
    have,
    need: have === null ? null : WINDOW_SESSIONS,
  })
  const equity = inputs.series[EQUITY] ?? []
  const other = inputs.series[series] ?? []
  for (const [id, points] of [[EQUITY, equity] as const, [series, other] as const]) {
    const last = points.at(-1)
    if (!last) return absent(`no value of ${id} is known yet`, 0)
    const { tooOld } = freshness(id, last.day, inputs)
    if (tooOld !== null) return absent(tooOld)
  }
  const changes = pairedChanges({ points: equity, measure: 'log_return' }, { points: other, measure })
  const have = changes.days.length
  if (have < WINDOW_SESSIONS) {
    const reason = `a correlation needs ${WINDOW_SESSIONS} daily changes on common sessions, ${have} are known`
    return absent(reason, have)
  }
  const windows = rollingCorrelation(changes)
  const newest = windows.at(-1)
  const windowTo = changes.days[have - 1]!
  if (newest?.day !== windowTo) return absent(`SPY or ${name} did not move in the window that ends on ${windowTo}`)
  const judged = judgeCorrelation(windows)
  const age = sessionsOld(windowTo, inputs.day)
  return {
    status: 'ready',
    name,
    series,
    measure,
    correlation: shown(newest.value),
    interval: fisherInterval(newest.value, WINDOW_SESSIONS),
    n: WINDOW_SESSIONS,
    window_from: changes.days[have - WINDOW_SESSIONS]!,
    window_to: windowTo,
    age_sessions: age,
    classification: judged?.classification ?? null,
    percentile: shownPercentile(judged?.percentile ?? null),
    usual_sign: judged?.usualSign ?? null,
    normal_range: judged && {
      low: shown(judged.range.low),
      high: shown(judged.range.high),
      warning_low: shown(judged.range.warningLow),
      warning_high: shown(judged.range.warningHigh),
      n: judged.range.n,
      effective_n: separateWindows(judged.range.n),
      from: judged.range.from,
    },
    reading: pairInWords(name, newest.value, judged, { windowTo, age }),
    inputs: [inputOn(equity, EQUITY, windowTo, inputs), inputOn(other, series, windowTo, inputs)],
  }
}

export function pairInWords(
  name: string,
  value: number,
  judged: JudgedCorrelation | null,
  at: { windowTo: TradingDay; age: number },
) {
  const dated = `${WINDOW_SESSIONS} changes up to ${at.windowTo}, ${counted(at.age, 'session')} old`
  const [least, most] = fisherInterval(value, WINDOW_SESSIONS)
  // Next to a bound of its normal range, a value needs one more digit; otherwise both would print alike.
  const digits = judged ? decimalsApart(value, [judged.range.low, judged.range.high]) : 2
  const read = `SPY with ${name} ${unsigned(value, digits)} (95 % interval ${unsigned(least, 2)} to ${unsigned(most, 2)}; ${dated})`
  if (!judged) return `${read}; its own history is too short to judge it`
  const { low, high, n } = judged.range
  const rank = `${rankOf(judged.percentile)} percentile of ${n} windows (${separateWindows(n)} of them separate), normal ${unsigned(low, digits)} to ${unsigned(high, digits)}`
  const flipped = judged.usualSign && Math.sign(value) !== (judged.usualSign === 'positive' ? 1 : -1)
  return `${read}: ${judged.classification}, ${rank}${flipped ? `; usually ${judged.usualSign}` : ''}`
}

/** Windows that share no change; every other window mostly repeats its neighbour. */
const separateWindows = (n: number): number => Math.ceil(n / WINDOW_SESSIONS)

/** The observation of the window's last session; the series may already have a newer one. */
function inputOn(
  points: readonly SeriesPoint[],
  series: SeriesId,
  day: TradingDay,
  inputs: MarketInputs,
): InputReading {
  const point = points.findLast((each) => each.day === day)!
  return {
    series,
    value: point.value,
    for: day,
    known_at: easternExact(point.knownAt),
    source: point.source,
    quality: dailyQuality(inputs, { series, day: points.at(-1)!.day, source: point.source }),
  }
}
