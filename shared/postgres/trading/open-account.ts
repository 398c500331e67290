import { makeAgentToken } from '../../agent-token.ts'
import { DEFAULT_BALANCE_E4 } from '../../domain/trading/account.ts'
import { DEFAULT_LIMITS } from '../../domain/trading/limits.ts'
import { dollarsOf } from '../../domain/trading/money.ts'
import type { Tx } from '../server/db.ts'
import { recordAccountEvent } from './account-events.ts'
import { insertToken, type NewToken, revokeToken, type Token } from './account-tokens.ts'
import { type Account, insertAccount } from './accounts.ts'
import { postOpening } from './ledger.ts'

export interface IssuedToken {
  row: Token
  /** The token itself, which is stored nowhere. */
  token: string
}

type WantedToken = Pick<NewToken, 'name' | 'scope' | 'expiresInDays'>

/** Makes a token and records it. The caller must hold the account lock. */
export async function createToken(
  tx: Tx,
  account: Account,
  { name, scope, expiresInDays }: WantedToken,
  replaces?: string,
): Promise<IssuedToken> {
  const { id, token, sha256 } = makeAgentToken()
  const row = await insertToken(tx, { id, accountId: account.id, name, sha256, scope, expiresInDays })
  await recordAccountEvent(tx, {
    accountId: account.id,
    epoch: account.epoch,
    kind: 'token_created',
    actor: 'admin',
    data: { token_id: id, name, scope, ...(replaces === undefined ? {} : { replaces }) },
  })
  return { row, token }
}

/** Revokes a token and records it; null if the account has no such token. The caller must hold the account lock. */
export async function withdrawToken(tx: Tx, account: Account, id: string): Promise<Token | null> {
  const row = await revokeToken(tx, account.id, id)
  if (!row) return null
  await recordAccountEvent(tx, {
    accountId: account.id,
    epoch: account.epoch,
    kind: 'token_revoked',
    actor: 'admin',
    data: { token_id: id, name: row.name },
  })
  return row
}

/** An account with its opening cash and a first token, which may trade. */
export async function openAccount(
  tx: Tx,
  { name, balance = DEFAULT_BALANCE_E4 }: { name: string; balance?: number | undefined },
  spyE4: number | null = null,
): Promise<{ account: Account; issued: IssuedToken }> {
  const inserted = await insertAccount(tx, { name, initialE4: balance, limits: DEFAULT_LIMITS })
  const account = await postOpening(tx, inserted, spyE4)
  await recordAccountEvent(tx, {
    accountId: account.id,
    epoch: account.epoch,
    kind: 'created',
    actor: 'admin',
    data: { name, balance: dollarsOf(balance), entry: account.entries },
  })
  const issued = await createToken(tx, account, { name: 'first', scope: 'trade', expiresInDays: null })
  return { account, issued }
}
