import { LRUCache } from 'lru-cache'
import { entriesMax } from '../../shared/entries-max.ts'
import type { Log } from '../../shared/log.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { noteTokenUse, readTokenFacts, type TokenFacts } from '../../shared/postgres/trading/account-tokens.ts'
import type { Reader } from '../database/reader.ts'

/** On every replica, a revoked or expired token may still be accepted for this long. */
const FACTS_MS = 1_000
const TOKENS_MAX = 10_000

export interface TokenLookup {
  /**
   * Returns whether this replica has found a live token of this id before. It may have been revoked since, and its
   * secret may be wrong.
   */
  isKnown(id: string): boolean
  /** Finds a token by its id; rejects with `unavailable` while the database is away, so no caller gets in unchecked. */
  find(id: string): Promise<TokenFacts | null>
  /** Notes that the token was used: at most once a minute, without waiting for the write. */
  noteUse(facts: TokenFacts): void
}

interface TokenLookupDeps {
  reader: Reader
  trading: { write(work: (tx: Tx) => Promise<unknown>): Promise<unknown> }
  log: Log
}

export function createTokenLookup({ reader, trading, log }: TokenLookupDeps): TokenLookup {
  /** Ids of live tokens: only they are looked up without waiting for a turn. */
  const known = new LRUCache<string, true>(entriesMax(TOKENS_MAX))
  const cached = new LRUCache<string, TokenFacts>({ ...entriesMax(TOKENS_MAX), ttl: FACTS_MS })

  async function load(id: string): Promise<TokenFacts | null> {
    const facts = await reader.read((sql) => readTokenFacts(sql, id))
    if (facts) cached.set(id, facts)
    if (facts?.live) known.set(id, true)
    else known.delete(id)
    return facts
  }

  return {
    isKnown: (id) => known.has(id),
    find: async (id) => cached.get(id) ?? (await load(id)),
    noteUse(facts) {
      if (!facts.unseen) return
      facts.unseen = false
      trading
        .write((tx) => noteTokenUse(tx, facts.id))
        .catch((error: unknown) => log.debug({ cause: String(error) }, 'use of a token not noted'))
    },
  }
}
