import {
  DAILY_METRICS,
  type DailyMetric,
  type LatestMetric,
  type LatestMetrics,
  type MetricDefinition,
  STATE_METRICS,
  type StateMetric,
} from '../../shared/domain/contract/metrics.ts'
import type { InputReading } from '../../shared/domain/contract/signals.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { sectorBreadth } from '../breadth/sector-breadth.ts'
import { fragility } from '../fragility/fragility.ts'
import { agedInputs } from '../inputs/aged-inputs.ts'
import { type Absent, dailyQuality, dailyView, isAbsent } from '../inputs/daily-view.ts'
import { chainInput, ownGamma } from '../inputs/gamma-view.ts'
import type { ChainPoint, MarketInputs } from '../inputs/market-inputs.ts'
import { shown } from '../maths/shown.ts'
import { RULES_VERSION } from '../score/score.ts'
import { scoreReadings } from '../score/score-components.ts'
import { type ComponentReading, readComponents } from '../signals/read-components.ts'
import { alignment } from './alignment.ts'

/** A value and the observations it rests on; `inputs` is empty for a value computed from many. */
type FoundMetric = { value: number; inputs: readonly InputReading[] } | Absent

/** Every named number as a flat list, for readers who want one number and not a document. */
export function latestMetrics(inputs: MarketInputs): LatestMetrics {
  const readings = readComponents(inputs)
  const metrics = [
    ...DAILY_METRICS.map((words) => entry(words, daily(words.metric, readings, inputs), inputs)),
    ...STATE_METRICS.map((words) => entry(words, state(words.metric, inputs), inputs)),
  ]
  return {
    schema_version: '2026.11',
    rules_version: RULES_VERSION,
    as_of: easternExact(inputs.cutoff),
    n: metrics.filter(({ value }) => value !== null).length,
    metrics,
    reason: null,
  }
}

function entry({ aliases, ...words }: MetricDefinition, found: FoundMetric, inputs: MarketInputs): LatestMetric {
  const shared = { ...words, aliases: [...aliases] }
  if (isAbsent(found)) return { ...shared, ...NO_VALUE, reason: found.reason }
  const aged = agedInputs(found.inputs, inputs)
  // The oldest input decides the age of the value.
  const oldest = [...aged].sort((a, b) => b.age_sessions - a.age_sessions)[0]
  const bad = aged.find(({ quality }) => quality !== 'fresh')
  return {
    ...shared,
    value: shown(found.value),
    time: oldest?.for ?? easternExact(inputs.cutoff),
    known_at: oldest?.known_at ?? easternExact(inputs.cutoff),
    age_sessions: oldest?.age_sessions ?? 0,
    age_seconds: oldest ? oldest.age_seconds : 0,
    source: oldest?.source ?? 'engine',
    quality: bad?.quality ?? 'fresh',
    reason: null,
  }
}

const NO_VALUE = {
  value: null,
  time: null,
  known_at: null,
  age_sessions: null,
  age_seconds: null,
  source: null,
  quality: 'missing',
} satisfies Partial<LatestMetric>

const absent = (reason: string): Absent => ({ status: 'not_ready', reason })
const computed = (value: number | null, reason: string | null): FoundMetric =>
  value === null ? absent(reason ?? 'it has no value') : { value, inputs: [] }

function daily(metric: DailyMetric, readings: readonly ComponentReading[], inputs: MarketInputs): FoundMetric {
  switch (metric) {
    case 'health_score':
    case 'score_low':
    case 'score_high':
    case 'live_points': {
      const { healthScore, reason, scoreLow, scoreHigh, livePoints } = scoreReadings(readings)
      if (metric === 'health_score') return computed(healthScore, reason)
      return computed({ score_low: scoreLow, score_high: scoreHigh, live_points: livePoints }[metric], null)
    }
    case 'spy_close':
    case 'vix_close':
      return ofSeries(inputs, metric)
    default: {
      const reading = readings.find(({ component }) => component.key === metric)?.reading
      if (!reading) return absent(`no component is called ${metric}`)
      return reading.status === 'ready' ? { value: reading.value, inputs: reading.inputs } : reading
    }
  }
}

function state(metric: StateMetric, inputs: MarketInputs): FoundMetric {
  switch (metric) {
    case 'fragility': {
      const { score, reason } = fragility(inputs)
      return computed(score, reason)
    }
    case 'alignment': {
      const { net, reason } = alignment(inputs)
      return computed(net, reason)
    }
    case 'breadth_200dma':
      return breadth200(inputs)
    case 'call_wall':
      return ofChain(inputs, ({ callWall }) => callWall, 'no strike has a positive exposure')
    case 'put_wall':
      return ofChain(inputs, ({ putWall }) => putWall, 'no strike has a negative exposure')
    case 'zero_gamma':
      return ofChain(inputs, ({ analysis }) => analysis?.zero_gamma, 'the exposure does not change its sign')
    case 'max_pain':
      return ofChain(inputs, ({ analysis }) => analysis?.max_pain, 'no open interest is known')
    case 'expected_move':
      return ofChain(
        inputs,
        ({ analysis, spot }) => {
          const move = analysis?.expected_move.next_session
          return move === null || move === undefined ? null : (100 * move) / spot
        },
        'no volatility at the money is known',
      )
    default:
      return ofSeries(inputs, SERIES_OF[metric])
  }
}

const SERIES_OF = {
  vix3m_close: 'vix3m_close',
  curve_10y3m: 't10y3m',
  breakeven_5y: 't5yie',
  treasury_10y: 'dgs10',
  fed_funds: 'dff',
  fed_target_upper: 'fed_target_upper',
  fed_target_lower: 'fed_target_lower',
} as const satisfies Partial<Record<StateMetric, SeriesId>>

function ofSeries(inputs: MarketInputs, series: SeriesId): FoundMetric {
  const view = dailyView(inputs, series)
  return isAbsent(view) ? view : { value: view.latest.value, inputs: [view.input] }
}

function ofChain(
  inputs: MarketInputs,
  read: (chain: ChainPoint) => number | null | undefined,
  otherwise: string,
): FoundMetric {
  const { chain } = inputs
  const gamma = ownGamma(chain)
  if (!chain || gamma === null) return absent('no option chain of this session is known yet')
  const value = read(chain)
  if (value === null || value === undefined) return absent(otherwise)
  return { value, inputs: [chainInput(chain, gamma, inputs)] }
}

function breadth200(inputs: MarketInputs): FoundMetric {
  const counted = sectorBreadth(inputs)
  if (counted.status === 'not_ready') return absent(counted.reason)
  const { pct_above_200dma, day, known_at, source } = counted
  if (pct_above_200dma === null) return absent('no member has a 200-day average yet')
  const quality = dailyQuality(inputs, { series: 'pct_above_200dma', day: tradingDay(day), source })
  const input = { series: 'pct_above_200dma', value: pct_above_200dma, for: day, known_at, source, quality } as const
  return { value: pct_above_200dma, inputs: [input] }
}
