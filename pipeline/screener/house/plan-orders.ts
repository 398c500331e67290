import type {
  HouseAccountName,
  HouseFill,
  HouseLeg,
  HouseOrder,
} from '../../../shared/domain/contract/screener/house-ids.ts'
import type { Chip } from '../../../shared/domain/contract/screener-ids.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { isOfSession, type SeenPrice } from '../seen-price.ts'
import type { Tracked } from '../tracked.ts'

/**
 * Dollars of a full position: a tenth of the opening cash, so that six open picks fit together with the margin of
 * shorts.
 */
export const HOUSE_SIZE = 10_000
const CHIP_SHARES: Readonly<Record<Chip, number>> = { 'NO-BET': 0, PROBATION: 0.5, BETTABLE: 1 }

export interface PlanInput {
  account: HouseAccountName
  /** The account's first day; it does not trade picks that entered earlier. */
  since: TradingDay
  day: TradingDay
  now: Date
  /** False outside the session: then nothing is sent. */
  isOpen: boolean
  /** Locked picks, oldest first. */
  contracts: readonly Tracked[]
  /** Every attempt of the account. */
  orders: readonly HouseOrder[]
  /** Quotes of names that a pick may enter or leave, by ticker. */
  prices: ReadonlyMap<string, SeenPrice>
  /** Shares that the account holds, negative when short; null while that is not known. */
  held: ReadonlyMap<string, number> | null
}

/** The attempts that are due now, and the legs that are closed without one. */
export function planOrders(input: PlanInput): HouseOrder[] {
  const legs = Map.groupBy(input.orders, ({ contract, leg }) => `${contract} ${leg}`)
  const of = ({ id }: Tracked, leg: HouseLeg) => legOf(legs.get(`${id} ${leg}`) ?? [])
  const holders = new Map<string, string>()
  for (const contract of input.contracts) {
    if (of(contract, 'entry').fill && !isClosed(of(contract, 'exit'))) holders.set(contract.ticker, contract.id)
  }
  return input.contracts.flatMap((contract) => {
    const [entry, exit] = [of(contract, 'entry'), of(contract, 'exit')]
    if (entry.fill) return exit.live || !contract.contract!.exit ? [] : planExit(contract, entry.fill, exit, input)
    if (entry.live) return []
    // Two picks on one name are traded one after the other: the second enters once the first has left.
    return planEntry(contract, entry, { ...input, isTaken: holders.has(contract.ticker) })
  })
}

interface Leg {
  attempts: number
  /** The attempt that counts; all others have ended. */
  live: HouseOrder | null
  fill: HouseFill | null
  lastReason: string | null
}

function legOf(orders: readonly HouseOrder[]): Leg {
  const live = orders.find(({ state }) => state !== 'ended') ?? null
  const lastReason = orders.at(-1)?.reason ?? null
  return { attempts: orders.length, live, fill: live?.fill ?? null, lastReason }
}

const isClosed = ({ live }: Leg): boolean => live?.state === 'filled' || live?.state === 'missed'

function planEntry(contract: Tracked, leg: Leg, input: PlanInput & { isTaken: boolean }): HouseOrder[] {
  const { account, since, day, isOpen, isTaken, prices } = input
  const { id, ticker, entry, runAt, runSlot, day: lockedOn } = contract
  const order = orderOf(id, 'entry', leg, input)
  if (leg.attempts === 0 && entry !== null && entry.day < since) return []
  const dollars = account === 'equal' ? HOUSE_SIZE : HOUSE_SIZE * CHIP_SHARES[contract.contract!.chip]
  if (dollars === 0) return [{ ...order, state: 'skipped', reason: `${contract.contract!.chip} is sized at nothing` }]
  if (contract.contract!.exit !== null || (entry !== null && entry.day < day)) {
    const reason = leg.lastReason ?? 'no order could be sent while the entry was open'
    return [{ ...order, state: 'missed', reason }]
  }
  const mayEnter = lockedOn < day || (runSlot === 'am' && lockedOn === day)
  const quote = prices.get(ticker)
  if (!isOpen || !mayEnter || isTaken || !isOfSession(quote, day) || quote.quotedAt < new Date(runAt)) return []
  const quantity = Math.floor(dollars / quote.price)
  if (quantity === 0) return [{ ...order, state: 'missed', reason: `one share costs more than ${dollars} dollars` }]
  return [{ ...order, quantity, state: 'placing' }]
}

function planExit(contract: Tracked, fill: HouseFill, leg: Leg, input: PlanInput): HouseOrder[] {
  const { day, isOpen, held, prices } = input
  if (!isOpen || held === null || !isOfSession(prices.get(contract.ticker), day)) return []
  const order = orderOf(contract.id, 'exit', leg, input)
  const shares = held.get(contract.ticker) ?? 0
  // Splits may have changed the number since the entry, and the service may have closed a position itself.
  const isOwn = Math.sign(shares) === (fill.side === 'buy' ? 1 : -1)
  if (!isOwn) return [{ ...order, state: 'missed', reason: 'the position was closed by something else' }]
  return [{ ...order, quantity: Math.abs(shares), state: 'placing' }]
}

const orderOf = (contract: string, leg: HouseLeg, { attempts }: Leg, { account, day, now }: PlanInput) => ({
  account,
  contract,
  leg,
  attempt: attempts + 1,
  day,
  plannedAt: now,
  quantity: 0,
  tradeId: null,
  reason: null,
  fill: null,
})

/** Buys for longs that enter and shorts that leave. */
export const sideOf = ({ side }: Pick<Tracked, 'side'>, leg: HouseLeg): 'buy' | 'sell' =>
  (side === 'long') === (leg === 'entry') ? 'buy' : 'sell'
