import { randomUUID } from 'node:crypto'
import { fillPostings, isCash } from '../../shared/domain/trading/ledger.ts'
import { DEFAULT_LIMITS } from '../../shared/domain/trading/limits.ts'
import { audit } from '../../shared/postgres/audit.ts'
import type { Pool, Tx } from '../../shared/postgres/db.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import { type Account, beginEpoch, insertAccount, lockAccount } from '../../shared/postgres/trading/accounts.ts'
import { type NewEntry, postEntry, postOpening } from '../../shared/postgres/trading/ledger.ts'

export async function openAccount(sql: Pool, initialE4: number): Promise<Account> {
  return (await sql.begin(async (tx) => {
    const account = await postOpening(tx, await insertAccount(tx, { name: 'test', initialE4, limits: DEFAULT_LIMITS }))
    const { id: accountId, epoch } = account
    await recordAccountEvent(tx, { accountId, epoch, kind: 'created', actor: 'admin', data: {} })
    return account
  })) as Account
}

export async function locked(tx: Tx, id: number): Promise<Account> {
  const account = await lockAccount(tx, id)
  if (!account) throw new Error('no such account')
  return account
}

/** One entry in a transaction of its own, on whatever the account is by then; a trade's with its trade. */
export const post = async (sql: Pool, id: number, entry: NewEntry): Promise<Account> =>
  (await sql.begin(async (tx) => {
    const account = await locked(tx, id)
    if (entry.tradeId !== undefined) await recordTrade(tx, account, entry, entry.tradeId)
    return await postEntry(tx, account, entry)
  })) as Account

/** The executed trade an entry is of, as its lines have it. */
export async function recordTrade(tx: Tx, account: Account, { postings }: NewEntry, tradeId: string): Promise<void> {
  let paidE4 = 0
  const legs = postings.flatMap((posting) => {
    if (posting.book !== 'account') return []
    if (isCash(posting)) {
      paidE4 = Math.abs(posting.amountE4)
      return []
    }
    const leg = { ...posting, priceE4: paidE4 / Math.abs(posting.quantity) }
    paidE4 = 0
    return [leg]
  })
  const totalE4 = legs.reduce((sum, { quantity, priceE4 }) => sum - quantity * priceE4, 0)
  const { quantity, priceE4 } = legs[0]!
  const side = legs.length > 1 ? null : quantity > 0 ? 'buy' : 'sell'
  await tx`
    insert into trades (id, account_id, epoch, request_sha256, class, underlying, side, quantity, price_e4, notional_e4,
      fees_e4, total_e4, cash_before_e4, cash_after_e4, tolerance_e4, bid_e4, ask_e4, quoted_at, source, delay_seconds,
      rich, created_at, expires_at)
    select ${tradeId}, ${account.id}, ${account.epoch}, sha256('x'), ${side ? 'stock' : 'package'}, 'SPY', ${side},
      ${Math.abs(quantity)}, ${priceE4}, ${Math.abs(totalE4)}, 0, ${totalE4}, ${account.cashE4},
      ${account.cashE4 + totalE4}, 0, ${priceE4}, ${priceE4}, n.now, 'schwab', 0, '{}', n.now, n.now + interval '1 minute'
    from (select service_now() as now) as n`
  for (const [at, leg] of legs.entries())
    await tx`
      insert into trade_legs (trade_id, leg, instrument, quantity, price_e4, bid_e4, ask_e4, multiplier)
      values (${tradeId}, ${at + 1}, ${leg.instrument}, ${leg.quantity}, ${leg.priceE4}, ${leg.priceE4}, ${leg.priceE4}, 1)`
  await tx`
    update trades set status = 'executed', ended_at = created_at, executed_price_e4 = price_e4, live_price_e4 = price_e4
    where id = ${tradeId}`
}

export interface Order {
  instrument?: string
  quantity: number
  notionalE4: number
  held: { quantity: number; costE4: number }
  mayBeShort?: boolean
}

export function trade({ instrument = 'SPY', held, ...fill }: Order): NewEntry {
  const tradeId = randomUUID()
  return { kind: 'trade', key: `trade:${tradeId}`, tradeId, postings: fillPostings({ instrument, ...fill }, held) }
}

export async function brokenRules(sql: Pool): Promise<string[]> {
  return (await audit(sql)).filter(({ offenders }) => offenders.length > 0).map(({ rule }) => rule)
}

export async function beginEpochOf(sql: Pool, id: number, initialE4: number): Promise<void> {
  await sql.begin(async (tx) => {
    const account = await postOpening(tx, await beginEpoch(tx, await locked(tx, id), initialE4))
    await recordAccountEvent(tx, { accountId: id, epoch: account.epoch, kind: 'reset', actor: 'admin', data: {} })
  })
}
