import { tradingDay } from '../shared/time/trading-day.ts'
import { levelsAt, spyClose, spyVolume } from './world/levels.ts'
import { correlation } from './world/moments.ts'
import { acrossWorlds, differences, leadCorrelation, type Prices, predictability } from './world/predictability.ts'
import { securityOf } from './world/securities.ts'
import { securityClose, securityPath } from './world/security.ts'
import { STEPS_PER_MINUTE } from './world/session-clock.ts'
import { createWorld, type Moment, type World } from './world/world.ts'

/** Thirteen years of closes, and the last sessions among them minute by minute. */
const LAST_DAY = tradingDay('2016-12-30')
const SESSIONS = 120
const LOOK = 60

/** Members of six sectors, funds of the index and of sectors, and funds of oil, bonds, the dollar, credit and gold. */
export const TRADED = 'SPY AAPL JPM XOM PG CAT NEE QQQ XLK XLE USO TLT UUP HYG GLD'.split(' ')

const everyMinute = (path: Float64Array): number[] => {
  const minutes: number[] = []
  for (let step = 0; step < path.length; step += STEPS_PER_MINUTE) minutes.push(path[step]!)
  return minutes
}

const logCloseOf = (world: World, symbol: string, index: number): number => {
  if (symbol === 'SPY') return Math.log(spyClose(world, index))
  if (symbol === 'VIX') return Math.log(world.daily(index).volatility.vix)
  return Math.log(securityClose(world, securityOf(world, symbol)!, index))
}

const sessionOf = (world: World, symbol: string, index: number): number[] => {
  const { spx, curves } = world.intraday(index)
  if (symbol === 'VIX') return Array.from(curves().vix, Math.log)
  if (symbol !== 'SPY') return everyMinute(securityPath(world, securityOf(world, symbol)!, index, spx.length - 1))
  const basis = logCloseOf(world, 'SPY', index) - spx.at(-1)!
  return everyMinute(spx).map((log) => log + basis)
}

const pricesOf = (world: World, symbol: string, sessions: readonly number[]): Prices => ({
  closes: Array.from({ length: sessions.at(-1)! + 1 }, (_, index) => logCloseOf(world, symbol, index)),
  sessions: sessions.map((index) => ({
    before: logCloseOf(world, symbol, index - 1),
    minutes: sessionOf(world, symbol, index),
  })),
})

const minuteReturns = ({ sessions }: Prices): number[][] => sessions.map(({ minutes }) => differences(minutes))
const gaps = ({ sessions }: Prices): number[] => sessions.map(({ before, minutes }) => minutes[0]! - before)
const rests = ({ sessions }: Prices, from: number): number[] =>
  sessions.map(({ minutes }) => minutes.at(-1)! - minutes[from]!)

/** The share of the index's next moves that everything else public explains. */
const leadsOfMarket = (world: World, sessions: readonly number[], spy: Prices, vix: Prices): Record<string, number> => {
  const daily = differences(spy.closes)
  const opening = (index: number) => ({ ...world.closeOf(index), minute: LOOK, open: true })
  const slope = (moment: Moment): number => {
    const { vix9d, vix3m } = levelsAt(world, moment)
    return Math.log(vix9d / vix3m)
  }
  return {
    'the next session on the VIX': correlation(vix.closes.slice(0, -1), daily),
    'the next session on the move of the VIX': leadCorrelation([differences(vix.closes)], [daily]),
    'the next session on the last twenty': correlation(
      daily.slice(20).map((_, index) => spy.closes[index + 20]! - spy.closes[index]!),
      daily.slice(20),
    ),
    // Changes, not levels: in a short sample, the level of what rises as prices fall seems to foretell a rise.
    'the rest of the session on the volume of its first hour': correlation(
      sessions.map((index) => Math.log(spyVolume(world, opening(index)) / spyVolume(world, opening(index - 1)))),
      rests(spy, LOOK),
    ),
    'the rest of the session on the move of the curve': correlation(
      sessions.map((index) => slope(opening(index)) - slope(world.closeOf(index - 1))),
      rests(spy, LOOK),
    ),
  }
}

/** Where past prices say nothing about future ones, every figure is zero except for the noise of its sample. */
const martingaleFacts = (seed: number): Record<string, number> => {
  const world = createWorld(seed)
  const last = world.indexOf(LAST_DAY)
  const sessions = Array.from({ length: SESSIONS }, (_, back) => last - SESSIONS + 1 + back).filter(
    (index) => world.closeOf(index).minutes === 390,
  )
  const vix = pricesOf(world, 'VIX', sessions)
  const spy = pricesOf(world, 'SPY', sessions)
  const facts: [string, number][] = []
  const add = (subject: string, figures: Record<string, number>): void => {
    for (const [name, value] of Object.entries(figures)) facts.push([`${subject}: ${name}`, value])
  }
  const beside = (prices: Prices): Record<string, number> => ({
    'a minute after SPY': leadCorrelation(minuteReturns(spy), minuteReturns(prices)),
    'a minute before SPY': leadCorrelation(minuteReturns(prices), minuteReturns(spy)),
    'gap with the rest of SPY’s session': correlation(gaps(prices), rests(spy, 0)),
  })
  add('SPY', { ...predictability(spy), ...leadsOfMarket(world, sessions, spy, vix) })
  add('VIX', { ...predictability(vix), ...beside(vix) })
  for (const symbol of TRADED.slice(1)) {
    const prices = pricesOf(world, symbol, sessions)
    add(symbol, { ...predictability(prices), ...beside(prices) })
  }
  return Object.fromEntries(facts)
}

export type Measurements = Map<string, ReturnType<typeof acrossWorlds>>

export const measureWorlds = (seeds: readonly number[]): Measurements => {
  const worlds = seeds.map(martingaleFacts)
  return new Map(Object.keys(worlds[0]!).map((name) => [name, acrossWorlds(worlds.map((facts) => facts[name]!))]))
}

if (import.meta.main) {
  for (const [name, { mean, error }] of measureWorlds(Array.from({ length: 20 }, (_, index) => index + 1))) {
    process.stdout.write(`${name.padEnd(74)} ${mean.toFixed(4).padStart(8)} ± ${error.toFixed(4)}\n`)
  }
}
