import { tradingDay } from '../../../shared/time/trading-day.ts'
import { chainDocument } from './chain-document.ts'

const expiration = tradingDay('2026-12-18')
const common = { expiration, strike: 690, openInterest: 41_250, volume: 3_118, bidSize: 120, askSize: 85 }

/** A strike of each kind: the vendor has all of the call, and nothing but quotes of the put. */
export const EXAMPLE_CHAIN = chainDocument(
  'SPY',
  {
    expirations: [tradingDay('2026-11-20'), expiration],
    chain: {
      underlying: 'SPY',
      spot: 689.12,
      quotedAt: new Date('2026-11-20T15:30:58Z'),
      source: 'schwab',
      delaySeconds: 0,
      expiration,
      contracts: [
        {
          ...common,
          contract: 'SPY261218C00690000',
          right: 'call',
          bid: 11.02,
          ask: 11.1,
          iv: 0.139,
          greeks: { delta: 0.5193, gamma: 0.0149, theta: -0.2012, vega: 0.7561, rho: 0.2661 },
        },
        { ...common, contract: 'SPY261218P00690000', right: 'put', bid: 10.11, ask: 10.2, iv: null, greeks: null },
      ],
    },
  },
  {
    strikeCount: 50,
    now: new Date('2026-11-20T15:31:00Z'),
    fedFunds: { day: tradingDay('2026-11-18'), value: 3.87 },
  },
  null,
)
