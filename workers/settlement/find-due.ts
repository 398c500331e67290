import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Payload } from '../../shared/domain/contract/messages.ts'
import type { MarketQuote } from '../../shared/domain/market/market-quote.ts'
import { parseInstrument } from '../../shared/domain/trading/instrument.ts'
import { expiresAt, type SettlementPrice, settlementPrice } from '../../shared/domain/trading/settlement-price.ts'
import type { LiveMarket } from '../../shared/market/live-market.ts'
import type { Db, Tx } from '../../shared/postgres/server/db.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import { wasSplit } from '../../shared/postgres/trading/corporate-actions.ts'
import {
  accountsInDeficit,
  closesOfSession,
  freezeSettlementPrice,
  hasEvent,
  optionsHeldThrough,
  readSettlementPrice,
} from '../../shared/postgres/trading/settlement.ts'
import { sessionOnOrBefore } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { SettlementDeps } from './settlement-stage.ts'

/** This many symbols are one call to the market; a vendor that takes no lists gets one request for each. */
const SYMBOLS_AT_ONCE = 10

/** An underlying and an expiration day, with all accounts that hold such options. */
interface Expiry {
  underlying: string
  expiration: TradingDay
  holders: Map<number, { accountId: number; epoch: number }>
}

const subjectOf = ({ underlying, expiration }: Pick<Expiry, 'underlying' | 'expiration'>) =>
  `${underlying}:${expiration}`

async function expiriesBy(sql: Db, now: Date): Promise<Map<string, Expiry>> {
  const expiries = new Map<string, Expiry>()
  for (const { accountId, epoch, contract } of await optionsHeldThrough(sql, eastern(now).day)) {
    const option = parseInstrument(contract)
    if (option?.kind !== 'option' || expiresAt(option.expiration) > now) continue
    const { underlying, expiration } = option
    const expiry = expiries.get(subjectOf(option)) ?? { underlying, expiration, holders: new Map() }
    expiry.holders.set(accountId, { accountId, epoch })
    expiries.set(subjectOf(option), expiry)
  }
  return expiries
}

type FoundPrices = ReadonlyMap<string, SettlementPrice>

/** Read outside the transaction: settlement prices of expiries that have none yet, as far as they are known. */
export async function findPrices({ sql, clock, market }: SettlementDeps): Promise<FoundPrices> {
  const now = clock.now()
  const unpriced: Expiry[] = []
  for (const expiry of (await expiriesBy(sql, now)).values())
    if (!(await readSettlementPrice(sql, expiry.underlying, expiry.expiration))) unpriced.push(expiry)
  const quotes = await quotesOf(market, [...new Set(unpriced.map(({ underlying }) => underlying))])
  const found = new Map<string, SettlementPrice>()
  for (const { underlying, expiration } of unpriced) {
    const { day } = sessionOnOrBefore(expiration)
    // Skip: a split since then makes that day's price incomparable.
    if (await wasSplit(sql, underlying, { after: day, through: eastern(now).day })) continue
    const close = (await closesOfSession(sql, day, [underlying])).get(underlying) ?? null
    const price = settlementPrice(expiration, { close, quote: quotes.get(underlying) ?? null }, clock.now())
    if (price) found.set(subjectOf({ underlying, expiration }), price)
  }
  return found
}

async function quotesOf(market: LiveMarket, symbols: readonly string[]): Promise<Map<string, MarketQuote>> {
  const quotes = new Map<string, MarketQuote>()
  for (let from = 0; from < symbols.length; from += SYMBOLS_AT_ONCE) {
    for (const [symbol, { value }] of await market.quotes(symbols.slice(from, from + SYMBOLS_AT_ONCE)))
      if (value) quotes.set(symbol, value)
  }
  return quotes
}

/** Freezes the known prices and sends each holder a message; where the price is unknown, records once that it waits. */
export async function announceDue(
  { clock, log }: SettlementDeps,
  tx: Tx,
  { slot, occasion }: Payload<'settlement.due'>,
  found: FoundPrices,
): Promise<NewMessage[]> {
  const now = clock.now()
  const messages: NewMessage[] = []
  for (const expiry of (await expiriesBy(tx, now)).values()) {
    const { underlying, expiration, holders } = expiry
    const fresh = found.get(subjectOf(expiry))
    const price = fresh
      ? await freezeSettlementPrice(tx, underlying, expiration, fresh)
      : await readSettlementPrice(tx, underlying, expiration)
    if (!price) {
      log.warn({ underlying, expiration, accounts: holders.size }, 'settlement_waits')
      for (const holder of holders.values()) await recordWait(tx, holder, expiry)
      continue
    }
    for (const { accountId, epoch } of holders.values()) {
      messages.push({
        id: `settlement:${slot}/${accountId}.${epoch}/${subjectOf(expiry)}#1`,
        type: 'expiry.due',
        occurredAt: now,
        payload: { accountId, epoch, underlying, expiration },
      })
    }
  }
  if (occasion === 'open') {
    for (const { accountId, epoch } of await accountsInDeficit(tx)) {
      messages.push({
        id: `settlement:${slot}/${accountId}.${epoch}/liquidation#1`,
        type: 'liquidation.due',
        occurredAt: now,
        payload: { slot, accountId, epoch },
      })
    }
  }
  return messages
}

async function recordWait(tx: Tx, { accountId, epoch }: { accountId: number; epoch: number }, expiry: Expiry) {
  const subject = subjectOf(expiry)
  if (await hasEvent(tx, accountId, epoch, 'settlement_waits', subject)) return
  const { underlying, expiration } = expiry
  const reason = 'the close of the underlying is not known yet'
  await recordAccountEvent(tx, {
    accountId,
    epoch,
    kind: 'settlement_waits',
    actor: 'service',
    data: { subject, underlying, expiration, reason },
  })
}
