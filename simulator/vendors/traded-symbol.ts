import { levelsAt, previousClose, rangeAt, spyVolume } from '../world/levels.ts'
import { securityOf } from '../world/securities.ts'
import { type Security, securityClose, securityRange, securityVolume } from '../world/security.ts'
import type { Moment, World } from '../world/world.ts'

/** The state of one symbol at a moment. */
export type TradedSymbol = {
  description: string
  kind: 'ETF' | 'COE' | 'INDEX'
  price: number
  close: number
  open: number
  high: number
  low: number
  volume: number
}

const INDICES = { $SPX: ['spx', 'S & P 500 INDEX'], $VIX: ['vix', 'CBOE MARKET VOLATILITY INDEX'] } as const
const isIndex = (symbol: string): symbol is keyof typeof INDICES => Object.hasOwn(INDICES, symbol)

/** Class shares have a dash in the world's list. */
export const worldSymbol = (symbol: string): string => symbol.replace(/[/.]/, '-')

/** Null if the symbol is not traded. Class shares have a slash or a dot, indices a dollar sign. */
export const tradedAt = (world: World, moment: Moment, symbol: string): TradedSymbol | null => {
  const before = previousClose(world, moment)
  if (symbol === 'SPY' || isIndex(symbol)) {
    const series = isIndex(symbol) ? INDICES[symbol][0] : 'spy'
    const range = rangeAt(world, moment, series)
    return {
      description: isIndex(symbol) ? INDICES[symbol][1] : 'SPDR S&P 500',
      kind: isIndex(symbol) ? 'INDEX' : 'ETF',
      price: levelsAt(world, moment)[series],
      close: levelsAt(world, before)[series],
      open: range.open,
      high: range.high,
      low: range.low,
      volume: isIndex(symbol) ? 0 : spyVolume(world, moment),
    }
  }
  // The world's own indices are not served.
  const security = securityOf(world, worldSymbol(symbol))
  return security && security.kind !== 'INDEX' ? ofSecurity(world, moment, security) : null
}

const ofSecurity = (world: World, moment: Moment, security: Security): TradedSymbol => {
  const { open, high, low, close: price } = securityRange(world, security, moment)
  return {
    description: security.name.toUpperCase(),
    kind: security.kind === 'ETF' ? 'ETF' : 'COE',
    price,
    close: securityClose(world, security, Math.max(0, moment.index - 1)),
    open,
    high,
    low,
    volume: securityVolume(world, security, moment),
  }
}
