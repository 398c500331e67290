import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Payload } from '../../shared/domain/contract/messages.ts'
import { borrowFeeE4, nightsAfter } from '../../shared/domain/trading/borrow-fee.ts'
import { parseInstrument } from '../../shared/domain/trading/instrument.ts'
import { cashPair, type HeldInstrument } from '../../shared/domain/trading/ledger.ts'
import { dollarsOf, e4Of } from '../../shared/domain/trading/money.ts'
import type { Db, Tx } from '../../shared/postgres/server/db.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import { lockAccount } from '../../shared/postgres/trading/accounts.ts'
import { heldBefore } from '../../shared/postgres/trading/holdings.ts'
import { postEntry } from '../../shared/postgres/trading/ledger.ts'
import { accountsPerhapsShortAt, closesOfSession, hasEntry } from '../../shared/postgres/trading/settlement.ts'
import { sessionOnOrBefore } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { recordDeficit } from './record-deficit.ts'
import type { SettlementDeps } from './settlement-stage.ts'

type Due = Payload<'borrow-fee.due'>

/**
 * Announced in the evening, when closes are known, and only if the borrow rate is above 0. What options delivered after
 * the close covers no stock of that night.
 */
export async function announceBorrow(
  { clock, borrowRateBps }: Pick<SettlementDeps, 'clock' | 'borrowRateBps'>,
  tx: Tx,
  { slot, occasion, day }: Payload<'settlement.due'>,
): Promise<NewMessage[]> {
  if (occasion !== 'evening' || borrowRateBps === 0) return []
  return (await accountsPerhapsShortAt(tx, sessionOnOrBefore(day).close)).map(({ accountId, epoch }) => ({
    id: `settlement:${slot}/${accountId}.${epoch}/borrow#1`,
    type: 'borrow-fee.due',
    occurredAt: clock.now(),
    payload: { day, accountId, epoch },
  }))
}

type Closes = ReadonlyMap<string, number>

async function shortAtClose(sql: Db, { accountId, epoch, day }: Due): Promise<HeldInstrument[]> {
  const held = await heldBefore(sql, accountId, epoch, sessionOnOrBefore(day).close)
  return held.filter(({ instrument, quantity }) => quantity < 0 && parseInstrument(instrument)?.kind === 'stock')
}

/** Read outside the transaction: the day's bars, and for symbols without a bar this evening's quote. */
export async function findCloses({ sql, market }: SettlementDeps, due: Due): Promise<Closes> {
  const symbols = (await shortAtClose(sql, due)).map(({ instrument }) => instrument)
  const bars = await closesOfSession(sql, due.day, symbols)
  const closes = new Map([...bars].map(([symbol, { price }]) => [symbol, price]))
  const open = symbols.filter((symbol) => !closes.has(symbol))
  for (const [symbol, { value }] of open.length > 0 ? await market.quotes(open) : [])
    if (value) closes.set(symbol, value.regular?.price ?? value.price)
  return closes
}

/** Charges what was short at the close for the nights until the next session. A stock without a price costs nothing. */
export async function chargeBorrow(
  { borrowRateBps }: Pick<SettlementDeps, 'borrowRateBps'>,
  tx: Tx,
  due: Due,
  closes: Closes,
): Promise<'borrow_fee' | 'nothing'> {
  const { accountId, epoch, day } = due
  const account = await lockAccount(tx, accountId)
  const key = keyOf(day)
  if (!account || account.epoch !== epoch || account.status === 'deleted') return 'nothing'
  if (await hasEntry(tx, accountId, epoch, key)) return 'nothing'
  const worthE4 = (await shortAtClose(tx, due)).reduce(
    (sum, { instrument, quantity }) => sum - quantity * e4Of(closes.get(instrument) ?? 0),
    0,
  )
  const nights = nightsAfter(day)
  const feeE4 = borrowFeeE4(worthE4, borrowRateBps, nights)
  if (feeE4 === 0) return 'nothing'
  const after = await postEntry(tx, account, { kind: 'borrow_fee', key, postings: cashPair('borrow', -feeE4) })
  await recordAccountEvent(tx, {
    accountId,
    epoch,
    kind: 'borrow_fee',
    actor: 'service',
    data: {
      subject: key,
      entry: after.entries,
      nights,
      rate_pct: borrowRateBps / 100,
      short_value: dollarsOf(worthE4),
      cash: dollarsOf(-feeE4),
    },
  })
  await recordDeficit(tx, account, after, key)
  return 'borrow_fee'
}

const keyOf = (day: TradingDay): string => `borrow_fee:${day}`
