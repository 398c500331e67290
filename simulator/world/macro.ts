import type { Equity } from './equity.ts'
import type { Random } from './random.ts'

/** Broad dollar index (January 2006 = 100) and West Texas crude in dollars a barrel. */
export type Macro = { dollar: number; oil: number; oilReturn: number; oilVariance: number }

const OIL_DAILY = 0.02
const OIL_LEVEL = 72
const DOLLAR_LEVEL = 117

export const initialMacro = (): Macro => ({ dollar: 104, oil: 42, oilReturn: 0, oilVariance: OIL_DAILY ** 2 })

export const stepMacro = (previous: Macro, equity: Equity, random: Random): Macro => {
  const own = Math.sqrt(previous.oilVariance) * random.studentT(5)
  const oilReturn = Math.max(
    -0.22,
    Math.min(0.2, 0.0028 * Math.log(OIL_LEVEL / previous.oil) + own + 0.55 * equity.return),
  )
  const dollarReturn =
    0.0009 * Math.log(DOLLAR_LEVEL / previous.dollar) -
    0.07 * equity.return -
    0.02 * oilReturn +
    0.0028 * random.normal()
  return {
    dollar: previous.dollar * Math.exp(dollarReturn),
    oil: Math.max(8, previous.oil * Math.exp(oilReturn)),
    oilReturn,
    oilVariance:
      0.06 * OIL_DAILY ** 2 + 0.88 * previous.oilVariance + 0.06 * Math.min(own ** 2, 12 * previous.oilVariance),
  }
}
