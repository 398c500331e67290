import type { Log } from '../../shared/log.ts'
import { noteTokenUse, readTokenFacts, type TokenFacts } from '../../shared/postgres/trading/account-tokens.ts'
import { keptFor } from '../cache/kept.ts'
import type { Reader } from '../database/reader.ts'
import type { TradingDatabase } from '../trading/trading-database.ts'

/** A revoked or expired token may still be let through for this long, on every replica. */
const KEPT_MS = 1_000
const KEPT_MAX = 10_000

export interface TokenLookup {
  /** What is known of a token's id; rejects with `unavailable` while the database is away: nobody is let through. */
  find(id: string): Promise<TokenFacts | null>
  /** Its holder has shown it. Noted once a minute, and never waited for. */
  used(facts: TokenFacts): void
}

export function createTokenLookup(deps: { reader: Reader; trading: TradingDatabase; log: Log }): TokenLookup {
  const { reader, trading, log } = deps
  const kept = keptFor<string, TokenFacts>({ keptMs: KEPT_MS, max: KEPT_MAX })

  async function ask(id: string): Promise<TokenFacts | null> {
    const facts = await reader.read((sql) => readTokenFacts(sql, id))
    if (facts) kept.set(id, facts)
    return facts
  }

  return {
    find: async (id) => kept.get(id) ?? (await ask(id)),
    used(facts) {
      if (!facts.unseen) return
      facts.unseen = false
      trading
        .write((tx) => noteTokenUse(tx, facts.id))
        .catch((error: unknown) => log.debug({ cause: String(error) }, 'use of a token not noted'))
    },
  }
}
