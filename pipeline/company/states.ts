import type { AnalogsPanel } from '../../shared/domain/contract/company/analogs.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { quantile } from '../maths/quantile.ts'

export type State = NonNullable<AnalogsPanel['state']>

/** Closes of a name, oldest first. */
export interface NameCloses {
  ticker: string
  days: readonly TradingDay[]
  closes: readonly number[]
}

/** A name on a session. */
export interface Place {
  ticker: string
  day: TradingDay
  at: number
  change21: number
  volatility21: number
  isAbove: boolean
  fromHigh: number
  after5: number | null
  after21: number | null
  state: State
}

const AVERAGE_SESSIONS = 50
const SPAN = 21
const YEAR = 252
const DRAWDOWNS = { shallow: -0.05, deep: -0.15 }

type Measured = Omit<Place, 'state'>

/** Running sums, so that a name costs one pass over its closes. */
function measuresOf({ ticker, days, closes }: NameCloses): Measured[] {
  const logs = closes.map(Math.log)
  const found: Measured[] = []
  let sum = 0
  for (const [at, close] of closes.entries()) {
    sum += close - (at >= AVERAGE_SESSIONS ? closes[at - AVERAGE_SESSIONS]! : 0)
    if (at < AVERAGE_SESSIONS - 1) continue
    let [total, squares] = [0, 0]
    for (let step = at - SPAN + 1; step <= at; step++) {
      const move = logs[step]! - logs[step - 1]!
      total += move
      squares += move * move
    }
    let high = 0
    for (let step = Math.max(0, at - YEAR + 1); step <= at; step++) high = Math.max(high, closes[step]!)
    const after = (sessions: number) => (at + sessions < closes.length ? closes[at + sessions]! / close - 1 : null)
    found.push({
      ticker,
      day: days[at]!,
      at,
      change21: close / closes[at - SPAN]! - 1,
      volatility21: Math.sqrt(Math.max(0, squares - (total * total) / SPAN) / (SPAN - 1)),
      isAbove: close > sum / AVERAGE_SESSIONS,
      fromHigh: close / high - 1,
      after5: after(5),
      after21: after(SPAN),
    })
  }
  return found
}

type Third = State['momentum']
const third = (value: number, { low, high }: { low: number; high: number }): Third =>
  value < low ? 'low' : value > high ? 'high' : 'middle'

const thirdsOf = (values: readonly number[]) => {
  const sorted = Float64Array.from(values).sort()
  return { low: quantile(sorted, 1 / 3) ?? 0, high: quantile(sorted, 2 / 3) ?? 0 }
}

/** Every name on every session, compared only with the names of the same session, so that nothing later is used. */
export function placesOf(names: readonly NameCloses[]): Place[] {
  const measured = names.flatMap(measuresOf)
  return [...Map.groupBy(measured, ({ day }) => day).values()].flatMap((session) => {
    const momentum = thirdsOf(session.map(({ change21 }) => change21))
    const volatility = thirdsOf(session.map(({ volatility21 }) => volatility21))
    return session.map((each): Place => {
      const drawdown =
        each.fromHigh > DRAWDOWNS.shallow ? 'shallow' : each.fromHigh < DRAWDOWNS.deep ? 'deep' : 'middle'
      const state: State = {
        trend: each.isAbove ? 'above' : 'below',
        momentum: third(each.change21, momentum),
        drawdown,
        volatility: third(each.volatility21, volatility),
      }
      return { ...each, state }
    })
  })
}
