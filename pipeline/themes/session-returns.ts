import type { TradingDay } from '../../shared/time/trading-day.ts'

export interface Closes {
  days: readonly TradingDay[]
  closes: readonly number[]
}

interface Name {
  symbol: string
  layer: string
  since: string
  /** One per session; null before the name joins the basket, or where its close is not known. */
  closes: readonly (number | null)[]
}

export interface Sessions {
  days: readonly TradingDay[]
  /** Log changes of SPY, one fewer than there are sessions. */
  spyReturns: readonly number[]
  names: readonly Name[]
}

/** The sessions on which both SPY and at least one name have a close, with all closes on them. */
export function sessionsOf(
  spy: Closes,
  members: Readonly<Record<string, Closes>>,
  basket: readonly { symbol: string; layer: string; since: string }[],
): Sessions {
  const known = new Set(basket.flatMap(({ symbol }) => members[symbol]?.days ?? []))
  const common = spy.days.flatMap((day, index) => (known.has(day) ? [{ day, close: spy.closes[index]! }] : []))
  const names = basket.map(({ symbol, layer, since }) => {
    const own = members[symbol]
    const byDay = new Map(own?.days.map((day, index) => [day, own.closes[index]!]))
    return { symbol, layer, since, closes: common.map(({ day }) => (day < since ? null : (byDay.get(day) ?? null))) }
  })
  return {
    days: common.map(({ day }) => day),
    spyReturns: common.slice(1).map(({ close }, index) => Math.log(close / common[index]!.close)),
    names,
  }
}

/**
 * The log change of a basket that holds equal parts of the names at each close. A name counts in the sessions that have
 * both of its closes, as no close is carried forward; without names the change is 0.
 */
export function sessionReturns({ days }: Sessions, names: readonly Name[]): number[] {
  return days.slice(1).map((_, index) => {
    let sum = 0
    let count = 0
    for (const { closes } of names) {
      const [before, now] = [closes[index], closes[index + 1]]
      if (!before || !now) continue
      sum += now / before - 1
      count++
    }
    return count === 0 ? 0 : Math.log1p(sum / count)
  })
}

/** The change in percent over so many sessions; null without both closes. */
export function changeOver(closes: Name['closes'], sessions: number): number | null {
  const [then, now] = [closes.at(-1 - sessions), closes.at(-1)]
  return then && now ? 100 * (now / then - 1) : null
}
