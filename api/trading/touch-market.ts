import type { TouchMarket } from '../../shared/market/touches.ts'
import type { MarketData } from './market-data.ts'

/** What this replica can say, as whoever reads touches asks for it. */
export const touchMarket = (market: MarketData): TouchMarket => ({
  quotes: async (symbols, now) => (await market.quotes(symbols, now)).answers,
  chain: (underlying, which) => market.chain(underlying, which),
})
