import { type Daily, dayNumber } from './daily-path.ts'
import { MEMBERS } from './members.ts'
import { hashText, inverseNormal, type Random, randomOf, uniformOf } from './random.ts'

/** Off-exchange shares of one symbol on one day. Millionths of a share are real since brokers report fractions. */
export type ShortVolume = { symbol: string; short: number; exempt: number; total: number }

/** The share of all trading that brokers fill themselves. */
const OFF_EXCHANGE = 0.45

const STREAM = { size: 41, habit: 42, day: 43 } as const

/** The symbols that retail trades most, which brokers fill off exchange. */
const HEAVY = new Set('NVDA TSLA AAPL AMD AMZN META MSFT INTC GOOGL F BAC T PFE AVGO ORCL'.split(' '))

const micro = (value: number): number => Math.round(value * 1e6) / 1e6

const offExchange = (seed: number, daily: Daily, symbol: string): { name: number; random: Random; total: number } => {
  const name = hashText(symbol)
  const random = randomOf(seed, dayNumber(daily.day), STREAM.day, name)
  const size = (HEAVY.has(symbol) ? 2.2e7 : 1.5e6) * Math.exp(0.7 * inverseNormal(uniformOf(seed, STREAM.size, name)))
  return { name, random, total: micro(size * dayBusyness(daily, random)) }
}

/** Fear makes the next day busy: volume seen within a session must not tell how the session will end. */
const dayBusyness = ({ volatility }: Daily, random: Random): number =>
  (volatility.vixBefore / 17) ** 0.45 * Math.exp(0.22 * random.normal())

/** Shares of a member that all venues trade in a session. */
export const memberShares = (seed: number, daily: Daily, symbol: string): number =>
  offExchange(seed, daily, symbol).total / OFF_EXCHANGE

/** The same for a fund, which no short-volume file here contains. */
export const fundShares = (seed: number, daily: Daily, symbol: string, usual: number): number =>
  usual * dayBusyness(daily, randomOf(seed, dayNumber(daily.day), STREAM.day, hashText(symbol)))

/** Every symbol's short share scatters around the day's dark index, so a weighting of many symbols returns it. */
export const shortVolumes = (seed: number, daily: Daily): ShortVolume[] =>
  MEMBERS.map(({ symbol }) => {
    const { name, random, total } = offExchange(seed, daily, symbol)
    const habit = 0.035 * inverseNormal(uniformOf(seed, STREAM.habit, name))
    const share = Math.max(0.12, Math.min(0.85, daily.dealers.dix + habit + 0.045 * random.normal()))
    const short = micro(total * share)
    return { symbol, short, exempt: Math.floor(short * 0.008 * random.uniform()), total }
  }).sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
