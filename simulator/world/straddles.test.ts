import { expect, test } from 'vitest'
import { type TradingDay, tradingDay, weekday } from '../../shared/time/trading-day.ts'
import { optionValue, priceOption } from './black-scholes.ts'
import { mean } from './moments.ts'
import { acrossWorlds } from './predictability.ts'
import { varianceAt } from './surface.ts'
import { surfaceAt, timeTo } from './surface-at.ts'
import { createWorld, type Moment, type World } from './world.ts'

const SESSIONS = 400
const EVERY = 5
const FRIDAY = 5
const HORIZON = 15

type Terms = { strike: number; expiration: TradingDay }

const valueAt = (world: World, moment: Moment, { strike, expiration }: Terms) => {
  const surface = surfaceAt(world, moment)
  const time = timeTo(world, moment, expiration)
  const variance = varianceAt(surface, strike, time)
  const carry = surface.carry(time.years)
  const sides = ['C', 'P'] as const
  return {
    spot: surface.spot,
    value: sides.reduce((sum, side) => sum + optionValue(side, surface.spot, strike, time.years, variance, carry), 0),
    delta: sides.reduce(
      (sum, side) => sum + priceOption(side, surface.spot, strike, time.years, variance, carry).delta,
      0,
    ),
  }
}

/** The gain of a straddle at the money from one moment to another, hedged by shares, as a share of its price. */
const gain = (world: World, from: Moment, to: Moment, expiration: TradingDay): number => {
  const terms = { strike: surfaceAt(world, from).spot, expiration }
  const [before, after] = [valueAt(world, from, terms), valueAt(world, to, terms)]
  return (after.value - before.value - before.delta * (after.spot - before.spot)) / before.value
}

const gainsOf = (seed: number) => {
  const world = createWorld(seed)
  const last = world.indexOf(tradingDay('2016-12-30')) - HORIZON
  const found = { session: [] as number[], night: [] as number[], weekend: [] as number[], lastDay: [] as number[] }
  for (let index = last - SESSIONS; index < last; index += 1 + (index % EVERY)) {
    const close = world.closeOf(index)
    const open = { ...close, minute: 0, open: true }
    const next = { ...world.closeOf(index + 1), minute: 0, open: true }
    const expiration = world.closeOf(index + HORIZON).day
    found.session.push(gain(world, open, close, expiration))
    found[weekday(close.day) === FRIDAY ? 'weekend' : 'night'].push(gain(world, close, next, expiration))
    found.lastDay.push(gain(world, open, close, close.day))
  }
  return found
}

test('hedged straddles lose a little by day and by night, as much over a weekend as over a night, and never gain', () => {
  const worlds = Array.from({ length: 12 }, (_, seed) => gainsOf(seed + 1))
  const measured = (when: keyof (typeof worlds)[number]) => acrossWorlds(worlds.map((gains) => mean(gains[when])))
  for (const when of ['session', 'night', 'weekend', 'lastDay'] as const) {
    const { mean: gained, error } = measured(when)
    expect(gained, when).toBeLessThan(3 * error)
    // A premium for volatility is meant; by the calendar, a weekend lost 7 % and a last day gained 50 %.
    expect(gained, when).toBeGreaterThan(when === 'lastDay' ? -0.35 : -0.025)
  }
}, 60_000)
