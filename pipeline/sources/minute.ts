import { cboeQuote } from './feeds/cboe-quote.ts'
import { defineSource } from './source.ts'

export const minute = defineSource({
  id: 'minute',
  attribution: 'Cboe Global Markets (delayed quotes, index values)',
  gives: { cboe: { series: [], also: 'SPY, VIX and VIX3M each minute, for the tripwires' } },
  routes: ['/api/v1/tripwires'],
  everyCycle: false,
  everyMinute: true,
  at: [],
  // An earlier value is not an observation: a minute without its own price counts as missing.
  maxAgeMs: 0,
  // Past minutes were not known to us at the time.
  feeds: ({ mode }) =>
    mode === 'history'
      ? []
      : [
          cboeQuote({ symbol: 'SPY', series: 'spy_close', required: true }),
          cboeQuote({ symbol: '_VIX', series: 'vix_close', required: true }),
          cboeQuote({ symbol: '_VIX3M', series: 'vix3m_close', required: true }),
        ],
})
