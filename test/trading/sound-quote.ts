import type { MarketQuote } from '../../shared/domain/market/market-quote.ts'
import { NOW } from '../api/support/seed.ts'

/** A quote of SPY at the tests' instant that can be traded. */
export const SPY: MarketQuote = {
  symbol: 'SPY',
  price: 600,
  bid: 599.99,
  ask: 600.01,
  bidSize: 500,
  askSize: 500,
  volume: 1e6,
  previousClose: 598,
  quotedAt: NOW,
  source: 'schwab',
  delaySeconds: 0,
}
