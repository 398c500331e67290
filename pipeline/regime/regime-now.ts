import type { Regime } from '../../shared/domain/signals.ts'
import { LIVE_PILLARS_MIN } from '../score/score.ts'
import { BANDS, type Band, type PillarBands, type PillarReadings, pillarBands } from './pillar-bands.ts'

/** From best to worst; a change is a move along this line. */
export const REGIMES: readonly Regime[] = ['RISK-ON', 'CAUTIOUS', 'TRANSITIONAL', 'RISK-OFF', 'PANIC']

/** The regime the pillars show at this instant, before any confirmation; null below three live pillars. */
export const regimeNow = (pillars: PillarReadings): Regime | null => regimeOfBands(pillarBands(pillars))

/**
 * PANIC        volatility or credit at its panic line, and a second pillar stressed at least: thin gamma and broad
 *              selling alone are a bad week, not a panic
 * RISK-OFF     two pillars stressed or worse
 * TRANSITIONAL one pillar stressed or worse, or two strained
 * CAUTIOUS     one pillar strained
 * RISK-ON      none
 */
export function regimeOfBands(bands: PillarBands): Regime | null {
  const live = Object.values(bands)
  if (live.length < LIVE_PILLARS_MIN) return null
  const atLeast = (band: Band) => live.filter((each) => BANDS.indexOf(each) >= BANDS.indexOf(band)).length
  const isPriced = bands.volatility === 'panic' || bands.credit === 'panic'
  if (isPriced && atLeast('stressed') >= 2) return 'PANIC'
  if (atLeast('stressed') >= 2) return 'RISK-OFF'
  if (atLeast('stressed') === 1 || atLeast('strained') >= 2) return 'TRANSITIONAL'
  return atLeast('strained') === 1 ? 'CAUTIOUS' : 'RISK-ON'
}
