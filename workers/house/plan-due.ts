import { z } from 'zod'
import { planOrders } from '../../pipeline/screener/house/plan-orders.ts'
import type { SeenPrice } from '../../pipeline/screener/seen-price.ts'
import type { Tracked } from '../../pipeline/screener/tracked.ts'
import { HOUSE_ACCOUNTS, type HouseOrder } from '../../shared/domain/contract/screener/house-ids.ts'
import { errorMessage } from '../../shared/errors.ts'
import type { Log } from '../../shared/log.ts'
import {
  type HouseAccount,
  type HouseOutcome,
  houseAccounts,
  houseOrders,
} from '../../shared/postgres/screener/house.ts'
import { lockedRecords } from '../../shared/postgres/screener/records.ts'
import { marketAt } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { type RecordedPick, type RecordedProgress, trackedOf } from '../screener/record-rows.ts'
import { openHouse } from './house-tokens.ts'
import { followTrade, type HouseDeps, PLACED_WITHIN_MS } from './place-order.ts'

/** The findings of a slot: attempts to add, and outcomes of earlier ones. */
export interface Due {
  orders: readonly HouseOrder[]
  outcomes: readonly HouseOutcome[]
}

type DueDeps = HouseDeps & { log: Log }

/** Finds picks to enter and to leave, and attempts without an outcome. */
export async function planDue(deps: DueDeps, day: TradingDay, now: Date): Promise<Due> {
  const { sql } = deps
  await sql.begin(openHouse)
  const rows = await lockedRecords<RecordedPick, RecordedProgress>(sql)
  const contracts = rows.map((row) => trackedOf(row))
  const orders = await houseOrders(sql)
  const outcomes = await settle(deps, orders, now)
  const settled = orders.map((order) => outcomeFor(order, outcomes) ?? order)
  // A slot that is handled on a later day no longer has a session of its own.
  const isOpen = marketAt(now).phase === 'open' && eastern(now).day === day
  const prices = isOpen ? await pricesOf(deps, contracts, settled) : new Map<string, SeenPrice>()
  const planned: HouseOrder[] = []
  for (const account of await houseAccounts(sql)) {
    const own = settled.filter((order) => order.account === account.name)
    const held = isOpen ? await heldBy(deps, account) : null
    const since = eastern(account.since).day
    planned.push(
      ...planOrders({ account: account.name, since, day, now, isOpen, contracts, orders: own, prices, held }),
    )
  }
  return { orders: planned, outcomes }
}

const isSame = (a: HouseOrder, b: HouseOutcome): boolean =>
  a.account === b.account && a.contract === b.contract && a.leg === b.leg && a.attempt === b.attempt

function outcomeFor(order: HouseOrder, outcomes: readonly HouseOutcome[]): HouseOrder | null {
  const outcome = outcomes.find((each) => isSame(order, each))
  return outcome ? { ...order, state: outcome.state, reason: outcome.reason, fill: outcome.fill } : null
}

/** Executing trades have been filled by now, and an attempt whose message was lost is given up or followed. */
async function settle(deps: DueDeps, orders: readonly HouseOrder[], now: Date): Promise<HouseOutcome[]> {
  const open = orders.filter(
    ({ state, plannedAt }) =>
      state === 'executing' || (state === 'placing' && now.getTime() - plannedAt.getTime() > PLACED_WITHIN_MS),
  )
  const found: HouseOutcome[] = []
  for (const order of open) {
    const { account, contract, leg, attempt, tradeId } = order
    if (tradeId === null) {
      found.push({ account, contract, leg, attempt, state: 'ended', reason: 'too_late', fill: null })
      continue
    }
    const outcome = await quietly(deps, () => followTrade(deps, order))
    if (outcome) found.push(outcome)
  }
  return found
}

/** The API may be unreachable for a while; the next slot tries again. */
async function quietly<T>({ log }: DueDeps, ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    log.warn({ reason: errorMessage(error) }, 'house_api_away')
    return null
  }
}

const QUOTES_AT_ONCE = 10
const Quotes = z.object({
  quotes: z.array(
    z.object({
      symbol: z.string(),
      bid: z.number().nullable(),
      ask: z.number().nullable(),
      quoted_at: z.iso.datetime({ offset: true }).nullable(),
    }),
  ),
})
const Positions = z.object({ positions: z.array(z.object({ symbol: z.string(), quantity: z.int() })) })

/** Quotes of the names that a pick may still enter or has to leave. */
async function pricesOf(
  deps: DueDeps,
  contracts: readonly Tracked[],
  orders: readonly HouseOrder[],
): Promise<Map<string, SeenPrice>> {
  const live = new Set(
    orders
      .filter(({ state }) => state !== 'ended')
      .map(({ account, contract, leg }) => `${account} ${contract} ${leg}`),
  )
  const waiting = contracts.filter(({ id, contract }) => {
    const leg = contract!.exit ? 'exit' : 'entry'
    return HOUSE_ACCOUNTS.some((account) => {
      const isHeld = leg === 'entry' || live.has(`${account} ${id} entry`)
      return isHeld && !live.has(`${account} ${id} ${leg}`)
    })
  })
  const tickers = [...new Set(waiting.map(({ ticker }) => ticker))]
  const prices = new Map<string, SeenPrice>()
  for (let from = 0; from < tickers.length; from += QUOTES_AT_ONCE) {
    const symbols = tickers.slice(from, from + QUOTES_AT_ONCE).join(',')
    const path = `/api/v1/trading/quotes?symbols=${encodeURIComponent(symbols)}`
    const answer = await quietly(deps, () => deps.api.ask({ method: 'GET', path }))
    const quotes = Quotes.safeParse(answer?.body)
    if (!quotes.success) continue
    for (const { symbol, bid, ask, quoted_at: at } of quotes.data.quotes) {
      if (bid && ask && at) prices.set(symbol, { price: (bid + ask) / 2, quotedAt: new Date(at) })
    }
  }
  return prices
}

async function heldBy(deps: DueDeps, { name }: HouseAccount): Promise<Map<string, number> | null> {
  const answer = await quietly(deps, async () =>
    deps.api.ask({ method: 'GET', path: '/api/v1/trading/positions', token: await deps.tokens.token(name) }),
  )
  if (answer?.status === 401) deps.tokens.forget()
  const positions = Positions.safeParse(answer?.body)
  return positions.success ? new Map(positions.data.positions.map(({ symbol, quantity }) => [symbol, quantity])) : null
}
