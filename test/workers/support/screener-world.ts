import type { NewMessage } from '../../../shared/broker/new-message.ts'
import type { Message, StageHandler } from '../../../shared/broker/run-stage.ts'
import type { MessageType } from '../../../shared/domain/contract/messages.ts'
import { BENCHMARK } from '../../../shared/domain/market/liquid-funds.ts'
import { seeded } from '../../../shared/domain/seeded.ts'
import { silentLog } from '../../../shared/log.ts'
import type { LiveMarket } from '../../../shared/market/live-market.ts'
import { type KnownBar, saveMemberBars, saveMembers } from '../../../shared/postgres/market/members.ts'
import { saveObservations } from '../../../shared/postgres/market/observations.ts'
import type { Pool } from '../../../shared/postgres/server/db.ts'
import { addSessions, sessionsBetween } from '../../../shared/time/calendar.ts'
import { fixedClock } from '../../../shared/time/clock.ts'
import { instantAt } from '../../../shared/time/eastern.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { screenerStage } from '../../../workers/screener/screener-stage.ts'

export const TODAY = '2026-11-20' as TradingDay
/** A year of bars before the first run. */
const SESSIONS = 300
const BAND_SESSIONS = 420
const NAMES = 40

const letters = (at: number): string => `Z${String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26))}`

/** Walks with sudden falls and rises, so that every archetype finds something. */
function walk(symbol: string, days: readonly TradingDay[], seed: number): KnownBar[] {
  const random = seeded(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  let price = 40 + 100 * random()
  let drift = 0
  return days.map((day) => {
    if (random() < 0.03) drift = 0.03 * normal()
    if (random() < 0.2) drift = 0
    const open = price * Math.exp(0.004 * normal())
    price *= Math.exp(drift + (symbol === BENCHMARK ? 0.006 : 0.016) * normal())
    const [high, low] = [Math.max(open, price) * 1.004, Math.min(open, price) * 0.996]
    const range = { open, high, low, volume: Math.round(1e6 * Math.exp(0.4 * normal() + 20 * Math.abs(drift))) }
    return { symbol, day, close: price, range, knownAt: instantAt(day, '17:05'), origin: 'imported' }
  })
}

interface Seed {
  upTo?: TradingDay
  sessions?: number
  names?: number
}

/** Fills a database with bars of a year and more, and with SPY and VIX of as long. Returns the bars by name. */
export async function seedScreener(
  sql: Pool,
  { upTo = TODAY, sessions = SESSIONS, names = NAMES }: Seed = {},
): Promise<ReadonlyMap<string, readonly KnownBar[]>> {
  const days = sessionsBetween(addSessions(upTo, 1 - sessions).day, upTo)
  const own = Array.from({ length: names }, (_, at) => letters(at))
  const members = own.map((symbol) => ({ symbol, sector: 'Energy' as const, since: null }))
  await saveMembers(sql, members, { at: instantAt(days[0]!, '09:00'), source: 'test' })
  const bars = new Map([...own, BENCHMARK].map((symbol, at) => [symbol, walk(symbol, days, at + 1)]))
  for (const list of bars.values()) await saveMemberBars(sql, list, 'test')
  const random = seeded(7)
  let spy = 500
  const observations = sessionsBetween(addSessions(upTo, 1 - BAND_SESSIONS).day, upTo).flatMap((day) => {
    spy *= Math.exp(0.02 * (random() - 0.5))
    const known = { day, knownAt: instantAt(day, '20:00'), source: 'test', origin: 'imported' as const }
    return [
      { ...known, series: 'spy_close' as const, value: spy },
      { ...known, series: 'vix_close' as const, value: 14 + 6 * random() },
    ]
  })
  await saveObservations(sql, observations)
  return bars
}

/** Good quotes for any symbol at its price; a symbol that is missing has none. */
export const marketOf = (prices: ReadonlyMap<string, number>, quotedAt: Date): LiveMarket => ({
  quotes: async (symbols) =>
    new Map(
      symbols.map((symbol) => {
        const price = prices.get(symbol)
        const quote =
          price === undefined ? null : { symbol, price, open: price, bid: price - 0.01, ask: price + 0.01, quotedAt }
        return [symbol, { value: quote, reason: quote ? null : 'no quote', unknown: false }] as never
      }),
    ),
  chain: () => Promise.reject(new Error('the screener reads no chains')),
})

interface Drive {
  sql: Pool
  now: Date
  prices?: ReadonlyMap<string, number>
  /** When the vendor saw the prices; absent: now. */
  quotedAt?: Date
  /** Reorders the current messages, as competing workers would. */
  shuffle?: () => number
  /** Delivers every message so many times. */
  times?: number
  /** Copies of the stage that compete for messages. */
  workers?: number
  /** A delivery that draws less than this dies before its commit and is delivered again. */
  deaths?: { share: number; random(): number }
}

const DIED = new Error('the worker died')

/** Delivers messages to the stage, each in one transaction, until none is left. */
export async function drive(
  first: readonly NewMessage[],
  { sql, now, prices, quotedAt = now, shuffle, times = 1, workers = 1, deaths }: Drive,
): Promise<void> {
  const market = marketOf(prices ?? new Map(), quotedAt)
  const stage = screenerStage({ sql, market, clock: fixedClock(now), log: silentLog }) as unknown as StageHandler<
    MessageType,
    unknown
  >
  const inHand = [...first]
  const deliver = async (message: Message<MessageType>): Promise<void> => {
    const prepared = await stage.prepare!(message)
    const dies = deaths !== undefined && deaths.random() < deaths.share
    try {
      const sent = await sql.begin(async (tx) => {
        const messages = await stage.handle(tx, message, prepared)
        if (dies) throw DIED
        return messages
      })
      inHand.push(...(sent as NewMessage[]))
    } catch (error) {
      if (error !== DIED) throw error
      inHand.push(message as unknown as NewMessage)
    }
  }
  const take = (): Message<MessageType> => {
    const [message] = inHand.splice(shuffle ? Math.floor(shuffle() * inHand.length) : 0, 1)
    return message as unknown as Message<MessageType>
  }
  while (inHand.length > 0) {
    const taken = Array.from({ length: Math.min(workers, inHand.length) }, take)
    for (let time = 0; time < times; time++) await Promise.all(taken.map(deliver))
  }
}

export const dueMessage = (
  day: TradingDay,
  slot: 'am' | 'pm',
  origin: 'scheduled' | 'backfill' = 'scheduled',
): NewMessage<'screener.due'> => ({
  id: `schedule:screener:${day}-${slot}#1`,
  type: 'screener.due',
  occurredAt: instantAt(day, slot === 'am' ? '10:30' : '17:30'),
  cycleId: null,
  payload: { day, slot, origin },
})
