import { type Credit, initialCredit, stepCredit } from './credit.ts'
import { type Dealers, initialDealers, stepDealers } from './dealers.ts'
import { type Equity, initialEquity, stepEquity } from './equity.ts'
import { initialMacro, type Macro, stepMacro } from './macro.ts'
import { randomOf } from './random.ts'
import { initialRates, type Rates, stepRates } from './rates.ts'
import { type Progress, pushOf } from './scenario.ts'
import type { Script } from './script.ts'
import { initialVolatility, stepVolatility, type Volatility, type VolatilityDraws } from './volatility.ts'

/** The whole world at a session's close. Each component of a day uses those stepped before it. */
export type Daily = {
  day: string
  /** The day as a number, the address of its draws. */
  date: number
  equity: Equity
  volatility: Volatility
  volatilityDraws: VolatilityDraws
  credit: Credit
  macro: Macro
  rates: Rates
  dealers: Dealers
  /** Null before the first session that a scenario changes. */
  scenario: Progress | null
}

/**
 * Stream numbers are part of the seed: renumbering one changes every world. Equity's was chosen so that the index of
 * the default seed is near the real one in 2026; other seeds were not tuned.
 */
const STREAM = { equity: 355, volatility: 2, credit: 3, macro: 4, rates: 5, dealers: 6 } as const

export const dayNumber = (day: string): number =>
  10_000 * Number(day.slice(0, 4)) + 100 * Number(day.slice(5, 7)) + Number(day.slice(8))

const initialDaily = (): Daily => ({
  day: '',
  date: 0,
  equity: initialEquity(),
  volatility: initialVolatility(),
  volatilityDraws: { noise: 0, tilt: 0 },
  credit: initialCredit(),
  macro: initialMacro(),
  rates: initialRates(),
  dealers: initialDealers(),
  scenario: null,
})

const stepDaily = (previous: Daily, seed: number, day: string, script: Script | null): Daily => {
  const date = dayNumber(day)
  const { push, progress } = pushOf(previous, script, { seed, day, date })
  const stream = (name: keyof typeof STREAM) => randomOf(seed, date, STREAM[name])
  const equity = stepEquity(previous.equity, stream('equity'), push.equity)
  const { volatility, draws } = stepVolatility(previous.volatility, previous.equity, equity, stream('volatility'))
  const macro = stepMacro(previous.macro, equity, stream('macro'))
  return {
    day,
    date,
    equity,
    volatility,
    volatilityDraws: draws,
    credit: stepCredit(previous.credit, equity, volatility, stream('credit')),
    macro,
    rates: stepRates(previous.rates, { equity, oilReturn: macro.oilReturn, day, push: push.tenYear }, stream('rates')),
    dealers: stepDealers(previous.dealers, equity, volatility, stream('dealers')),
    scenario: progress,
  }
}

/** Appends the days to a path in place. A path only grows at its end, so the order of requests cannot matter. */
export const extendPath = (
  path: Daily[],
  seed: number,
  days: readonly string[],
  script: Script | null = null,
): void => {
  for (const day of days) path.push(stepDaily(path.at(-1) ?? initialDaily(), seed, day, script))
}
