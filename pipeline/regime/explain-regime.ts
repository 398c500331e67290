import { counted, signed } from '../../shared/domain/number-words.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { cite } from '../inputs/cite.ts'
import { LIVE_PILLARS_MIN } from '../score/score.ts'
import type { Pillar } from '../signals/component.ts'
import { type ComponentReading, liveReadings } from '../signals/read-components.ts'
import { CLOSES_NEEDED } from './fold-regime.ts'
import { type HeldLine, heldLines } from './held-lines.ts'
import type { MarketRegime } from './market-regime.ts'
import type { Measure } from './measures.ts'
import { bandsOf } from './observed-bands.ts'
import { isRelieved, type PillarReadings, pillarBands } from './pillar-bands.ts'
import { isMilder } from './regime-now.ts'

/**
 * Explains the regime from dated readings only: since when it holds, each pillar's value and band, and what is missing
 * where the pillars differ.
 */
export function explainRegime(market: MarketRegime, readings: readonly ComponentReading[], today: TradingDay): string {
  const bands = pillarBands(market.pillars)
  const held = market.state ? heldLines(market.pillars, bandsOf(market.state.observed)) : []
  const pillars = readings.filter(({ component }) => component.pillar !== undefined)
  const sentences = liveReadings(pillars).map((live) => {
    const pillar = live.component.pillar!
    const band = bands[pillar]
    const name = PILLAR_NAMES[pillar]
    const stated = band
      ? `${name} is in the ${band} band${speed(pillar, market.pillars)}${heldBy(held, pillar)}`
      : `${name} does not decide${pillar === 'gamma' && market.gammaReason ? `, because ${market.gammaReason}` : ''}`
    return `${cite(live, today)}: ${stated}.`
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

function head(market: MarketRegime): string {
  const { regime, regimeNow, since, isOlder, pillars } = market
  if (regime === null) {
    const live = Object.keys(pillarBands(pillars)).length
    return `No regime: ${live} of 4 pillars ${live === 1 ? 'is' : 'are'} live, ${LIVE_PILLARS_MIN} are needed.`
  }
  const stands = `${regime} since ${since}${isOlder ? ' or earlier' : ''}${shocked(market)}.`
  return regimeNow === regime || regimeNow === null
    ? stands
    : `${stands} The pillars now read ${regimeNow}; ${closesSoFar(market)}.`
}

function shocked({ regime, state }: MarketRegime): string {
  if (!state?.shock || regime === 'PANIC') return ''
  const names = state.shock.pillars.map((pillar) => PILLAR_NAMES[pillar]).join(' and ')
  return `, because ${names} closed past ${state.shock.pillars.length === 1 ? 'its panic line' : 'their panic lines'}`
}

/** Returns how many closes have shown the change, and how many are still missing. */
function closesSoFar({ regime, regimeNow, state }: MarketRegime): string {
  const eases = isMilder(regimeNow!, regime!)
  const shock = eases ? state?.shock : null
  const pending = state?.pending && isMilder(state.pending.regime, regime!) === eases ? state.pending : null
  const closes = shock?.closes ?? pending?.closes ?? 0
  const missing = CLOSES_NEEDED - closes
  if (closes === 0) return `no close has confirmed a change yet, and it takes ${CLOSES_NEEDED}`
  const towards = shock ? 'a milder regime' : pending!.regime
  return `${counted(closes, 'close')} of ${CLOSES_NEEDED} ${closes === 1 ? 'points' : 'point'} to ${towards}, and ${missing} more ${missing === 1 ? 'is' : 'are'} missing`
}

function speed(pillar: Pillar, { credit }: PillarReadings): string {
  if (pillar !== 'credit' || !credit || credit.widening === null) return ''
  const change = `${signed(credit.widening, 2)} percentage points over 20 sessions`
  const relief = isRelieved(credit)
    ? `, ${Math.round(100 * (credit.oas / credit.peak))} % of its peak of the last year`
    : ''
  return ` (${change}${relief})`
}

function heldBy(held: readonly HeldLine[], pillar: Pillar): string {
  const lines = held.filter((line) => line.pillar === pillar)
  const [first] = lines
  if (!first) return ''
  const needs = lines.map(({ measure, value, target }) => {
    const { name, digits } = WORDS[measure]
    return `${name} closes at ${target.toFixed(digits)} (${Math.abs(target - value).toFixed(digits)} ${target < value ? 'lower' : 'higher'})`
  })
  return `, and the regime counts it as ${first.band} until ${needs.join(' or ')}`
}

const WORDS: Record<Measure, { name: string; digits: number }> = {
  vix: { name: 'VIX', digits: 2 },
  oas: { name: 'the spread', digits: 2 },
  widening: { name: "the spread's change over 20 sessions", digits: 2 },
  breadth: { name: 'breadth', digits: 1 },
  gamma: { name: 'GEX relative to its usual size', digits: 2 },
}
