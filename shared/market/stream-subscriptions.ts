/** Which symbols a stream is to send, which it was asked for, and which it says it sends. */
export interface Subscriptions {
  /** The most wanted first. */
  want(symbols: readonly string[]): void
  /** What to ask the vendor for so that it sends what is wanted; counts as asked. */
  change(): { add: string[]; drop: string[] }
  confirm(symbols: readonly string[]): void
  /** Too many for the vendor: from now on half of them, and what it sends in any case. Null: fewer there cannot be. */
  refused(): number | null
  /** Of a connection that ended. */
  forget(): void
  sent(): number
  isSent(): boolean
}

export function createSubscriptions(most: number): Subscriptions {
  let limit = most
  let wanted: readonly string[] = []
  let asked = new Set<string>()
  let sent = new Set<string>()

  /** What is sent already stays, so that a place does not go back and forth. */
  function chosen(): Set<string> {
    const all = new Set(wanted)
    const kept = [...asked].filter((symbol) => all.has(symbol)).slice(0, limit)
    const free = wanted.filter((symbol) => !kept.includes(symbol)).slice(0, limit - kept.length)
    return new Set([...kept, ...free])
  }

  return {
    want(symbols) {
      wanted = [...new Set(symbols)]
    },
    change() {
      const goal = chosen()
      const add = [...goal].filter((symbol) => !asked.has(symbol))
      const drop = [...asked].filter((symbol) => !goal.has(symbol))
      asked = goal
      return { add, drop }
    },
    confirm(symbols) {
      sent = new Set(symbols)
    },
    refused() {
      const fewer = Math.max(sent.size, Math.floor(asked.size / 2))
      if (fewer === 0 || fewer >= asked.size) return null
      limit = fewer
      asked = new Set(sent)
      return limit
    },
    forget() {
      asked = new Set()
      sent = new Set()
    },
    sent: () => sent.size,
    isSent: () => sent.size > 0,
  }
}
