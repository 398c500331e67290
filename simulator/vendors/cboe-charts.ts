import { rangeAt, spyVolume } from '../world/levels.ts'
import { memo } from '../world/memo.ts'
import { perWorld } from '../world/per-world.ts'
import type { World } from '../world/world.ts'
import { type CboeSymbol, delayedMoment, isCboeSymbol, SYMBOLS } from './cboe-underlying.ts'
import { json, type VendorReply, type VendorRequest } from './vendor.ts'

/** A session that the real files contain without an open, which clients must drop. */
const BROKEN_DAY = '2015-05-19'

const price = (value: number): string => value.toFixed(4)

const cents = (value: number): string => price(Math.round(value * 100) / 100)

const row = (world: World, index: number, symbol: CboeSymbol): Record<string, string> => {
  const { day } = world.daily(index)
  const series = SYMBOLS[symbol]
  const moment = world.closeOf(index)
  const range = series === 'spy' ? rangeAt(world, moment, series) : world.ohlc(index, series)
  return {
    date: day,
    open: cents(day === BROKEN_DAY ? 0 : range.open),
    high: cents(range.high),
    low: cents(range.low),
    close: cents(range.close),
    volume: series === 'spy' ? String(spyVolume(world, moment)) : '0',
  }
}

const CHARTS_KEPT = 10

const charts = perWorld((world) =>
  memo(
    CHARTS_KEPT,
    (chart: { symbol: CboeSymbol; newest: number }) => `${chart.symbol} ${chart.newest}`,
    ({ symbol, newest }) => {
      const data: Record<string, string>[] = []
      for (let index = 0; index <= newest; index++) data.push(row(world, index, symbol))
      return json(200, { symbol, data })
    },
  ),
)

/** The whole life of a symbol, ascending, without the newest session, because the file is produced the next morning. */
export const cboeChart = (world: World, name: string, request: VendorRequest): VendorReply | null =>
  isCboeSymbol(name) ? charts(world)({ symbol: name, newest: delayedMoment(world, request.instant).index - 1 }) : null
