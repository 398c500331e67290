import { type Bar, hasRange } from './bar.ts'

/** The longest look back of any archetype; a stage needs so many bars and no more. */
export const LOOK_BACK_BARS = 260
const ATR_BARS = 14
const RSI_BARS = 14
/**
 * Where a bar has no high and low, its true range is taken as this many times its absolute change. On SPY from 2003 to
 * 2019 the sum of true ranges was 1.80 times the sum of absolute changes (1.82 to 2011, 1.77 from 2012).
 */
export const CLOSE_ONLY_RANGE_FACTOR = 1.8

/** A running sum over the last bars of a list. */
interface Running {
  bars: number
  sum: number
  squares: number
}

/** Everything that archetypes read of a name, brought forward one bar at a time. Arrays hold the newest bars last. */
export interface NameState {
  closes: number[]
  returns: number[]
  volumes: number[]
  /** How many bars there were before the first one kept. */
  dropped: number
  averages: Record<20 | 50 | 200, Running>
  deviations: Record<20 | 60 | 250, Running>
  atr: Wilder
  gain: Wilder
  loss: Wilder
}

/** Wilder's average: a plain mean of the first bars, then a fourteenth of each new one. */
interface Wilder {
  count: number
  value: number
}

const emptyRunning = (bars: number): Running => ({ bars, sum: 0, squares: 0 })
const emptyWilder = (): Wilder => ({ count: 0, value: 0 })

export const emptyState = (): NameState => ({
  closes: [],
  returns: [],
  volumes: [],
  dropped: 0,
  averages: { 20: emptyRunning(20), 50: emptyRunning(50), 200: emptyRunning(200) },
  deviations: { 20: emptyRunning(20), 60: emptyRunning(60), 250: emptyRunning(250) },
  atr: emptyWilder(),
  gain: emptyWilder(),
  loss: emptyWilder(),
})

/** Brings a name forward by one bar; every indicator costs the same however long the history is. */
export function addBar(state: NameState, bar: Bar): void {
  const { averages, deviations } = state
  const before = state.closes.at(-1)
  state.closes.push(bar.close)
  state.volumes.push(bar.volume)
  slide(averages[20], state.closes)
  slide(averages[50], state.closes)
  slide(averages[200], state.closes)
  if (before !== undefined) {
    state.returns.push(Math.log(bar.close / before))
    slide(deviations[20], state.returns)
    slide(deviations[60], state.returns)
    slide(deviations[250], state.returns)
    average(state.atr, trueRange(bar, before), ATR_BARS)
    average(state.gain, Math.max(0, bar.close - before), RSI_BARS)
    average(state.loss, Math.max(0, before - bar.close), RSI_BARS)
  }
  forget(state)
}

/** Wilder's range after a list of bars, where nothing else of a name is needed; NaN with too few. */
export function atrOver(bars: readonly Bar[]): number {
  const atr = emptyWilder()
  for (let at = 1; at < bars.length; at++) average(atr, trueRange(bars[at]!, bars[at - 1]!.close), ATR_BARS)
  return atr14({ atr })
}

/** Old bars are dropped by the hundred, so that a long replay moves each of them only a few times. */
function forget(state: NameState): void {
  if (state.closes.length < 2 * LOOK_BACK_BARS) return
  const count = state.closes.length - LOOK_BACK_BARS
  for (const list of [state.closes, state.returns, state.volumes]) list.splice(0, list.length - LOOK_BACK_BARS)
  state.dropped += count
}

function slide(running: Running, list: readonly number[]): void {
  const added = list.at(-1)!
  running.sum += added
  running.squares += added * added
  const gone = list[list.length - 1 - running.bars]
  if (gone === undefined) return
  running.sum -= gone
  running.squares -= gone * gone
}

function average(wilder: Wilder, value: number, bars: number): void {
  wilder.count++
  wilder.value += wilder.count <= bars ? (value - wilder.value) / wilder.count : (value - wilder.value) / bars
}

/** Wilder's true range; from closes alone the calibrated proxy. */
function trueRange(bar: Bar, before: number): number {
  if (!hasRange(bar)) return CLOSE_ONLY_RANGE_FACTOR * Math.abs(bar.close - before)
  return Math.max(bar.high, before) - Math.min(bar.low, before)
}

export const barCount = (state: NameState): number => state.dropped + state.closes.length

/** The mean of the last closes; NaN with too few. */
export function averageClose(state: NameState, bars: 20 | 50 | 200): number {
  return barCount(state) < bars ? Number.NaN : state.averages[bars].sum / bars
}

/** The standard deviation of the last daily log returns; NaN with too few. */
export function dailyDeviation(state: NameState, bars: 20 | 60 | 250): number {
  if (barCount(state) <= bars) return Number.NaN
  const { sum, squares } = state.deviations[bars]
  return Math.sqrt(Math.max(0, squares - (sum * sum) / bars) / (bars - 1))
}

export const atr14 = ({ atr }: Pick<NameState, 'atr'>): number => (atr.count < ATR_BARS ? Number.NaN : atr.value)

export function rsi14({ gain, loss }: NameState): number {
  if (gain.count < RSI_BARS) return Number.NaN
  const total = gain.value + loss.value
  return total === 0 ? 50 : (100 * gain.value) / total
}
