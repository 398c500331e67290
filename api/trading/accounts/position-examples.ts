import type { z } from 'zod'
import type { OptionPosition } from './option-position-document.ts'
import type { StockPosition, TotalsDocument } from './position-documents.ts'

const quoted = {
  quoted_at: '2026-11-20T10:30:58-05:00',
  age_seconds: 1.2,
  delay_seconds: 0,
  delayed: false,
  source: 'schwab' as const,
  quality: 'good' as const,
  reason: null,
}

export const EXAMPLE_STOCK: StockPosition = {
  symbol: 'SPY',
  side: 'long',
  quantity: 10,
  average_cost: 680,
  cost: 6_800,
  bid: 689.11,
  ask: 689.13,
  mark: 689.12,
  market_value: 6_891.2,
  liquidation_value: 6_891.1,
  unrealized_pnl: 91.2,
  unrealized_pnl_percent: 1.3412,
  day_change: 3.72,
  day_change_percent: 0.5427,
  ...quoted,
}

export const EXAMPLE_OPTION: OptionPosition = {
  contract: 'SPY261218C00690000',
  underlying: 'SPY',
  underlying_price: 689.12,
  type: 'call',
  strike: 690,
  expiration: '2026-12-18',
  days_to_expiry: 28,
  multiplier: 100,
  side: 'long',
  quantity: 2,
  average_cost: 10.5,
  cost: 2_100,
  bid: 11.02,
  ask: 11.1,
  mark: 11.06,
  market_value: 2_212,
  liquidation_value: 2_204,
  unrealized_pnl: 112,
  unrealized_pnl_percent: 5.3333,
  moneyness: 'out',
  intrinsic_value: 0,
  iv: 0.139,
  iv_source: 'vendor',
  greeks_source: 'vendor',
  greeks: { delta: 0.5193, gamma: 0.0149, theta: -0.2012, vega: 0.7561, rho: 0.2661 },
  position_greeks: { delta: 103.86, gamma: 2.98, theta: -40.24, vega: 151.22, rho: 53.22 },
  ...quoted,
}

type Totals = z.infer<typeof TotalsDocument>
export const STOCK_TOTALS: Totals = {
  cost: 6_800,
  market_value: 6_891.2,
  liquidation_value: 6_891.1,
  unrealized_pnl: 91.2,
  unmarked: [],
}
export const OPTION_TOTALS: Totals = {
  cost: 2_100,
  market_value: 2_212,
  liquidation_value: 2_204,
  unrealized_pnl: 112,
  unmarked: [],
}
export const ALL_TOTALS: Totals = {
  cost: 8_900,
  market_value: 9_103.2,
  liquidation_value: 9_095.1,
  unrealized_pnl: 203.2,
  unmarked: [],
}
