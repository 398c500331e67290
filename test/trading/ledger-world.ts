import { randomUUID } from 'node:crypto'
import { fillPostings, isCash } from '../../shared/domain/trading/ledger.ts'
import { DEFAULT_LIMITS } from '../../shared/domain/trading/limits.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import type { Db, Pool, Tx } from '../../shared/postgres/server/db.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import { type Account, beginEpoch, insertAccount, lockAccount } from '../../shared/postgres/trading/accounts.ts'
import { type NewEntry, postEntry, postOpening } from '../../shared/postgres/trading/ledger.ts'
import { marketAt, previousSession, sessionOn } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'

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

/** Shorting was on and is off again: a short position may stay, but the service may not add to it. */
export async function allowedOnce(sql: Pool, accountId: number): Promise<void> {
  await sql.begin(async (tx) => {
    for (const to of [true, false])
      await recordAccountEvent(tx, { accountId, epoch: 1, kind: 'shorting_changed', actor: 'admin', data: { to } })
  })
}

/** Posts one entry on the current account in a transaction of its own; an entry of a trade with its trade. */
export const post = async (sql: Pool, id: number, entry: NewEntry): Promise<Account> =>
  (await sql.begin((tx) => postIn(tx, id, entry))) as Account

/** The same within a transaction. */
export async function postIn(tx: Tx, id: number, entry: NewEntry): Promise<Account> {
  const account = await locked(tx, id)
  if (entry.tradeId !== undefined) await recordTrade(tx, account, entry, entry.tradeId)
  return await postEntry(tx, account, entry)
}

/** The executed trade that the lines of an entry describe. */
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
  const side = legs.length > 1 ? null : legs[0]!.quantity > 0 ? 'buy' : 'sell'
  const { quantity, priceE4 } = side === null ? { quantity: 1, priceE4: -totalE4 } : legs[0]!
  const [{ now }] = await tx<[{ now: Date }]>`select service_now() as now`
  const at = inSession(now)
  await tx`
    insert into trades (id, account_id, epoch, request_sha256, class, underlying, side, quantity, price_e4, notional_e4,
      fees_e4, total_e4, cash_before_e4, cash_after_e4, tolerance_e4, worst_price_e4, rules_version, bid_e4, ask_e4,
      quoted_at, source, delay_seconds, rich, created_at, expires_at)
    values (${tradeId}, ${account.id}, ${account.epoch}, sha256('x'), ${side ? 'stock' : 'package'}, 'SPY', ${side},
      ${Math.abs(quantity)}, ${priceE4}, ${Math.abs(totalE4)}, 0, ${totalE4}, ${account.cashE4},
      ${account.cashE4 + totalE4}, 0, ${priceE4}, 2, ${priceE4}, ${priceE4}, ${at}, 'schwab', 0, '{}', ${at}, ${new Date(at.getTime() + 60_000)})`
  for (const [index, leg] of legs.entries())
    await tx`
      insert into trade_legs (trade_id, leg, instrument, quantity, price_e4, bid_e4, ask_e4, multiplier)
      values (${tradeId}, ${index + 1}, ${leg.instrument}, ${leg.quantity}, ${leg.priceE4}, ${leg.priceE4}, ${leg.priceE4}, 1)`
  await tx`
    insert into trade_fills (trade_id, leg, price_e4, bid_e4, ask_e4, quoted_at, source, delay_seconds)
    select g.trade_id, g.leg, g.price_e4, g.bid_e4, g.ask_e4, ${at}, 'schwab', 0
    from trade_legs as g where g.trade_id = ${tradeId}`
  await tx`
    update trades set status = 'executed', ended_at = created_at, executed_price_e4 = price_e4, live_price_e4 = price_e4,
      fill_notional_e4 = notional_e4, fill_fees_e4 = fees_e4, fill_total_e4 = total_e4
    where id = ${tradeId}`
}

/** The newest instant at which the exchange was open, because tests run at any hour. */
function inSession(now: Date): Date {
  if (marketAt(now).phase === 'open') return now
  const { day } = eastern(now)
  const today = sessionOn(day)
  const { close } = today && now >= today.close ? today : previousSession(day)
  return new Date(close.getTime() - 120_000)
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

/** `except` names the checks that a test breaks on purpose by posting what the service never would. */
export async function brokenRules(sql: Db, { except = [] }: { except?: readonly string[] } = {}): Promise<string[]> {
  const broken = (await audit(sql)).filter(({ offenders }) => offenders.length > 0).map(({ rule }) => rule)
  return broken.filter((rule) => !except.includes(rule))
}

export async function beginEpochOf(sql: Pool, id: number, initialE4: number): Promise<void> {
  await sql.begin(async (tx) => {
    const account = await postOpening(tx, await beginEpoch(tx, await locked(tx, id), initialE4))
    await recordAccountEvent(tx, { accountId: id, epoch: account.epoch, kind: 'reset', actor: 'admin', data: {} })
  })
}
