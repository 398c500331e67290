import type { TradeDocument } from './trade-documents.ts'

export const EXAMPLE_TRADE: TradeDocument = {
  trade_id: '5f0c1c1e-7d1f-4b58-9a62-0d6f2a6f4a11',
  client_order_id: 'rebalance-17',
  status: 'pending',
  reason: null,
  epoch: 1,
  class: 'stock',
  symbol: 'SPY',
  side: 'buy',
  quantity: 10,
  price: 689.13,
  notional: 6_891.3,
  fees: 0,
  total: -6_891.3,
  bid: 689.11,
  ask: 689.13,
  quote_time: '2026-11-20T10:30:58-05:00',
  quote_age_seconds: 1.2,
  source: 'schwab',
  delay_seconds: 0,
  delayed: false,
  tolerance: 0.3445,
  cash_before: 100_000,
  cash_after: 93_108.7,
  max_loss: 6_891.3,
  max_loss_reason: null,
  requirement: 0,
  held_against: [
    {
      kind: 'alert',
      severity: 'warning',
      message: 'VIX 21.40, above 20.00',
      alert_id: 'VIX_SPIKE',
      instrument: null,
    },
  ],
  legs: [
    {
      ...{ instrument: 'SPY', quantity: 10, price: 689.13, bid: 689.11, ask: 689.13, multiplier: 1 },
      ...{ expiration: null, strike: null, type: null },
    },
  ],
  created_at: '2026-11-20T10:30:59.200-05:00',
  expires_at: '2026-11-20T10:31:59.200-05:00',
  expires_in_ms: 60_000,
  ended_at: null,
  executed_price: null,
  live_price: null,
  balance: null,
  server_time: '2026-11-20T10:30:59.200-05:00',
}

export const EXAMPLE_EXECUTED: TradeDocument = {
  ...EXAMPLE_TRADE,
  status: 'executed',
  expires_in_ms: null,
  ended_at: '2026-11-20T10:31:04.700-05:00',
  executed_price: 689.13,
  live_price: 689.15,
  balance: 93_108.7,
  server_time: '2026-11-20T10:31:04.700-05:00',
}

export const EXAMPLE_CANCELLED: TradeDocument = {
  ...EXAMPLE_TRADE,
  status: 'cancelled',
  reason: 'cancelled_by_agent',
  expires_in_ms: null,
  ended_at: '2026-11-20T10:31:04.700-05:00',
  server_time: '2026-11-20T10:31:04.700-05:00',
}
