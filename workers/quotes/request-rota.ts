interface RequestRota {
  /** The symbols to request now, at most `limit`: those requested longest ago first. */
  pick(symbols: { held: readonly string[]; wished: readonly string[] }, limit: number): string[]
}

/** Held symbols go first, but one fifth of the limit is reserved for wished symbols, so that they never starve. */
const WISHED_PART = 5

/**
 * Remembers when each offered symbol was last picked, whether or not it was answered: a symbol that no vendor quotes must
 * not block the others. Symbols that are no longer offered are forgotten.
 */
export function createRequestRota(): RequestRota {
  let turn = 0
  let lastTurn = new Map<string, number>()
  const byTurn = (a: string, b: string): number =>
    (lastTurn.get(a) ?? 0) - (lastTurn.get(b) ?? 0) || (a < b ? -1 : a > b ? 1 : 0)

  return {
    pick({ held, wished }, limit) {
      const isHeld = new Set(held)
      const first = [...isHeld].sort(byTurn)
      const rest = [...new Set(wished)].filter((symbol) => !isHeld.has(symbol)).sort(byTurn)
      const reserved = Math.min(rest.length, Math.ceil(limit / WISHED_PART))
      const picked = first.slice(0, Math.max(0, limit - reserved))
      picked.push(...rest.slice(0, Math.max(0, limit - picked.length)))
      turn += 1
      lastTurn = new Map([...first, ...rest].map((symbol) => [symbol, lastTurn.get(symbol) ?? 0]))
      for (const symbol of picked) lastTurn.set(symbol, turn)
      return picked
    },
  }
}
