import type { TradingDay } from '../../shared/time/trading-day.ts'
import { cite } from '../inputs/cite.ts'
import { LIVE_PILLARS_MIN } from '../score/score.ts'
import type { Pillar } from '../signals/component.ts'
import { type ComponentReading, liveReadings } from '../signals/read-components.ts'
import { closesNeeded } from './fold-regime.ts'
import type { MarketRegime } from './market-regime.ts'
import { type PillarReadings, pillarBands } from './pillar-bands.ts'

/** Explains the regime from dated readings only: each pillar's value and band, and since when the regime stands. */
export function explainRegime(market: MarketRegime, readings: readonly ComponentReading[], today: TradingDay): string {
  const bands = pillarBands(market.pillars)
  const pillars = readings.filter(({ component }) => component.pillar !== undefined)
  const sentences = liveReadings(pillars).map((live) => {
    const pillar = live.component.pillar!
    return `${cite(live, today)}: ${PILLAR_NAMES[pillar]} is in the ${bands[pillar] ?? 'unranked'} band${speed(pillar, market.pillars)}.`
  })
  const absent = pillars.flatMap(({ component, reading }) =>
    reading.status === 'ready' ? [] : [`${component.name} has no reading: ${reading.reason}.`],
  )
  return [head(market), ...sentences, ...absent].join(' ')
}

const PILLAR_NAMES: Record<Pillar, string> = {
  volatility: 'volatility',
  credit: 'credit',
  breadth: 'breadth',
  gamma: 'dealer gamma',
}

function head({ regime, regimeNow, since, isOlder, pending, pendingCloses, pillars }: MarketRegime): string {
  if (regime === null) {
    const live = Object.keys(pillarBands(pillars)).length
    return `No regime: ${live} of 4 pillars ${live === 1 ? 'is' : 'are'} live, ${LIVE_PILLARS_MIN} are needed.`
  }
  const stands = `${regime} since ${since}${isOlder ? ' or earlier' : ''}.`
  if (regimeNow === regime) return stands
  const counted =
    pending === null
      ? 'no close has yet crossed a line by more than its margin'
      : `${pendingCloses} of ${closesNeeded(pending, regime)} required closes ${pendingCloses === 1 ? 'points' : 'point'} to ${pending}`
  return `${stands} The pillars now read ${regimeNow}; ${counted}.`
}

function speed(pillar: Pillar, { credit }: PillarReadings): string {
  if (pillar !== 'credit' || !credit || credit.widening === null) return ''
  return ` (${credit.widening >= 0 ? '+' : ''}${credit.widening.toFixed(2)} points over 20 sessions)`
}
