export interface OpenInterest {
  strike: number
  calls: number
  puts: number
}

/**
 * The strike at which the holders of all these contracts would be paid the least; of equal strikes the nearest to spot.
 * One pass each way: from strike to strike the pay-out of calls grows by the calls below, and that of puts falls by the
 * puts above.
 */
export function maxPain(interest: readonly OpenInterest[], spot: number): number | null {
  const strikes = byStrike(interest)
  if (!strikes.some(({ calls, puts }) => calls + puts > 0)) return null
  const paid = new Float64Array(strikes.length)
  let [below, toCalls] = [0, 0]
  for (const [i, { strike, calls }] of strikes.entries()) {
    const previous = strikes[i - 1]
    if (previous) toCalls += below * (strike - previous.strike)
    below += calls
    paid[i] = toCalls
  }
  let [above, toPuts] = [0, 0]
  for (let i = strikes.length - 1; i >= 0; i--) {
    const { strike, puts } = strikes[i]!
    const next = strikes[i + 1]
    if (next) toPuts += above * (next.strike - strike)
    above += puts
    paid[i] = paid[i]! + toPuts
  }
  const least = Math.min(...paid)
  return strikes.reduce((best: number | null, { strike }, i) => {
    if (paid[i]! > least) return best
    return best === null || Math.abs(strike - spot) < Math.abs(best - spot) ? strike : best
  }, null)
}

function byStrike(interest: readonly OpenInterest[]): OpenInterest[] {
  const pooled = new Map<number, OpenInterest>()
  for (const { strike, calls, puts } of interest) {
    const known = pooled.get(strike)
    pooled.set(strike, { strike, calls: calls + (known?.calls ?? 0), puts: puts + (known?.puts ?? 0) })
  }
  return [...pooled.values()].sort((a, b) => a.strike - b.strike)
}
