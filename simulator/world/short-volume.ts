import { type Daily, dayNumber } from './daily-path.ts'
import { MEMBERS } from './members.ts'
import { hashText, inverseNormal, randomOf, uniformOf } from './random.ts'

/** Off-exchange shares of one symbol on one day. Millionths of a share are real since brokers report fractions. */
export type ShortVolume = { symbol: string; short: number; exempt: number; total: number }

const STREAM = { size: 41, habit: 42, day: 43 } as const

/** What retail trades most, and so what brokers fill off exchange. */
const HEAVY = new Set('NVDA TSLA AAPL AMD AMZN META MSFT INTC GOOGL F BAC T PFE AVGO ORCL'.split(' '))

const micro = (value: number): number => Math.round(value * 1e6) / 1e6

/** Every symbol's share sold short scatters around the day's dark index, so any weighting of many comes back to it. */
export const shortVolumes = (seed: number, daily: Daily): ShortVolume[] =>
  MEMBERS.map(({ symbol }) => {
    const name = hashText(symbol)
    const random = randomOf(seed, dayNumber(daily.day), STREAM.day, name)
    const size = (HEAVY.has(symbol) ? 2.2e7 : 1.5e6) * Math.exp(0.7 * inverseNormal(uniformOf(seed, STREAM.size, name)))
    const habit = 0.035 * inverseNormal(uniformOf(seed, STREAM.habit, name))
    const total = micro(size * (daily.volatility.vix / 17) ** 0.45 * Math.exp(0.22 * random.normal()))
    const share = Math.max(0.12, Math.min(0.85, daily.dealers.dix + habit + 0.045 * random.normal()))
    const short = micro(total * share)
    return { symbol, short, exempt: Math.floor(short * 0.008 * random.uniform()), total }
  }).sort((a, b) => (a.symbol < b.symbol ? -1 : 1))
