import { hashText, inverseNormal, uniformOf } from './random.ts'
import type { World } from './world.ts'

/** Futures positions at a session's close, in contracts. */
export type Positions = {
  openInterest: number
  speculatorsLong: number
  speculatorsShort: number
  hedgersLong: number
  hedgersShort: number
  spread: number
}

const STREAM = hashText('positioning')
const QUARTER = 63

/** Speculators follow the quarter's trend and avoid volatility; hedgers take the other side, small traders the rest. */
export const positionsAt = (world: World, index: number): Positions => {
  const { equity, volatility } = world.daily(index)
  const before = world.daily(Math.max(0, index - QUARTER)).equity.logSpx
  const noise = (what: number): number => inverseNormal(uniformOf(world.seed, STREAM, index, what))
  const openInterest = Math.round(2.1e6 * (1 + 0.05 * Math.tanh(Math.log(volatility.vix / 17))) + 40_000 * noise(1))
  const lean = 0.7 * (equity.logSpx - before) - 0.05 * Math.log(volatility.vix / 17) + 0.02 * noise(2) - 0.03
  const net = Math.round(openInterest * Math.max(-0.25, Math.min(0.25, lean)))
  const speculatorsShort = Math.round(openInterest * (0.17 + 0.01 * noise(3)) - Math.min(0, net) / 2)
  const hedgersShort = Math.round(openInterest * (0.62 + 0.01 * noise(4)))
  const hedgersNet = Math.round(-0.82 * net + 0.01 * openInterest * noise(5))
  return {
    openInterest,
    speculatorsLong: speculatorsShort + net,
    speculatorsShort,
    hedgersLong: hedgersShort + hedgersNet,
    hedgersShort,
    spread: Math.round(openInterest * 0.03),
  }
}
