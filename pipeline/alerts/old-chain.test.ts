import { expect, it } from 'vitest'
import { calmSeries, marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { alertRules } from './index.ts'

/** Returns what the rule is missing at this time of 1 December 2026 (a Tuesday), with a chain of that instant. */
function missingAt(time: string, quotedAt: string): unknown {
  const gammaLevels = { status: 'ready', spot: 670, quoted_at: quotedAt, zero_gamma: 660 }
  const read = alertRules
    .find(({ id }) => id === 'ZERO_GAMMA_LOST')!
    .read({
      ...marketInputs('2026-12-01', time),
      regime: { regime: 'RISK-ON', reason: '' },
      gammaLevels: gammaLevels as unknown as SignalsSnapshot['gamma_levels'],
    })
  return read.status === 'input_missing' ? read.reason : null
}

it('states the time of an old chain, and that the session has none while that is so', () => {
  expect(missingAt('09:30', '2026-11-30T15:59:59-05:00')).toBe(
    'no option chain of this session is known yet, the newest is of Mon 30 Nov 2026, 15:59 ET',
  )
  expect(missingAt('11:30', '2026-12-01T10:15:00-05:00')).toBe('the option chain of Tue 1 Dec 2026, 10:15 ET is stale')
  expect(missingAt('11:30', '2026-12-01T11:15:00-05:00')).toBeNull()
})

it('states the time of an old quote', () => {
  const { cutoff } = marketInputs('2026-12-01', '14:00')
  const given = { series: { vix_close: calmSeries('vix_close', cutoff) } }
  const inputs = marketInputs('2026-12-01', '14:00', given)
  const quotes = Object.fromEntries(
    Object.entries(inputs.quotes).map(([symbol, quote]) => [
      symbol,
      { ...quote!, quotedAt: new Date('2026-12-01T10:15:00-05:00') },
    ]),
  )
  const regime = { regime: 'RISK-ON', reason: '' } as const
  const read = alertRules.find(({ id }) => id === 'VIX_PANIC')!.read({ ...inputs, quotes, regime, gammaLevels: null })
  expect(read).toMatchObject({
    status: 'input_missing',
    reason: 'vix_close of Tue 1 Dec 2026, 10:15 ET is stale: a newer value is due',
  })
})
