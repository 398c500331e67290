import type { Tx } from '../../../shared/postgres/server/db.ts'
import { countLiveTokens, expireToken, type NewToken } from '../../../shared/postgres/trading/account-tokens.ts'
import type { Account } from '../../../shared/postgres/trading/accounts.ts'
import { createToken, type IssuedToken } from '../../../shared/postgres/trading/open-account.ts'
import { refuseParameter } from '../../http/errors.ts'
import { refuse } from '../refuse.ts'

const LIVE_TOKENS_MAX = 20

interface TokenRequest extends Pick<NewToken, 'name' | 'scope' | 'expiresInDays'> {
  replaces?: { id: string; overlapSeconds: number } | undefined
}

/** The caller must hold the account lock. */
export async function issueToken(tx: Tx, account: Account, wanted: TokenRequest): Promise<IssuedToken> {
  if ((await countLiveTokens(tx, account.id)) >= LIVE_TOKENS_MAX) throw refuse('too_many_tokens')
  const { replaces, name, scope, expiresInDays } = wanted
  if (replaces && !(await expireToken(tx, account.id, replaces.id, replaces.overlapSeconds)))
    throw refuseParameter('replaces', 'must be the id of a live token of this account')
  return await createToken(tx, account, { name, scope, expiresInDays }, replaces?.id)
}
