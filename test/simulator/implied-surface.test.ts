import { expect, test } from 'vitest'
import { analyseChain } from '../../pipeline/gamma/analyse-chain.ts'
import { quotedMid } from '../../pipeline/gamma/quoted-mid.ts'
import { volatilitySlices } from '../../pipeline/gamma/volatility-slices.ts'
import { median } from '../../pipeline/maths/statistics.ts'
import { cboeOptions } from '../../pipeline/sources/feeds/cboe-options.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { cboeOptions as vendor } from '../../simulator/vendors/cboe-options.ts'
import type { Contract } from '../../simulator/world/chain.ts'
import { createWorld } from '../../simulator/world/world.ts'

const world = createWorld(1316)
const DELAY_MS = 15 * 60_000
const MOMENTS = [
  ['2026-11-20', '12:03'],
  ['2026-11-20', '09:46'],
  ['2024-08-05', '16:20'],
  ['2015-08-24', '10:30'],
] as const

/** The simulated vendor's body as the engine's parser reads it, with the world it came from. */
function seen(day: string, time: string) {
  const at = instantAt(tradingDay(day), time)
  const { body } = vendor(world, 'SPY', {
    instant: at,
    path: '',
    query: new URLSearchParams(),
    headers: {},
    method: 'GET',
    body: '',
  })!
  const feed = cboeOptions('SPY')
  const context = { at, day: tradingDay(day), mode: 'latest', fredApiKey: null } as const
  const chain = feed.parse(Buffer.from(body as string), context).chains[0]!
  const truth = world.chain(world.momentAt(new Date(at.getTime() - DELAY_MS)))
  return { chain, truth }
}

const key = ({ expiration, strike }: { expiration: string; strike: number }) => `${expiration} ${strike}`

test.each(MOMENTS)('%s %s: the volatility of a simulated quote is the surface it was priced on', (day, time) => {
  const { chain, truth } = seen(day, time)
  const { rate } = truth.surface.carry(30 / 365)
  const known = new Map<string, Contract>(truth.contracts.map((contract) => [key(contract), contract]))
  const misses: number[] = []
  let beyondItsQuote = 0
  for (const { strikes, expiration, forward, years } of volatilitySlices(chain, rate).slices) {
    const contract = known.get(key({ expiration, strike: strikes[0]!.strike }))!
    expect(years).toBeCloseTo(contract.years, 5)
    const carry = truth.surface.carry(contract.years)
    const fair = truth.surface.spot * Math.exp((carry.rate - carry.dividend) * contract.years)
    expect(Math.abs(forward.price / fair - 1)).toBeLessThan(1e-3)
    for (const { strike, call, put, volatility, from } of strikes) {
      const side = strike >= forward.price ? call : put
      if (from !== 'own' || !side || quotedMid(side) === null) continue
      const priced = known.get(key({ expiration, strike }))!
      const miss = Math.abs(volatility! - priced.volatility)
      misses.push(miss)
      // The quote allows this much: half its spread, at the vega that Cboe prints per point.
      const open = (side.ask - side.bid) / 2 / (100 * priced.vega)
      if (miss > open + 0.004) beyondItsQuote++
    }
  }
  expect(misses.length).toBeGreaterThan(500)
  expect(median(misses)).toBeLessThan(0.003)
  expect(beyondItsQuote / misses.length).toBeLessThan(0.01)
})

test('the levels of a simulated chain lie where its open interest does', () => {
  const { chain, truth } = seen('2026-11-20', '12:03')
  const levels = analyseChain(chain, { rate: truth.surface.carry(0.1).rate, source: 'given' })
  expect(levels.call_wall).toBeGreaterThan(levels.put_wall!)
  expect(levels.contracts.used).toBeGreaterThan(1_000)
  const vendorNet = truth.contracts.reduce(
    (sum, { side, gamma, openInterest }) => sum + (side === 'C' ? 1 : -1) * gamma * openInterest,
    0,
  )
  expect(Math.sign(levels.net_gamma_usd_per_pct!)).toBe(Math.sign(vendorNet))
})
