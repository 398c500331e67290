import { expect, it } from 'vitest'
import { liveQuotesProblem } from './judge-live-quotes.ts'

const NOW = new Date('2026-11-20T15:31:00Z')
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000)
const QUOTE = { source: 'alpaca', delaySeconds: 0, quotedAt: ago(2), fetchedAt: ago(1) } as const
const FACTS = { liveQuote: QUOTE, runningSince: ago(3_600) } as const
const SETUP = { preferred: 'alpaca', allowDelayedTrading: false } as const
const delayed = { source: 'cboe', delaySeconds: 900, quotedAt: ago(900), fetchedAt: ago(10) } as const

it('a renewed quote of the preferred provider is not reported, even from a delayed one', () => {
  expect(liveQuotesProblem(FACTS, NOW, SETUP)).toBeNull()
  expect(liveQuotesProblem({ ...FACTS, liveQuote: { ...QUOTE, fetchedAt: ago(90) } }, NOW, SETUP)).toBeNull()
  expect(liveQuotesProblem({ ...FACTS, liveQuote: delayed }, NOW, { ...SETUP, preferred: 'cboe' })).toBeNull()
})

it('names the provider used instead, and what that means for orders', () => {
  expect(liveQuotesProblem({ ...FACTS, liveQuote: { ...QUOTE, source: 'schwab' } }, NOW, SETUP)).toBe(
    'live quotes come from schwab, because alpaca does not answer',
  )
  expect(liveQuotesProblem({ ...FACTS, liveQuote: delayed }, NOW, SETUP)).toBe(
    'live quotes come from cboe, 15 minutes late, because alpaca does not answer, so orders are refused',
  )
  expect(liveQuotesProblem({ ...FACTS, liveQuote: delayed }, NOW, { ...SETUP, allowDelayedTrading: true })).toBe(
    'live quotes come from cboe, 15 minutes late, because alpaca does not answer',
  )
})

it('a quote that is no longer renewed is reported with its time', () => {
  const old = { ...QUOTE, quotedAt: ago(95), fetchedAt: ago(91) }
  expect(liveQuotesProblem({ ...FACTS, liveQuote: old }, NOW, SETUP)).toBe(
    'live quotes: no provider has a newer one of SPY than that of alpaca from 2026-11-20 10:29:25 ET, so orders are refused',
  )
  expect(liveQuotesProblem({ ...FACTS, liveQuote: null }, NOW, SETUP)).toBe(
    'live quotes: no provider has answered for SPY, so orders are refused',
  )
})

it.each([
  ['without a provider', NOW, FACTS, { ...SETUP, preferred: null }],
  ['just after the start', NOW, { ...FACTS, runningSince: ago(89) }, SETUP],
  ['before the first start', NOW, { ...FACTS, runningSince: null }, SETUP],
  ['just after the open', new Date('2026-11-20T14:31:29Z'), FACTS, SETUP],
  ['after the close', new Date('2026-11-20T21:00:00Z'), FACTS, SETUP],
] as const)('%s nothing is due', (_when, now, facts, setup) => {
  expect(liveQuotesProblem({ ...facts, liveQuote: null }, now, setup)).toBeNull()
})
