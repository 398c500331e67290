import { expect, test } from 'vitest'
import { eastern } from '../../../shared/time/eastern.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { afterHoursMove } from '../after-hours.ts'
import { mean } from '../moments.ts'
import { acrossWorlds } from '../predictability.ts'
import { securityOf } from '../securities.ts'
import { securityClose, securityPrice, securityRange } from '../security.ts'
import { createWorld, type World } from '../world.ts'
import { FILERS, type Filer } from './filers.ts'
import { nameChain } from './name-chain.ts'
import { nameListing } from './name-listing.ts'
import { optionedNamed } from './optioned.ts'
import { reportMoveOf } from './report-move.ts'
import { type Report, reportOf, reportsAround } from './reports.ts'

const reportsIn = (seed: number, filer: Filer): Report[] =>
  reportsAround(seed, filer, tradingDay('2006-12-29'), { back: 5, ahead: 0 })

/** The session whose open is the first price after a report. */
const sessionAfter = (world: World, { day, time }: Report): number =>
  world.indexOf(day) + (time === 'after-hours' ? 1 : 0)

/** What a seller of the nearest straddle at the money gains from the close before a report to the next open. */
function saleOf(world: World, filer: Filer, report: Report): { gain: number; fair: number } {
  const name = optionedNamed(filer.symbol)!
  const after = sessionAfter(world, report)
  const [close, open] = [world.closeOf(after - 1), { ...world.closeOf(after), minute: 0, open: true }]
  const expiration = nameListing(world, filer.symbol, after - 1).find(({ day }) => day > open.day)!.day
  const [before, next] = [close, open].map((moment) => nameChain(world, name, moment, (day) => day === expiration))
  const strike = before!.contracts.reduce((best, each) =>
    Math.abs(each.strike - before!.spot) < Math.abs(best.strike - before!.spot) ? each : best,
  ).strike
  const sum = (chain: typeof before, of: 'bid' | 'ask' | 'value' | 'delta'): number =>
    chain!.contracts.reduce((total, each) => total + (each.strike === strike ? each[of] : 0), 0)
  const hedge = sum(before, 'delta') * (next!.spot - before!.spot)
  return {
    gain: (sum(before, 'bid') - sum(next, 'ask') + hedge) / sum(before, 'value'),
    fair: (sum(before, 'value') - sum(next, 'value') + hedge) / sum(before, 'value'),
  }
}

test('selling the straddle before a report earns nothing after costs, and its price is fair to a few percent', () => {
  const worlds = Array.from({ length: 10 }, (_, seed) => {
    const world = createWorld(seed + 1)
    const sales = FILERS.filter((_filer, at) => at % 11 === seed % 11).flatMap((filer) =>
      reportsIn(world.seed, filer).map((report) => saleOf(world, filer, report)),
    )
    return { gain: mean(sales.map(({ gain }) => gain)), fair: mean(sales.map(({ fair }) => fair)) }
  })
  const [gain, fair] = [acrossWorlds(worlds.map((each) => each.gain)), acrossWorlds(worlds.map((each) => each.fair))]
  expect(gain.mean).toBeLessThan(3 * gain.error)
  expect(gain.mean).toBeGreaterThan(-0.08)
  expect(Math.abs(fair.mean)).toBeLessThan(Math.max(0.02, 3 * fair.error))
  expect(fair.error).toBeLessThan(0.02)
}, 120_000)

test('the price of a share gains nothing from its reports on average', () => {
  const moves = Array.from({ length: 12 }, (_, seed) => {
    const world = createWorld(seed + 1)
    const own = FILERS.flatMap((filer) =>
      reportsIn(world.seed, filer).map((report) => {
        const after = sessionAfter(world, report)
        const security = securityOf(world, filer.symbol)!
        const open = securityPrice(world, security, { ...world.closeOf(after), minute: 0, open: true })
        return open / securityClose(world, security, after - 1) - 1
      }),
    )
    const sizes = FILERS.map((filer) => reportMoveOf(world.seed, filer) ** 2)
    return { mean: mean(own), variance: mean(own.map((move) => move ** 2)) / mean(sizes) }
  })
  const gained = acrossWorlds(moves.map((each) => each.mean))
  expect(Math.abs(gained.mean)).toBeLessThan(3.5 * gained.error)
  expect(gained.error).toBeLessThan(0.003)
  // The night has its own variance in addition to the report's.
  const variance = mean(moves.map((each) => each.variance))
  expect(variance).toBeGreaterThan(0.95)
  expect(variance).toBeLessThan(1.35)
}, 60_000)

test('a report of the evening moves the price at 16:05, and one of the morning not before the next open', () => {
  const world = createWorld(7)
  const seen = { 'after-hours': 0, 'pre-market': 0 }
  for (const filer of FILERS.slice(0, 40)) {
    const report = reportOf(world.seed, filer, 70)
    const after = sessionAfter(world, report)
    const security = securityOf(world, filer.symbol)!
    const night = security.exposures.find(({ factor }) => factor.night)!.factor.night!(world, after)!
    const at = (minutes: number) => afterHoursMove(world, security, after - 1, minutes)
    const told = report.time === 'after-hours' && eastern(report.at).day === report.day
    const jump = at(night.minutes < 240 ? night.minutes : 5) - at(night.minutes < 240 ? night.minutes - 1 : 4)
    if (told) expect(Math.abs(jump - night.move)).toBeLessThan(0.006)
    else expect(Math.abs(jump)).toBeLessThan(0.006)
    const range = securityRange(world, security, world.closeOf(after))
    expect(range.high).toBeGreaterThanOrEqual(range.open)
    seen[report.time]++
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5)
})

test('a listed strike stays listed until it expires, wherever the price goes', () => {
  const world = createWorld(7)
  const last = world.indexOf(tradingDay('2020-04-30'))
  for (const symbol of ['AAPL', 'BRK-B', 'TLT']) {
    let listed = new Map<string, Set<number>>()
    for (let index = last - 80; index <= last; index++) {
      const { day } = world.closeOf(index)
      const now = nameListing(world, symbol, index)
      for (const [expiration, strikes] of listed) {
        if (expiration < day) continue
        const kept = new Set(now.find((each) => each.day === expiration)?.strikes)
        expect(
          [...strikes].filter((strike) => !kept.has(strike)),
          `${symbol} ${expiration} on ${day}`,
        ).toEqual([])
      }
      listed = new Map(now.map((each) => [each.day, new Set(each.strikes)]))
      const spot = securityClose(world, securityOf(world, symbol)!, index - 1)
      for (const { strikes } of now) {
        expect(strikes.filter((strike) => strike > spot).length).toBeGreaterThanOrEqual(4)
        expect(strikes.length).toBeLessThan(120)
      }
    }
  }
})
