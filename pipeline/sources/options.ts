import { cboeOptions } from './feeds/cboe-options.ts'
import { defineSource } from './source.ts'

const HOUR_MS = 3_600_000

export const options = defineSource({
  id: 'options',
  attribution: 'Cboe Global Markets (delayed option quotes)',
  gives: { cboe: { series: ['gex_own', 'gex_own_sign'], also: 'the SPY option chain' } },
  routes: ['/api/v1/signals/gamma', '/api/v1/flow/tape'],
  everyCycle: true,
  // The last cycle of a day brings the closing chain, from which the day's own net gamma is stored. No file has it later,
  // and the vendor shows it all evening.
  at: [],
  againAt: ['16:50', '18:05'],
  // Open interest changes once a day, but spot and volatility change within it.
  maxAgeMs: HOUR_MS,
  // The vendor has no history of chains: yesterday's open interest is gone.
  feeds: ({ mode }) => (mode === 'history' ? [] : [cboeOptions('SPY')]),
})
