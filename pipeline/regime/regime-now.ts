import type { Regime } from '../../shared/domain/contract/signals.ts'
import { LIVE_PILLARS_MIN } from '../score/score.ts'
import { BANDS, type Band, type PillarBands, type PillarReadings, pillarBands } from './pillar-bands.ts'

/** All regimes, from best to worst. */
export const REGIMES: readonly Regime[] = ['RISK-ON', 'CAUTIOUS', 'TRANSITIONAL', 'RISK-OFF', 'PANIC']

export const isMilder = (regime: Regime, than: Regime): boolean => REGIMES.indexOf(regime) < REGIMES.indexOf(than)

/** The regime the pillars show at this instant, before any confirmation; null below three live pillars. */
export const regimeNow = (pillars: PillarReadings): Regime | null => regimeOfBands(pillarBands(pillars))

/**
 * PANIC        volatility or credit at its panic line, and a second pillar stressed at least
 * RISK-OFF     two pillars stressed or worse, or volatility or credit at its panic line alone
 * TRANSITIONAL volatility, credit or breadth stressed, or two strained
 * CAUTIOUS     anything else that is not calm
 * RISK-ON      all calm
 *
 * Broad selling and dealers alone are a bad week, not a panic. Gamma amplifies moves without being one: alone it gives
 * CAUTIOUS at worst, and it counts as a second strained pillar from stressed on, since thin gamma still dampens.
 */
export function regimeOfBands(bands: PillarBands): Regime | null {
  const live = Object.values(bands)
  if (live.length < LIVE_PILLARS_MIN) return null
  const { gamma = 'calm', ...others } = bands
  const isPriced = bands.volatility === 'panic' || bands.credit === 'panic'
  const stressed = count(live, 'stressed')
  if (isPriced && stressed >= 2) return 'PANIC'
  if (isPriced || stressed >= 2) return 'RISK-OFF'
  const moving = Object.values(others)
  const strained = count(moving, 'strained') + count([gamma], 'stressed')
  if (count(moving, 'stressed') > 0 || strained >= 2) return 'TRANSITIONAL'
  return count(live, 'strained') > 0 ? 'CAUTIOUS' : 'RISK-ON'
}

const count = (bands: readonly Band[], line: Band): number =>
  bands.filter((band) => BANDS.indexOf(band) >= BANDS.indexOf(line)).length
