import { sessionOn } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { dayNumber } from '../world/daily-path.ts'
import { futurePrice, isListed } from '../world/fed-futures.ts'
import type { Ohlc } from '../world/intraday.ts'
import { levelsAt, rangeAt, spyClose, spyVolume } from '../world/levels.ts'
import { hashText, uniformOf } from '../world/random.ts'
import { securityOf } from '../world/securities.ts'
import { adjustment, type Security, securityClose, securityPrice, securityRange } from '../world/security.ts'
import { instantOf } from '../world/surface-at.ts'
import type { Moment, World } from '../world/world.ts'
import { json, type VendorReply } from './vendor.ts'

const MONTH_CODES = 'FGHJKMNQUVXZ'
const FUTURE = /^ZQ([FGHJKMNQUVXZ])(\d{2})\.CBT$/
const STREAM = { hole: 71, volume: 73 } as const
/** The chance that a bar is null, as in the real columns: a day in some years for each symbol. */
const HOLE = 1 / 1_500

/** The vendor's data on one symbol. */
type Listing = {
  symbol: string
  name: string
  kind: Security['kind'] | 'FUTURE'
  exchange: string
  decimals: number
  /** A session as far as the moment: the same prices that quotes showed. */
  bar(moment: Moment): Ohlc
  /** Bars of exchanges are stamped with the open, those of contracts and other indices with midnight. */
  stamp: 'open' | 'midnight'
  close(index: number): number
  price(moment: Moment): number
  /** The factor that later dividends leave of a day's close; null where the vendor has no adjusted column. */
  adjustment: ((day: string, through: string) => number) | null
  volume(index: number): number
}

const securityListing = (world: World, security: Security): Listing => ({
  symbol: security.symbol,
  name: security.name,
  kind: security.kind,
  exchange: security.kind === 'INDEX' ? 'NYB' : security.kind === 'ETF' ? 'PCX' : 'NYQ',
  decimals: security.kind === 'INDEX' ? 3 : 2,
  bar: (moment) => securityRange(world, security, moment),
  stamp: security.kind === 'INDEX' ? 'midnight' : 'open',
  close: (index) => securityClose(world, security, index),
  price: (moment) => securityPrice(world, security, moment),
  adjustment: security.kind === 'INDEX' ? null : (day, through) => adjustment(security.dividends, day, through),
  volume: (index) => Math.round(security.shares(world, index)),
})

const SPY_DIVIDENDS = { yield: 0.012, perYear: 4 } as const

const spyListing = (world: World): Listing => ({
  symbol: 'SPY',
  name: 'SPDR S&P 500 ETF Trust',
  kind: 'ETF',
  exchange: 'PCX',
  decimals: 2,
  bar: (moment) => rangeAt(world, moment, 'spy'),
  stamp: 'open',
  close: (index) => spyClose(world, index),
  price: (moment) => levelsAt(world, moment).spy,
  adjustment: (day, through) => adjustment(SPY_DIVIDENDS, day, through),
  volume: (index) => spyVolume(world, world.closeOf(index)),
})

const futureListing = (world: World, symbol: string, today: string): Listing | null => {
  const match = FUTURE.exec(symbol)
  if (!match) return null
  const month = `20${match[2]}-${String(MONTH_CODES.indexOf(match[1]!) + 1).padStart(2, '0')}`
  if (!isListed(month, today)) return null
  const close = (index: number): number => futurePrice(world, index, month)
  // Rates are made at the close, so yesterday's price holds within the session.
  const price = ({ index, open }: Moment): number => close(open ? Math.max(0, index - 1) : index)
  return {
    symbol,
    name: `30-Day Fed Funds ${month}`,
    kind: 'FUTURE',
    exchange: 'CBT',
    decimals: 4,
    bar: (moment) => {
      const [open, last] = [close(Math.max(0, moment.index - 1)), price(moment)]
      return { open, high: Math.max(open, last), low: Math.min(open, last), close: last }
    },
    stamp: 'midnight',
    close,
    price,
    adjustment: null,
    volume: (index) =>
      Math.round(2e6 * (1 + uniformOf(world.seed, STREAM.volume, dayNumber(world.daily(index).day), hashText(symbol)))),
  }
}

export const listingOf = (world: World, symbol: string, today: string): Listing | null => {
  if (symbol === 'SPY') return spyListing(world)
  const security = securityOf(world, symbol)
  return security ? securityListing(world, security) : futureListing(world, symbol, today)
}

const unix = (instant: Date): number => Math.floor(instant.getTime() / 1000)

const stampOf = (listed: Listing, day: string): number => {
  const on = tradingDay(day)
  return unix(listed.stamp === 'open' ? sessionOn(on)!.open : instantAt(on, '00:00'))
}

type Columns = Record<'open' | 'high' | 'low' | 'close' | 'volume', (number | null)[]>

/** Daily bars in [from, to]; the running session comes last, as an extra bar stamped with its last trade. */
export const chart = (world: World, listed: Listing, moment: Moment, from: Date, to: Date): VendorReply => {
  const timestamp: number[] = []
  const quote: Columns = { open: [], high: [], low: [], close: [], volume: [] }
  const adjclose: (number | null)[] = []
  const scale = 10 ** listed.decimals
  const rounded = (value: number): number => Math.round(value * scale) / scale
  const through = world.daily(moment.index).day
  const name = hashText(listed.symbol)
  const traded = unix(instantOf(moment))
  const first = Math.max(0, world.indexOf(eastern(from).day))
  for (let index = first; index <= moment.index; index++) {
    const { day, date } = world.daily(index)
    const live = index === moment.index && moment.open
    const at = live ? traded : stampOf(listed, day)
    if (at < unix(from) || at > unix(to)) continue
    timestamp.push(at)
    if (!live && uniformOf(world.seed, STREAM.hole, date, name) < HOLE) {
      for (const column of Object.values(quote)) column.push(null)
      adjclose.push(null)
      continue
    }
    const bar = listed.bar(live ? moment : world.closeOf(index))
    for (const column of ['open', 'high', 'low', 'close'] as const) quote[column].push(rounded(bar[column]))
    quote.volume.push(listed.volume(index))
    // Single precision, as in the vendor's adjusted column.
    const left = listed.adjustment?.(day, through)
    adjclose.push(left === undefined ? null : Math.fround(live ? rounded(bar.close) : bar.close * left))
  }
  const zone = eastern(new Date(traded * 1000))
  const meta = {
    currency: 'USD',
    symbol: listed.symbol,
    exchangeName: listed.exchange,
    instrumentType: listed.kind,
    regularMarketTime: traded,
    gmtoffset: zone.offset === '-04:00' ? -14_400 : -18_000,
    timezone: zone.offset === '-04:00' ? 'EDT' : 'EST',
    exchangeTimezoneName: 'America/New_York',
    regularMarketPrice: rounded(listed.price(moment)),
    shortName: listed.name,
    priceHint: listed.decimals,
    dataGranularity: '1d',
    range: '',
  }
  const adjusted = listed.adjustment === null ? {} : { adjclose: [{ adjclose }] }
  const columns = timestamp.length === 0 ? { quote: [{}] } : { quote: [quote], ...adjusted }
  const result = { meta, ...(timestamp.length === 0 ? {} : { timestamp }), indicators: columns }
  return json(200, { chart: { result: [result], error: null } })
}
