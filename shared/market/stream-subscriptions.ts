/** Records which symbols are wanted, which were requested from the vendor, and which the vendor confirmed. */
export interface Subscriptions {
  /** In order of priority, most wanted first. */
  want(symbols: readonly string[]): void
  /** The requests that lead from the current subscription to the wanted one; they count as made. */
  change(): { add: string[]; drop: string[] }
  confirm(symbols: readonly string[]): void
  /** Halves the limit after the vendor refused, but not below what it confirmed. Null if it cannot be lowered. */
  lowerLimit(): number | null
  /** Resets the state when the connection ends. */
  forget(): void
  sent(): number
  isSent(): boolean
}

export function createSubscriptions(most: number): Subscriptions {
  let limit = most
  let wanted: readonly string[] = []
  let requested = new Set<string>()
  let sent = new Set<string>()

  /** Requested symbols that are still wanted keep their place, so that places do not change back and forth. */
  function chosen(): Set<string> {
    const all = new Set(wanted)
    const kept = [...requested].filter((symbol) => all.has(symbol)).slice(0, limit)
    const free = wanted.filter((symbol) => !kept.includes(symbol)).slice(0, limit - kept.length)
    return new Set([...kept, ...free])
  }

  return {
    want(symbols) {
      wanted = [...new Set(symbols)]
    },
    change() {
      const goal = chosen()
      const add = [...goal].filter((symbol) => !requested.has(symbol))
      const drop = [...requested].filter((symbol) => !goal.has(symbol))
      requested = goal
      return { add, drop }
    },
    confirm(symbols) {
      sent = new Set(symbols)
    },
    lowerLimit() {
      const fewer = Math.max(sent.size, Math.floor(requested.size / 2))
      if (fewer === 0 || fewer >= requested.size) return null
      limit = fewer
      requested = new Set(sent)
      return limit
    },
    forget() {
      requested = new Set()
      sent = new Set()
    },
    sent: () => sent.size,
    isSent: () => sent.size > 0,
  }
}
