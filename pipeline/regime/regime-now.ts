import type { Regime } from '../../shared/domain/contract/signals.ts'
import { LIVE_PILLARS_MIN } from '../score/score.ts'
import type { Pillar } from '../signals/component.ts'
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
  const { volatility, credit, breadth, gamma } = bands
  const live = count(bands, 'calm')
  if (live < LIVE_PILLARS_MIN) return null
  const isPriced = volatility === 'panic' || credit === 'panic'
  const stressed = count(bands, 'stressed')
  if (isPriced && stressed >= 2) return 'PANIC'
  if (isPriced || stressed >= 2) return 'RISK-OFF'
  const moving = { volatility, credit, breadth }
  const strained = count(moving, 'strained') + Number(reaches(gamma, 'stressed'))
  if (count(moving, 'stressed') > 0 || strained >= 2) return 'TRANSITIONAL'
  return count(bands, 'strained') > 0 ? 'CAUTIOUS' : 'RISK-ON'
}

type Bands = { [pillar in Pillar]?: Band | undefined }

const reaches = (band: Band | undefined, line: Band): boolean =>
  band !== undefined && BANDS.indexOf(band) >= BANDS.indexOf(line)

const count = ({ volatility, credit, breadth, gamma }: Bands, line: Band): number =>
  Number(reaches(volatility, line)) +
  Number(reaches(credit, line)) +
  Number(reaches(breadth, line)) +
  Number(reaches(gamma, line))
