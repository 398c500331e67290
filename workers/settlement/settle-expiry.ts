import type { Payload } from '../../shared/domain/contract/messages.ts'
import { expiringHoldings } from '../../shared/domain/trading/expiring-holdings.ts'
import { parseInstrument } from '../../shared/domain/trading/instrument.ts'
import { dollarsOf } from '../../shared/domain/trading/money.ts'
import { settleExpiration } from '../../shared/domain/trading/settlement.ts'
import { AppError } from '../../shared/errors.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import { lockAccount } from '../../shared/postgres/trading/accounts.ts'
import { postEntry, readPositions } from '../../shared/postgres/trading/ledger.ts'
import { hasEntry, readSettlementPrice } from '../../shared/postgres/trading/settlement.ts'
import { recordDeficit } from './record-deficit.ts'

/**
 * Settles one account's options of one underlying and expiration in one entry. Positions are read after the account is
 * locked, so a second or repeated message finds nothing left to settle.
 */
export async function settleExpiry(tx: Tx, due: Payload<'expiry.due'>): Promise<'settled' | 'nothing'> {
  const { accountId, underlying, expiration } = due
  const account = await lockAccount(tx, accountId)
  if (!account || account.epoch !== due.epoch || account.status === 'deleted') return 'nothing'
  const expiring = expiringHoldings(await readPositions(tx, accountId, account.epoch), {
    underlying,
    expiration,
    shorting: account.shorting,
  })
  if (expiring.options.length === 0) return 'nothing'
  const price = await readSettlementPrice(tx, underlying, expiration)
  if (!price) throw new AppError('internal', `there is no frozen settlement price of ${underlying} for ${expiration}`)
  const subject = `${underlying}:${expiration}`
  const key = `settlement:${subject}`
  if (await hasEntry(tx, accountId, account.epoch, key))
    throw new AppError('internal', `account ${accountId} holds options of ${subject} after their settlement`)
  const { postings, settled } = settleExpiration(expiring, price.priceE4)
  const after = await postEntry(tx, account, { kind: 'settlement', key, postings })
  for (const { outcome, contract, quantity, delivery, cashE4, shares } of settled) {
    const option = parseInstrument(contract)
    await recordAccountEvent(tx, {
      accountId,
      epoch: account.epoch,
      kind: outcome,
      actor: 'service',
      data: {
        subject,
        entry: after.entries,
        contract,
        quantity,
        delivery,
        shares,
        cash: dollarsOf(cashE4),
        strike: option?.kind === 'option' ? option.strike : null,
        settlement_price: dollarsOf(price.priceE4),
        price_source: price.source,
      },
    })
  }
  await recordDeficit(tx, account, after, key)
  return 'settled'
}
