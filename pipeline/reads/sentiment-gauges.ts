import type { SentimentGauge, SentimentKind } from '../../shared/domain/contract/sentiment-comparison.ts'
import { signed } from '../../shared/domain/number-words.ts'
import { agedInputs } from '../inputs/aged-inputs.ts'
import { type Absent, type DayValue, dailyView, isAbsent } from '../inputs/daily-view.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { LAST_YEAR, ownPercentile, PERCENTILE_SESSIONS, PERCENTILE_WEEKS } from '../inputs/own-percentile.ts'
import { shownPercentile } from '../maths/shown.ts'
import { mean } from '../maths/statistics.ts'
import { aaii } from '../signals/aaii.ts'
import type { Component } from '../signals/component.ts'
import { cot } from '../signals/cot.ts'
import { dix } from '../signals/dix.ts'
import { skew } from '../signals/skew.ts'
import { vix } from '../signals/vix.ts'
import { vixTerm } from '../signals/vix-term.ts'

const STRESSED_PERCENTILE = 80
const STRESSED = 'VIX stands in the highest fifth of its year, and SKEW falls in a crash too, so it is not ranked'

interface GaugeRule {
  key: string
  name: string
  read(inputs: MarketInputs): SentimentGauge
}

export const KINDS: readonly { kind: SentimentKind['kind']; says: string; gauges: readonly GaugeRule[] }[] = [
  {
    kind: 'survey',
    says: 'what private investors say they expect',
    gauges: [ofComponent(aaii, { greedIsHigh: true, observations: PERCENTILE_WEEKS })],
  },
  {
    kind: 'positioning',
    says: 'what speculators and large buyers hold',
    gauges: [
      ofComponent(cot, { greedIsHigh: true, observations: PERCENTILE_WEEKS }),
      ofComponent(dix, { greedIsHigh: true, observations: PERCENTILE_SESSIONS }),
    ],
  },
  {
    kind: 'options',
    says: 'what protection costs',
    gauges: [
      ofComponent(vix, { greedIsHigh: false, observations: PERCENTILE_SESSIONS }),
      ofComponent(vixTerm, { greedIsHigh: false, observations: PERCENTILE_SESSIONS }),
      outsideStress(ofComponent(skew, { greedIsHigh: false, observations: PERCENTILE_SESSIONS })),
    ],
  },
  {
    kind: 'price',
    says: 'what SPY itself has done',
    gauges: [
      ofPrice('spy_month', 'SPY over 20 sessions', (closes) => ratios(closes, (at) => closes[at - 20]?.value)),
      ofPrice('spy_trend', 'SPY against its 200-session average', (closes) => ratios(closes, averages(closes, 200))),
    ],
  },
]

function ofComponent(
  component: Component,
  { greedIsHigh, observations }: { greedIsHigh: boolean; observations: number },
) {
  const { key, name } = component
  return {
    key,
    name,
    read(inputs: MarketInputs): SentimentGauge {
      const reading = component.read(inputs)
      if (reading.status === 'not_ready') return notReady({ key, name }, reading.reason)
      if (reading.percentile === null) return notReady({ key, name }, 'too little own history to rank it')
      return {
        key,
        name,
        status: 'ready',
        display: reading.display,
        greed: shownPercentile(greedIsHigh ? reading.percentile : 100 - reading.percentile),
        window: reading.percentileSpan,
        n: Math.min(observations, reading.points.length),
        inputs: agedInputs(reading.inputs, inputs),
        reason: null,
      }
    },
  }
}

/** SKEW falls most in a crash, when every option is expensive, so a low SKEW with a high VIX is no sign of greed. */
function outsideStress(rule: GaugeRule): GaugeRule {
  return {
    ...rule,
    read(inputs) {
      const volatility = vix.read(inputs)
      const isHigh = volatility.status !== 'not_ready' && (volatility.percentile ?? 0) >= STRESSED_PERCENTILE
      return isHigh ? notReady(rule, STRESSED) : rule.read(inputs)
    },
  }
}

function ofPrice(key: string, name: string, changes: (closes: readonly DayValue[]) => DayValue[]): GaugeRule {
  return {
    key,
    name,
    read(inputs) {
      const view = dailyView(inputs, 'spy_close')
      if (isAbsent(view)) return notReady({ key, name }, view.reason)
      const points = changes(view.points)
      const rank: number | Absent = ownPercentile(points, LAST_YEAR)
      if (typeof rank !== 'number') return notReady({ key, name }, rank.reason)
      const now = points.at(-1)!.value
      return {
        key,
        name,
        status: 'ready',
        display: `${signed(now, 1)} %`,
        greed: shownPercentile(rank),
        window: LAST_YEAR.span,
        n: Math.min(PERCENTILE_SESSIONS, points.length),
        inputs: agedInputs([view.input], inputs),
        reason: null,
      }
    },
  }
}

const notReady = (gauge: Pick<SentimentGauge, 'key' | 'name'>, reason: string): SentimentGauge => ({
  ...gauge,
  status: 'not_ready',
  display: 'n/a',
  greed: null,
  window: null,
  n: null,
  inputs: [],
  reason,
})

/** The distance of each close from its base in percent, where there is a base. */
function ratios(closes: readonly DayValue[], against: (index: number) => number | undefined): DayValue[] {
  return closes.flatMap(({ day, value }, index) => {
    const base = against(index)
    return base === undefined || base <= 0 ? [] : [{ day, value: 100 * (value / base - 1) }]
  })
}

function averages(closes: readonly DayValue[], sessions: number) {
  return (index: number): number | undefined => {
    if (index + 1 < sessions) return undefined
    return mean(closes.slice(index + 1 - sessions, index + 1).map(({ value }) => value)) ?? undefined
  }
}
