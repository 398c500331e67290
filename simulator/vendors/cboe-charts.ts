import { levelsAt, rangeAt, spyVolume } from '../world/levels.ts'
import type { Moment, World } from '../world/world.ts'
import { type CboeSymbol, delayedMoment, isCboeSymbol, SYMBOLS } from './cboe-underlying.ts'
import { json, type VendorReply, type VendorRequest } from './vendor.ts'

/** A session that the real files carry without an open, and clients have to drop. */
const BROKEN_DAY = '2015-05-19'

const price = (value: number): string => value.toFixed(4)

const closeOf = (world: World, index: number): Moment => {
  const day = world.daily(index).day as Moment['day']
  const { minutes } = world.intraday(index)
  return { index, day, minute: minutes, minutes, open: false }
}

const row = (world: World, index: number, symbol: CboeSymbol): Record<string, string> => {
  const { day } = world.daily(index)
  const series = SYMBOLS[symbol]
  const moment = series === 'spy' ? closeOf(world, index) : null
  const range = moment ? rangeAt(world, moment, 'spy') : world.ohlc(index, series === 'spy' ? 'spx' : series)
  const close = moment ? levelsAt(world, moment).spy : range.close
  return {
    date: day,
    open: price(day === BROKEN_DAY ? 0 : Math.round(range.open * 100) / 100),
    high: price(Math.round(Math.max(range.high, close) * 100) / 100),
    low: price(Math.round(Math.min(range.low, close) * 100) / 100),
    close: price(Math.round(close * 100) / 100),
    volume: moment ? String(spyVolume(world, moment)) : '0',
  }
}

/** The whole life, ascending, without the newest session: the file is made the morning after. */
export const cboeChart = (world: World, name: string, request: VendorRequest): VendorReply | null => {
  if (!isCboeSymbol(name)) return null
  const newest = delayedMoment(world, request.instant).index - 1
  const data: Record<string, string>[] = []
  for (let index = 0; index <= newest; index++) data.push(row(world, index, name))
  return json(200, { symbol: name, data })
}
