import type { Equity } from './equity.ts'
import type { Random } from './random.ts'

/** Broad dollar index (January 2006 = 100) and West Texas crude in dollars a barrel. */
export type Macro = {
  dollar: number
  oil: number
  oilReturn: number
  oilVariance: number
  /** Sums of the moves that nothing foretold and no share explains: what funds of oil and of the dollar earn. */
  oilOwn: number
  oilVarianceSum: number
  dollarOwn: number
  /** The deviation of oil's own move today. */
  oilDeviation: number
}

const OIL_DAILY = 0.02
const OIL_LEVEL = 72
const OIL_MOVE_MAX = 0.2
/**
 * The spot price of a barrel returns to its usual level within years; a fund of oil does not, because it pays for that
 * as it rolls.
 */
const OIL_PULL = 0.0028
export const OIL_BETA = 0.55
export const DOLLAR_BETA = -0.07
export const DOLLAR_PER_OIL = -0.02
export const DOLLAR_NOISE = 0.0028

export const initialMacro = (): Macro => ({
  dollar: 104,
  oil: 42,
  oilReturn: 0,
  oilVariance: OIL_DAILY ** 2,
  oilOwn: 0,
  oilVarianceSum: 0,
  dollarOwn: 0,
  oilDeviation: 0,
})

export const stepMacro = (previous: Macro, equity: Equity, random: Random): Macro => {
  const deviation = Math.min(OIL_MOVE_MAX / 2.5, Math.sqrt(previous.oilVariance) * random.studentDeviation(5))
  const own = Math.max(-OIL_MOVE_MAX, Math.min(OIL_MOVE_MAX, deviation * random.normal()))
  const dollarOwn = DOLLAR_NOISE * random.normal()
  const oilReturn = OIL_PULL * Math.log(OIL_LEVEL / previous.oil) + own + OIL_BETA * equity.surprise
  const dollarReturn = DOLLAR_BETA * equity.surprise + DOLLAR_PER_OIL * (own + OIL_BETA * equity.surprise) + dollarOwn
  return {
    dollar: previous.dollar * Math.exp(dollarReturn),
    oil: Math.max(8, previous.oil * Math.exp(oilReturn)),
    oilReturn,
    oilVariance:
      0.06 * OIL_DAILY ** 2 + 0.88 * previous.oilVariance + 0.06 * Math.min(own ** 2, 12 * previous.oilVariance),
    oilOwn: previous.oilOwn + own,
    oilVarianceSum: previous.oilVarianceSum + previous.oilVariance,
    dollarOwn: previous.dollarOwn + dollarOwn,
    oilDeviation: deviation,
  }
}
