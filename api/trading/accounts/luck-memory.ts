import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Luck, luckOf, type StockTrip } from '../../../shared/domain/trading/luck.ts'
import { entriesMax } from '../../../shared/entries-max.ts'

const ACCOUNTS_MAX = 10_000

/** Compares the trips of an account with luck; the random days are the same for the same account. */
export type CompareWithLuck = (
  trips: readonly StockTrip[],
  closes: ReadonlyMap<string, readonly number[]>,
) => Luck | null

/** The comparisons of accounts, of which each account keeps its newest. */
export interface LuckMemory {
  of(accountId: number): CompareWithLuck
}

/**
 * A thousand random accounts of 5,000 trades take the event loop for some 80 ms, and the result is the same until a
 * trade is closed or a close is added. The key is a digest of everything that the result depends on, so nothing has to
 * be told that it is out of date.
 */
export function createLuckMemory(compare: typeof luckOf = luckOf): LuckMemory {
  const kept = new LRUCache<number, { key: string; luck: Luck | null }>(entriesMax(ACCOUNTS_MAX))
  return {
    of: (accountId) => (trips, closes) => {
      const key = digestOf(trips, closes)
      const found = kept.get(accountId)
      if (found?.key === key) return found.luck
      const luck = compare(trips, closes, { market: 'SPY', seed: accountId })
      kept.set(accountId, { key, luck })
      return luck
    },
  }
}

function digestOf(trips: readonly StockTrip[], closes: ReadonlyMap<string, readonly number[]>): string {
  const hash = createHash('sha256')
  hash.update(trips.map(({ symbol }) => symbol).join(','))
  hash.update(
    Float64Array.from(trips.flatMap(({ exposure, from, sessions, gain }) => [exposure, from, sessions, gain])),
  )
  for (const [symbol, prices] of closes) hash.update(`\n${symbol} ${prices.length}\n`).update(Float64Array.from(prices))
  return hash.digest('base64')
}
