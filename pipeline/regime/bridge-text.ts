import type { Regime } from '../../shared/domain/contract/signals.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { cite } from '../inputs/cite.ts'
import { type ComponentReading, liveReadings } from '../signals/read-components.ts'

/**
 * Scores that need no explanation given the regime. The ranges overlap, because the regime reads four pillars and the
 * score thirteen components. Outside its range a reader would think that one of the two is wrong.
 */
const AGREEING: Readonly<Record<Regime, readonly [min: number, max: number]>> = {
  'RISK-ON': [50, 100],
  CAUTIOUS: [40, 70],
  TRANSITIONAL: [30, 60],
  'RISK-OFF': [0, 50],
  PANIC: [0, 40],
}
const COMPONENTS_NAMED = 2

/** Explains why score and regime disagree; null when they agree, or when one of them is missing. */
export function bridgeText(
  regime: Regime | null,
  healthScore: number | null,
  readings: readonly ComponentReading[],
  today: TradingDay,
): string | null {
  if (regime === null || healthScore === null) return null
  const [min, max] = AGREEING[regime]
  if (healthScore >= min && healthScore <= max) return null
  const isHigh = healthScore > max
  const outside = liveReadings(readings).filter(({ component }) => component.pillar === undefined)
  const carriers = outside
    .sort((a, b) => (isHigh ? -1 : 1) * (a.reading.pointsFraction - b.reading.pointsFraction))
    .slice(0, COMPONENTS_NAMED)
    .map((live) => cite(live, today))
  const bound = isHigh ? `at most ${max}` : `at least ${min}`
  const direction = isHigh ? 'strongest' : 'weakest'
  const named =
    carriers.length > 0 ? ` The ${direction} components outside the regime's pillars: ${carriers.join(' and ')}.` : ''
  return `The score of ${healthScore} is ${isHigh ? 'higher' : 'lower'} than usual for ${regime} (${bound}).${named}`
}
