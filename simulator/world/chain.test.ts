import { describe, expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { optionValue } from './black-scholes.ts'
import type { Chain, Contract } from './chain.ts'
import { levelsAt } from './levels.ts'
import { createWorld } from './world.ts'

const world = createWorld(1316)
const last = world.indexOf(tradingDay('2026-11-20'))

/** The most stressed close of the last years, and a calm one: searched for, so that a retuned world keeps its test. */
const extreme = (better: (a: number, b: number) => boolean): string => {
  let best = world.daily(last - 750)
  for (let index = last - 750; index <= last; index++) {
    const daily = world.daily(index)
    if (better(daily.volatility.vix, best.volatility.vix)) best = daily
  }
  return best.day
}

const MOMENTS = [
  ['calm close', `${extreme((a, b) => a < b)}T23:00:00Z`],
  ['stressed close', `${extreme((a, b) => a > b)}T23:00:00Z`],
  ['stressed midday', `${extreme((a, b) => a > b)}T17:00:00Z`],
  ['first minute', '2026-11-20T14:30:00Z'],
  ['intraday', '2026-11-20T17:03:00Z'],
  ['an hour before expiry', '2026-11-20T20:01:00Z'],
  ['2005', '2005-06-01T15:00:00Z'],
] as const

/** The same seed in a crash, whose second day is 2026-12-08. */
const crashing = createWorld(1316, undefined, { name: 'crash', first: tradingDay('2026-12-07') })
const IN_A_CRASH = [
  ['second midday of a crash', '2026-12-08T17:00:00Z'],
  ['second close of a crash', '2026-12-08T23:00:00Z'],
] as const

const worldAt = (at: string) => (IN_A_CRASH.some(([, instant]) => instant === at) ? crashing : world)
const chainAt = (at: string): Chain => worldAt(at).chain(worldAt(at).momentAt(new Date(at)))

/** Contracts of one expiration and side by strike: the tests below read quotes only, not model values. */
const slices = (chain: Chain): Map<string, { calls: Contract[]; puts: Contract[] }> => {
  const found = new Map<string, { calls: Contract[]; puts: Contract[] }>()
  for (const contract of chain.contracts) {
    const slice = found.get(contract.expiration) ?? { calls: [], puts: [] }
    ;(contract.side === 'C' ? slice.calls : slice.puts).push(contract)
    found.set(contract.expiration, slice)
  }
  return found
}

const CENT = 1e-9

/** The total variance that a price implies, by bisection; null where the price is outside the model's bounds. */
const impliedVariance = (side: 'C' | 'P', price: number, forward: number, strike: number, discount: number) => {
  const value = (variance: number) =>
    discount * optionValue(side, forward, strike, 1, variance, { rate: 0, dividend: 0 })
  if (price <= value(1e-12) || price >= value(25)) return null
  let low = 1e-12
  let high = 25
  for (let i = 0; i < 80; i++) {
    const middle = (low + high) / 2
    if (value(middle) < price) low = middle
    else high = middle
  }
  return (low + high) / 2
}

describe.each([...MOMENTS, ...IN_A_CRASH])('the chain, %s', (_name, at) => {
  const chain = chainAt(at)
  const { spot, carry } = chain.surface

  test('quotes are two-sided and never crossed', () => {
    for (const { bid, ask, value } of chain.contracts) {
      expect(ask).toBeGreaterThan(bid)
      expect(bid).toBeGreaterThanOrEqual(0)
      expect(Math.abs(Math.round(ask * 100) - ask * 100)).toBeLessThan(1e-6)
      expect(value).toBeGreaterThanOrEqual(bid - CENT)
      expect(value).toBeLessThanOrEqual(ask + CENT)
    }
  })

  test('no vertical and no butterfly is an arbitrage at the quotes', () => {
    for (const { calls, puts } of slices(chain).values()) {
      for (const [side, list] of [
        ['C', calls],
        ['P', puts],
      ] as const) {
        for (let i = 1; i < list.length; i++) {
          const [low, high] = side === 'C' ? [list[i]!, list[i - 1]!] : [list[i - 1]!, list[i]!]
          expect(high.ask - low.bid).toBeGreaterThanOrEqual(-CENT)
          expect(high.bid - low.ask).toBeLessThanOrEqual(Math.abs(high.strike - low.strike) + CENT)
        }
        for (let i = 2; i < list.length; i++) {
          const [a, b, c] = [list[i - 2]!, list[i - 1]!, list[i]!]
          const weight = (c.strike - b.strike) / (c.strike - a.strike)
          expect(weight * a.ask + (1 - weight) * c.ask - b.bid).toBeGreaterThanOrEqual(-CENT)
        }
      }
    }
  })

  test('put-call parity holds within the quotes', () => {
    for (const { calls, puts } of slices(chain).values()) {
      const { years } = calls[0]!
      const { rate, dividend } = carry(years)
      for (const [index, call] of calls.entries()) {
        const put = puts[index]!
        const parity = spot * Math.exp(-dividend * years) - call.strike * Math.exp(-rate * years)
        expect(call.bid - put.ask).toBeLessThanOrEqual(parity + CENT)
        expect(call.ask - put.bid).toBeGreaterThanOrEqual(parity - CENT)
      }
    }
  })

  test('total variance grows with the expiration at every moneyness', () => {
    const curves = [...slices(chain).values()].map(({ calls, puts }) => {
      const { years } = calls[0]!
      const { rate, dividend } = carry(years)
      const forward = spot * Math.exp((rate - dividend) * years)
      const discount = Math.exp(-rate * years)
      return calls.flatMap((call, index) => {
        const quoted = call.strike < forward ? puts[index]! : call
        const low = impliedVariance(quoted.side, quoted.bid, forward, call.strike, discount)
        const high = impliedVariance(quoted.side, quoted.ask, forward, call.strike, discount)
        return low === null || high === null ? [] : [{ k: Math.log(call.strike / forward), low, high }]
      })
    })
    let compared = 0
    for (let i = 1; i < curves.length; i++) {
      for (const point of curves[i - 1]!) {
        const right = curves[i]!.findIndex(({ k }) => k >= point.k)
        if (right <= 0) continue
        const [a, b] = [curves[i]![right - 1]!, curves[i]![right]!]
        // Total variance is convex in the middle, where interpolation overstates it, but never by more than the quotes.
        const upper = Math.max(a.high, b.high)
        expect(upper).toBeGreaterThanOrEqual(point.low)
        compared++
      }
    }
    expect(compared).toBeGreaterThan(300)
  })

  test('thirty-day variance from the quotes is the VIX of that moment within a point, or a twentieth in a crash', () => {
    const target = 30 / 365
    const strips = [...slices(chain).values()]
      .filter(({ calls }) => calls[0]!.years > 0.03)
      .map(({ calls, puts }) => {
        const { years } = calls[0]!
        const { rate, dividend } = carry(years)
        const forward = spot * Math.exp((rate - dividend) * years)
        let sum = 0
        for (let i = 0; i < calls.length; i++) {
          const { strike } = calls[i]!
          const width = ((calls[i + 1] ?? calls[i]!).strike - (calls[i - 1] ?? calls[i]!).strike) / 2
          const quoted = strike < forward ? puts[i]! : calls[i]!
          if (quoted.bid > 0) sum += (((quoted.bid + quoted.ask) / 2) * width) / strike ** 2
        }
        return { years, variance: 2 * sum * Math.exp(rate * years) }
      })
    const right = strips.findIndex(({ years }) => years >= target)
    const [near, next] = [strips[right - 1]!, strips[right]!]
    const share = (target - near.years) / (next.years - near.years)
    const variance = near.variance + share * (next.variance - near.variance)
    const { vix } = levelsAt(worldAt(at), chain.moment)
    // Listed strikes reach down to half of the price and up by a quarter, which cuts the tails of so wide a market.
    expect(Math.abs(100 * Math.sqrt(variance / target) - vix)).toBeLessThan(Math.max(1, vix / 20))
  })
})

test('a chain of recent years has 20 to 28 expirations and 2,500 to 5,000 contracts', () => {
  for (let index = last - 500; index <= last; index += 25) {
    const chain = chainAt(`${world.daily(index).day}T23:00:00Z`)
    expect(new Set(chain.contracts.map(({ expiration }) => expiration)).size).toBeGreaterThanOrEqual(20)
    expect(new Set(chain.contracts.map(({ expiration }) => expiration)).size).toBeLessThanOrEqual(28)
    expect(chain.contracts.length).toBeGreaterThanOrEqual(2500)
    expect(chain.contracts.length).toBeLessThanOrEqual(5000)
  }
})

const netGamma = (chain: Chain): number =>
  chain.contracts.reduce(
    (sum, contract) => sum + (contract.side === 'C' ? 1 : -1) * contract.gamma * contract.openInterest,
    0,
  )

test('net gamma is usually positive in calm, negative in stress, and has the sign of the vendor', () => {
  const counts = { calm: 0, calmPositive: 0, stress: 0, stressNegative: 0, same: 0, all: 0 }
  for (let index = 300; index <= last; index += 60) {
    const { equity, volatility, dealers, day } = world.daily(index)
    const net = netGamma(chainAt(`${day}T23:00:00Z`))
    counts.all++
    if (net > 0 === dealers.gex > 0) counts.same++
    if (equity.regime === 'calm' && volatility.vix < 18) {
      counts.calm++
      if (net > 0) counts.calmPositive++
    }
    if (volatility.vix > 27) {
      counts.stress++
      if (net < 0) counts.stressNegative++
    }
  }
  expect(counts.calmPositive / counts.calm).toBeGreaterThan(0.8)
  expect(counts.stressNegative / counts.stress).toBeGreaterThan(0.7)
  expect(counts.same / counts.all).toBeGreaterThan(0.8)
})

test('open interest is constant within a session, while volume grows', () => {
  const early = chainAt('2026-11-20T15:00:00Z').contracts
  const late = chainAt('2026-11-20T20:00:00Z').contracts
  expect(late.map(({ openInterest }) => openInterest)).toEqual(early.map(({ openInterest }) => openInterest))
  for (const [index, contract] of late.entries()) expect(contract.volume).toBeGreaterThanOrEqual(early[index]!.volume)
  expect(late.reduce((sum, { volume }) => sum + volume, 0)).toBeGreaterThan(0)
})

test('of the day’s own expiration, more is traded out of the money than in it', () => {
  let [inside, outside] = [0, 0]
  for (let index = last - 20; index <= last; index++) {
    const { contracts, surface } = chainAt(`${world.daily(index).day}T20:00:00Z`)
    for (const { expiration, side, strike, volume } of contracts) {
      if (expiration !== world.daily(index).day) continue
      if (side === 'C' ? strike > surface.spot : strike < surface.spot) outside += volume
      else inside += volume
    }
  }
  expect(outside).toBeGreaterThan(1.3 * inside)
  expect(inside).toBeGreaterThan(0)
})

test('open interest has calls above the market and puts below it', () => {
  const { contracts, surface } = chainAt('2026-11-20T15:00:00Z')
  const centre = (side: 'C' | 'P') => {
    const list = contracts.filter((contract) => contract.side === side)
    const total = list.reduce((sum, { openInterest }) => sum + openInterest, 0)
    return list.reduce((sum, { openInterest, strike }) => sum + openInterest * strike, 0) / total
  }
  expect(centre('C')).toBeGreaterThan(surface.spot)
  expect(centre('P')).toBeLessThan(surface.spot)
})
