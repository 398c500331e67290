import type { TokenScope } from '../../domain/trading/account.ts'
import type { Db, Tx } from '../server/db.ts'

/** The columns that decide whether a presented token is accepted; only its digest is stored. */
export interface TokenFacts {
  id: string
  accountId: number
  sha256: Buffer
  scope: TokenScope
  /** True if it is neither revoked nor expired and its account is not deleted. */
  live: boolean
  /** Its last use was not noted within the last minute; of a pacing account, within the last second. */
  unseen: boolean
}

/** This note decides whether an agent has fallen silent, so it is written more often while the clock waits for the agent. */
const noteEvery = (sql: Db) => sql`case when a.pacing then interval '1 second' else interval '1 minute' end`

export async function readTokenFacts(sql: Db, id: string): Promise<TokenFacts | null> {
  const [row] = await sql<TokenFacts[]>`
    select t.id, t.account_id as "accountId", t.sha256, t.scope,
      t.revoked_at is null and coalesce(t.expires_at > clock_timestamp(), true) and a.status <> 'deleted' as live,
      coalesce(t.last_used_at < clock_timestamp() - ${noteEvery(sql)}, true) as unseen
    from account_tokens as t join accounts as a on a.id = t.account_id where t.id = ${id}`
  return row ?? null
}

export async function noteTokenUse(sql: Db, id: string): Promise<void> {
  await sql`
    update account_tokens as t set last_used_at = clock_timestamp() from accounts as a
    where t.id = ${id} and a.id = t.account_id and coalesce(t.last_used_at < clock_timestamp() - ${noteEvery(sql)}, true)`
}

export interface Token {
  id: string
  name: string
  scope: TokenScope
  live: boolean
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
}

const columns = (sql: Db) => sql`
  t.id, t.name, t.scope, t.revoked_at is null and coalesce(t.expires_at > clock_timestamp(), true) as live,
  t.created_at as "createdAt", t.expires_at as "expiresAt", t.revoked_at as "revokedAt",
  t.last_used_at as "lastUsedAt"`

export interface NewToken {
  id: string
  accountId: number
  name: string
  sha256: Buffer
  scope: TokenScope
  expiresInDays: number | null
}

/** The caller must hold the account lock. */
export async function insertToken(tx: Tx, token: NewToken): Promise<Token> {
  const [row] = await tx<Token[]>`
    insert into account_tokens as t (id, account_id, name, sha256, scope, expires_at)
    values (${token.id}, ${token.accountId}, ${token.name}, ${token.sha256}, ${token.scope},
      clock_timestamp() + ${token.expiresInDays}::integer * interval '1 day')
    returning ${columns(tx)}`
  return row!
}

/** Returns how many tokens are valid now. */
export async function countLiveTokens(sql: Db, accountId: number): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from account_tokens as t
    where t.account_id = ${accountId} and t.revoked_at is null and coalesce(t.expires_at > clock_timestamp(), true)`
  return row?.count ?? 0
}

/** Newest first. */
export async function listTokens(sql: Db, accountId: number, limit: number): Promise<Token[]> {
  return await sql<Token[]>`
    select ${columns(sql)} from account_tokens as t where t.account_id = ${accountId}
    order by t.created_at desc, t.id limit ${limit}`
}

/** Null when the account has no such token; a revoked one keeps its instant. */
export async function revokeToken(tx: Tx, accountId: number, id: string): Promise<Token | null> {
  const [row] = await tx<Token[]>`
    update account_tokens as t set revoked_at = coalesce(t.revoked_at, clock_timestamp())
    where t.account_id = ${accountId} and t.id = ${id} returning ${columns(tx)}`
  return row ?? null
}

/** Lets a replaced token expire after a while, so that its user can change over. False if it is revoked or unknown. */
export async function expireToken(tx: Tx, accountId: number, id: string, withinSeconds: number): Promise<boolean> {
  const rows = await tx`
    update account_tokens as t
    set expires_at = least(t.expires_at, clock_timestamp() + ${withinSeconds}::integer * interval '1 second')
    where t.account_id = ${accountId} and t.id = ${id} and t.revoked_at is null
    returning t.id`
  return rows.length > 0
}

export async function revokeAllTokens(tx: Tx, accountId: number): Promise<void> {
  await tx`
    update account_tokens set revoked_at = clock_timestamp() where account_id = ${accountId} and revoked_at is null`
}
