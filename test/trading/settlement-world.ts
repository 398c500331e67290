import { afterEach, beforeEach, expect } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../harness/database.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { type NewMessage, toEnvelope } from '../../shared/broker/new-message.ts'
import type { MessageType, Payload } from '../../shared/domain/contract/messages.ts'
import type { LiveChain, LiveContract } from '../../shared/domain/market/live-chain.ts'
import type { MarketQuote } from '../../shared/domain/market/market-quote.ts'
import { multiplierOf, parseInstrument } from '../../shared/domain/trading/instrument.ts'
import { type Log, silentLog } from '../../shared/log.ts'
import type { LiveMarket, Lookup } from '../../shared/market/live-market.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { accountEvents } from '../../shared/postgres/trading/account-events.ts'
import { type Account, readAccount } from '../../shared/postgres/trading/accounts.ts'
import { readPositions } from '../../shared/postgres/trading/ledger.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { settlementStage } from '../../workers/settlement/settlement-stage.ts'
import { allowedOnce, brokenRules, openAccount, post, trade } from './ledger-world.ts'

export const DOLLAR = 10_000
export const at = (day: string, time: string): Date => instantAt(tradingDay(day), time)

/** The market's quote of an instrument; absent: it has none. */
export interface Quoted {
  price: number
  bid?: number
  ask?: number
  previousClose?: number
  quotedAt?: Date
}

/** A fresh database and market for each test of a file; after each test the audit must find nothing. */
export function inEachTest(now: Date, begin: (world: SettlementWorld) => void): void {
  let world: SettlementWorld
  beforeEach(async () => {
    world = await openSettlementWorld(now)
    begin(world)
  })
  afterEach(async () => {
    try {
      expect(await brokenRules(world.db.sql)).toEqual([])
    } finally {
      await world.db.drop()
    }
  })
}

export interface SettlementWorld {
  db: TestDatabase
  now: Date
  market: LiveMarket
  log: Log
  borrowRateBps: number
  quoted: Map<string, Quoted>
  /** Moves service time and the clock together. */
  moveTo(now: Date): Promise<void>
  /** Opens an account that bought and wrote the given instruments at a price per share. */
  open(cash: number, held?: readonly (readonly [name: string, quantity: number, price: number])[]): Promise<number>
  deliver<T extends MessageType>(message: NewMessage<T>, options?: Options): Promise<string>
  /** Runs one settlement slot and every message that it sends. */
  runDue(occasion: Payload<'settlement.due'>['occasion'], day: string): Promise<NewMessage[]>
  /** The messages written since the last call. */
  written(): Promise<NewMessage[]>
  account(id: number): Promise<Account>
  /** Cash in dollars, then each position with its cost. */
  holdings(id: number): Promise<string[]>
  eventsOf(id: number): Promise<string[]>
}

interface Options {
  redelivered?: boolean
  onPoint?: (point: string) => void
}

export async function openSettlementWorld(now: Date): Promise<SettlementWorld> {
  const db = await freshDatabase()
  await db.sql`
    insert into service_time (real_origin, service_origin, speed, since, last_seen)
    values (clock_timestamp(), ${now}, 0, ${now}, ${now})`
  const seen = new Set<string>()
  const quoted = new Map<string, Quoted>()
  const world: SettlementWorld = {
    db,
    now,
    quoted,
    log: silentLog,
    borrowRateBps: 0,
    market: marketOf(quoted, () => world.now),
    async moveTo(next) {
      world.now = next
      await db.sql`update service_time set real_origin = clock_timestamp(), service_origin = ${next}, last_seen = ${next}`
    },
    async open(cash, held = []) {
      const { id } = await openAccount(db.sql, cash * DOLLAR)
      if (held.some(([name, quantity]) => quantity < 0 && parseInstrument(name)?.kind === 'stock'))
        await allowedOnce(db.sql, id)
      for (const [instrument, quantity, price] of held) {
        const notionalE4 = Math.round(Math.abs(quantity) * price * multiplierOf(parseInstrument(instrument)!) * DOLLAR)
        const none = { quantity: 0, costE4: 0 }
        await post(db.sql, id, trade({ instrument, quantity, notionalE4, held: none, mayBeShort: quantity < 0 }))
      }
      return id
    },
    async deliver(message, { redelivered = false, onPoint } = {}) {
      const deps = { sql: db.sql, relay: quietRelay(), log: world.log }
      const stage = settlementStage({
        sql: db.sql,
        market: world.market,
        clock: { now: () => world.now },
        borrowRateBps: world.borrowRateBps,
        log: world.log,
      })
      const delivery = { body: toEnvelope(message as NewMessage), deliveryId: message.id, redelivered }
      return (await handleDelivery(deps, stage, delivery, onPoint ? { onPoint } : {})).outcome
    },
    async written() {
      const rows = await db.sql<{ envelope: { id: string; type: MessageType; payload: unknown } }[]>`
        select o.envelope from outbox as o where o.message_id <> all(${[...seen]}) order by o.message_id`
      for (const { envelope } of rows) seen.add(envelope.id)
      return rows.map(
        ({ envelope: { id, type, payload } }) => ({ id, type, payload, occurredAt: world.now }) as NewMessage,
      )
    },
    async runDue(occasion, day) {
      const slot = `settlement:${day}/${occasion}`
      const payload = { slot, occasion, day: tradingDay(day) }
      await world.deliver({ id: `schedule:${slot}#1`, type: 'settlement.due', occurredAt: world.now, payload })
      const messages = await world.written()
      for (const message of messages) await world.deliver(message)
      return messages
    },
    account: async (id) => (await readAccount(db.sql, id))!,
    holdings: async (id) => await readHoldingLines(db.sql, await world.account(id)),
    eventsOf: (id) => readEventLines(db.sql, id),
  }
  return world
}

async function readHoldingLines(sql: Pool, { id, epoch, cashE4 }: Account): Promise<string[]> {
  const positions = await readPositions(sql, id, epoch)
  return [
    `${cashE4 / DOLLAR}`,
    ...positions.map(({ instrument, quantity, costE4 }) => `${instrument} ${quantity} at ${costE4 / DOLLAR}`),
  ]
}

async function readEventLines(sql: Pool, id: number): Promise<string[]> {
  const { events } = await accountEvents(sql, id, { limit: 100, offset: 0 })
  return events
    .filter(({ kind }) => kind !== 'created' && kind !== 'shorting_changed')
    .map(({ kind, data }) => [kind, data.contract ?? data.instrument ?? data.subject, data.quantity].join(' ').trim())
    .reverse()
}

/** A market in place of the vendors. */
function marketOf(quoted: ReadonlyMap<string, Quoted>, now: () => Date): LiveMarket {
  const quote = (symbol: string, { price, bid, ask, previousClose, quotedAt }: Quoted): MarketQuote => ({
    symbol,
    price,
    bid: bid ?? price - 0.01,
    ask: ask ?? price + 0.01,
    bidSize: 100,
    askSize: 100,
    volume: 1,
    previousClose: previousClose ?? null,
    quotedAt: quotedAt ?? now(),
    source: 'schwab',
    delaySeconds: 0,
  })
  return {
    async quotes(symbols) {
      return new Map(
        symbols.map((symbol): [string, Lookup<MarketQuote>] => {
          const reply = quoted.get(symbol)
          return [symbol, { value: reply ? quote(symbol, reply) : null, reason: reply ? null : 'away', unknown: false }]
        }),
      )
    },
    async chain(underlying, { expiration }) {
      const contracts = [...quoted].flatMap(([name, { price, bid, ask }]): LiveContract[] => {
        const option = parseInstrument(name)
        if (option?.kind !== 'option' || option.underlying !== underlying || option.expiration !== expiration) return []
        const { contract, right, strike } = option
        const none = { volume: null, openInterest: null, iv: null, gamma: null, greeks: null }
        const sides = { bid: bid ?? price - 0.01, ask: ask ?? price + 0.01, bidSize: 10, askSize: 10 }
        return [{ ...none, ...sides, contract, expiration, right, strike } as unknown as LiveContract]
      })
      const chain: LiveChain | null = expiration && {
        underlying,
        spot: 1,
        quotedAt: now(),
        source: 'schwab',
        delaySeconds: 0,
        expiration,
        contracts,
      }
      return { value: { expirations: expiration ? [expiration] : [], chain }, reason: null, unknown: false }
    },
  }
}
