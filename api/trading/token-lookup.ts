import type { Log } from '../../shared/log.ts'
import { noteTokenUse, readTokenFacts, type TokenFacts } from '../../shared/postgres/trading/account-tokens.ts'
import type { Reader } from '../reader.ts'
import type { TradingDatabase } from './trading-database.ts'

/** A revoked or expired token may still be let through for this long, on every replica. */
const KEPT_MS = 1_000
const KEPT_MAX = 10_000

export interface TokenLookup {
  /** What is known of a token's id; rejects with `unavailable` while the database is away: nobody is let through. */
  find(id: string): Promise<TokenFacts | null>
  /** Its holder has shown it. Noted once a minute, and never waited for. */
  used(facts: TokenFacts): void
}

interface Kept {
  facts: TokenFacts
  untilMs: number
}

export function createTokenLookup(deps: { reader: Reader; trading: TradingDatabase; log: Log }): TokenLookup {
  const { reader, trading, log } = deps
  const kept = new Map<string, Kept>()

  async function ask(id: string): Promise<TokenFacts | null> {
    const facts = await reader.read((sql) => readTokenFacts(sql, id))
    if (!facts) return null
    kept.delete(id)
    kept.set(id, { facts, untilMs: performance.now() + KEPT_MS })
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX) break
      kept.delete(oldest)
    }
    return facts
  }

  return {
    async find(id) {
      const known = kept.get(id)
      return known && known.untilMs > performance.now() ? known.facts : await ask(id)
    },
    used(facts) {
      if (!facts.unseen) return
      facts.unseen = false
      trading
        .write((tx) => noteTokenUse(tx, facts.id))
        .catch((error: unknown) => log.debug({ cause: String(error) }, 'use of a token not noted'))
    },
  }
}
