import { hashText, inverseNormal, uniformOf } from './random.ts'
import type { World } from './world.ts'

/** The shares of a week's responses; they sum to one. */
export type Survey = { bullish: number; neutral: number; bearish: number }

const STREAM = hashText('survey')
const [BULLISH, BEARISH] = [0.375, 0.31]
const tenths = (value: number): number => Math.round(Math.max(0.08, Math.min(0.75, value)) * 1000) / 1000

/** Small investors extrapolate: rising weeks make bulls, falls and volatility make bears. */
export const surveyAt = (world: World, index: number): Survey => {
  const { dealers, volatility } = world.daily(index)
  const noise = (what: number): number => inverseNormal(uniformOf(world.seed, STREAM, index, what))
  const fear = Math.log(volatility.vix / 17)
  const bullish = tenths(BULLISH + 28 * dealers.trend - 0.06 * fear + 0.04 * noise(1))
  const bearish = tenths(Math.min(0.92 - bullish, BEARISH - 26 * dealers.trend + 0.1 * fear + 0.035 * noise(2)))
  return { bullish, neutral: Math.round((1 - bullish - bearish) * 1000) / 1000, bearish }
}
