export interface AskingRota {
  /** As many as may be asked now, those asked longest ago first. */
  pick(symbols: { held: readonly string[]; wished: readonly string[] }, limit: number): string[]
}

/** What is held goes before what is read, but leaves it a part: who reads must not wait for ever either. */
const WISHED_PART = 5

/** Remembers what it asked when, of no more than it is offered: one that nobody can quote must not stand in the way. */
export function createAskingRota(): AskingRota {
  let turn = 0
  let asked = new Map<string, number>()
  const byTurn = (a: string, b: string): number =>
    (asked.get(a) ?? 0) - (asked.get(b) ?? 0) || (a < b ? -1 : a > b ? 1 : 0)

  return {
    pick({ held, wished }, limit) {
      const isHeld = new Set(held)
      const first = [...isHeld].sort(byTurn)
      const rest = [...new Set(wished)].filter((symbol) => !isHeld.has(symbol)).sort(byTurn)
      const spared = Math.min(rest.length, Math.ceil(limit / WISHED_PART))
      const picked = first.slice(0, Math.max(0, limit - spared))
      picked.push(...rest.slice(0, Math.max(0, limit - picked.length)))
      turn += 1
      asked = new Map([...first, ...rest].map((symbol) => [symbol, asked.get(symbol) ?? 0]))
      for (const symbol of picked) asked.set(symbol, turn)
      return picked
    },
  }
}
