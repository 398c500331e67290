import { instantAt } from '../../shared/time/eastern.ts'
import { hashText, mix } from '../world/random.ts'
import { instantOf, quotedAt } from '../world/surface-at.ts'
import type { Moment, World } from '../world/world.ts'
import type { StockFeed } from './alpaca-account.ts'
import { round } from './cboe-underlying.ts'
import { type TradedSymbol, tradedAt } from './traded-symbol.ts'

const DELAY_MS = 15 * 60_000
/** One exchange sees this share of the volume, and a wider touch. */
const IEX = { share: 0.025, half: 0.02, exchange: 'V' }
const ALL = { share: 1, half: 0.01, exchange: 'P' }

export const seenAt = (feed: StockFeed, instant: Date): Date =>
  feed === 'delayed_sip' ? new Date(instant.getTime() - DELAY_MS) : instant

/** Nine digits of a second, as the vendor's clocks have; the last ones are random. */
export const nanoseconds = (instant: Date, draw: number): string =>
  instant.toISOString().replace('Z', `${String(draw % 1_000_000).padStart(6, '0')}Z`)

export type Shares = {
  latestTrade: Record<string, unknown> & { p: number }
  latestQuote: Record<string, unknown>
}

/** Symbols of traded shares; indices are not traded. */
const NAME = /^[A-Z]{1,5}(?:\.[A-Z])?$/

const tradedBy = (world: World, moment: Moment, symbol: string): TradedSymbol | null =>
  NAME.test(symbol) ? tradedAt(world, moment, symbol) : null

/** Last trade and touch of a symbol on a feed; null if the vendor does not know the symbol. */
export const sharesAt = (world: World, symbol: string, feed: StockFeed, requestedAt: Date): Shares | null => {
  const instant = seenAt(feed, requestedAt)
  const moment = world.momentAt(instant)
  const traded = tradedBy(world, moment, symbol)
  if (!traded) return null
  const { half, exchange } = feed === 'iex' ? IEX : ALL
  const at = quotedAt(moment, instant)
  const second = Math.floor(at.getTime() / 1_000)
  const draw = mix(world.seed, second % 1_000_000, moment.index, hashText(symbol))
  const price = round(traded.price, 2)
  return {
    latestTrade: {
      t: nanoseconds(new Date(second * 1_000), draw),
      x: exchange,
      p: price,
      s: 1 + (draw % 300),
      c: ['@'],
      i: second,
      z: 'B',
    },
    latestQuote: {
      t: nanoseconds(at, draw >>> 4),
      ax: exchange,
      ap: round(price + half, 2),
      as: 1 + (draw % 19),
      bx: exchange,
      bp: round(price - half, 2),
      bs: 1 + ((draw >>> 8) % 19),
      c: ['R'],
      z: 'B',
    },
  }
}

const bar = (t: Date, { open, high, low, price, volume }: TradedSymbol, share: number): Record<string, unknown> => ({
  t: t.toISOString().replace('.000Z', 'Z'),
  o: round(open, 2),
  h: round(Math.max(high, price), 2),
  l: round(Math.min(low, price), 2),
  c: round(price, 2),
  v: Math.round(volume * share),
  n: Math.max(1, Math.round((volume * share) / 90)),
  vw: round((high + low + price) / 3, 4),
})

/** A snapshot in the vendor's form. */
export const snapshotOf = (world: World, symbol: string, feed: StockFeed, requestedAt: Date): object | null => {
  const shares = sharesAt(world, symbol, feed, requestedAt)
  if (!shares) return null
  const { share } = feed === 'iex' ? IEX : ALL
  const moment = world.momentAt(seenAt(feed, requestedAt))
  const before = world.closeOf(Math.max(0, moment.index - 1))
  const [today, yesterday] = [tradedBy(world, moment, symbol)!, tradedBy(world, before, symbol)!]
  const minute = { ...today, open: today.price, high: today.price, low: today.price, volume: today.volume / 390 }
  return {
    ...shares,
    minuteBar: bar(instantOf(moment), minute, share),
    dailyBar: bar(instantAt(moment.day, '00:00'), today, share),
    prevDailyBar: bar(instantAt(before.day, '00:00'), yesterday, share),
  }
}
