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
export const TICKERS = Array.from({ length: NAMES }, (_, at) => letters(at))

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

/** Fills a database with a year and a half of bars and a year and a half of SPY and VIX. */
export async function seedScreener(sql: Pool): Promise<void> {
  const days = sessionsBetween(addSessions(TODAY, 1 - SESSIONS).day, TODAY)
  const members = TICKERS.map((symbol) => ({ symbol, sector: 'Energy' as const, since: null }))
  await saveMembers(sql, members, { at: instantAt(days[0]!, '09:00'), source: 'test' })
  const names = [...TICKERS, BENCHMARK]
  for (const [at, symbol] of names.entries()) await saveMemberBars(sql, walk(symbol, days, at + 1), 'test')
  const random = seeded(7)
  let spy = 500
  const observations = sessionsBetween(addSessions(TODAY, 1 - BAND_SESSIONS).day, TODAY).flatMap((day) => {
    spy *= Math.exp(0.02 * (random() - 0.5))
    const known = { day, knownAt: instantAt(day, '20:00'), source: 'test', origin: 'imported' as const }
    return [
      { ...known, series: 'spy_close' as const, value: spy },
      { ...known, series: 'vix_close' as const, value: 14 + 6 * random() },
    ]
  })
  await saveObservations(sql, observations)
}

/** Good quotes for any symbol at its price; a symbol that is missing has none. */
export const marketOf = (prices: ReadonlyMap<string, number>): LiveMarket => ({
  quotes: async (symbols) =>
    new Map(
      symbols.map((symbol) => {
        const price = prices.get(symbol)
        const quote = price === undefined ? null : { symbol, price, bid: price - 0.01, ask: price + 0.01 }
        return [symbol, { value: quote, reason: quote ? null : 'no quote', unknown: false }] as never
      }),
    ),
  chain: () => Promise.reject(new Error('the screener reads no chains')),
})

interface Drive {
  sql: Pool
  now: Date
  prices?: ReadonlyMap<string, number>
  /** Reorders what is in hand, as competing workers would. */
  shuffle?: () => number
  /** Delivers every message so many times. */
  times?: number
}

/** Delivers messages to the stage, each in one transaction, until none is left. */
export async function drive(
  first: readonly NewMessage[],
  { sql, now, prices, shuffle, times = 1 }: Drive,
): Promise<void> {
  const market = marketOf(prices ?? new Map())
  const stage = screenerStage({ sql, market, clock: fixedClock(now), log: silentLog }) as unknown as StageHandler<
    MessageType,
    unknown
  >
  let inHand = [...first]
  while (inHand.length > 0) {
    const at = shuffle ? Math.floor(shuffle() * inHand.length) : 0
    const [message] = inHand.splice(at, 1)
    for (let time = 0; time < times; time++) {
      const prepared = await stage.prepare!(message as unknown as Message<MessageType>)
      const sent = await sql.begin((tx) => stage.handle(tx, message as unknown as Message<MessageType>, prepared))
      inHand = [...inHand, ...(sent as NewMessage[])]
    }
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
