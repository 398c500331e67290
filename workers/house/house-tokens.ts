import { HOUSE_ACCOUNTS, type HouseAccountName } from '../../shared/domain/contract/screener/house-ids.ts'
import { houseAccounts, lockHouse, saveHouseAccount } from '../../shared/postgres/screener/house.ts'
import type { Pool, Tx } from '../../shared/postgres/server/db.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import { lockOpenAccount, saveAccountSettings } from '../../shared/postgres/trading/accounts.ts'
import { createToken, openAccount } from '../../shared/postgres/trading/open-account.ts'

const NAMES: Readonly<Record<HouseAccountName, string>> = {
  equal: 'house: every pick at equal size',
  chip: 'house: sized by chip',
}
/** A process creates tokens when it starts to trade and after one is refused; old tokens expire. */
const TOKEN_DAYS = 7

/** Tokens of this process, kept in memory only. */
export interface HouseTokens {
  token(name: HouseAccountName): Promise<string>
  /** Forgets the tokens, for instance after a refusal; the next use creates new ones. */
  forget(): void
}

/** Opens the accounts where they do not exist yet, and makes a token for each. */
export function houseTokens(sql: Pool): HouseTokens {
  let made: Promise<ReadonlyMap<HouseAccountName, string>> | null = null
  return {
    async token(name) {
      made ??= sql.begin(makeTokens)
      try {
        return (await made).get(name)!
      } catch (error) {
        made = null
        throw error
      }
    },
    forget() {
      made = null
    },
  }
}

async function makeTokens(tx: Tx): Promise<ReadonlyMap<HouseAccountName, string>> {
  await openHouse(tx)
  const tokens = new Map<HouseAccountName, string>()
  for (const { name, accountId } of await houseAccounts(tx)) {
    const account = await lockOpenAccount(tx, accountId)
    const { token } = await createToken(tx, account, { name: 'house', scope: 'trade', expiresInDays: TOKEN_DAYS })
    tokens.set(name, token)
  }
  return tokens
}

/** Opens the accounts that do not exist or were deleted. Both may sell short. */
export async function openHouse(tx: Tx): Promise<void> {
  await lockHouse(tx)
  const known = new Set((await houseAccounts(tx)).map(({ name }) => name))
  for (const name of HOUSE_ACCOUNTS.filter((each) => !known.has(each))) {
    const { account, issued } = await openAccount(tx, { name: NAMES[name] })
    await saveAccountSettings(tx, account.id, { ...account, shorting: true })
    await recordAccountEvent(tx, {
      accountId: account.id,
      epoch: account.epoch,
      kind: 'shorting_changed',
      actor: 'service',
      data: { to: true },
    })
    // The opening's own token never leaves the database, so it ends at once.
    await tx`update account_tokens set revoked_at = clock_timestamp() where id = ${issued.row.id}`
    await saveHouseAccount(tx, { name, accountId: account.id })
  }
}
