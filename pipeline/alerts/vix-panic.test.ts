import { expect, it } from 'vitest'
import { calmSeries, marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { alertRules } from './index.ts'

/** The reading of VIX_PANIC after a year whose mean VIX is `usual`, with this quote of today. */
function read(usual: number, vix: number) {
  const { cutoff } = marketInputs('2026-11-20', '11:00')
  const series = { vix_close: calmSeries('vix_close', cutoff, [usual, 0.01]) }
  const inputs = marketInputs('2026-11-20', '11:00', { series, quotes: { SPY: 671, VIX: vix, VIX3M: 16.6 } })
  const regime = { regime: 'CAUTIOUS', reason: '' } as const
  return alertRules.find(({ id }) => id === 'VIX_PANIC')!.read({ ...inputs, regime, gammaLevels: null })
}

it.each([
  [12, 30, 25],
  [16, 35.2, 27.2],
  [25, 40, 28],
])(
  'after a year of VIX %d, VIX_PANIC fires at the panic line of the regime, %d, and clears at %d',
  (usual, fire, clear) => {
    expect(read(usual, fire + 0.2)).toMatchObject({ fires: true })
    expect(read(usual, fire - 0.2)).toMatchObject({ fires: false, clears: false })
    expect(read(usual, clear - 0.2)).toMatchObject({ clears: true })
  },
)
