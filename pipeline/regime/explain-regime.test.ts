import { describe, expect, it } from 'vitest'
import { calmSeries, marketInputs, type Wish } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { readComponents } from '../signals/read-components.ts'
import { explainRegime } from './explain-regime.ts'
import { marketRegime } from './market-regime.ts'

const friday = tradingDay('2026-11-20')
const evening = instantAt(friday, '20:00')
/** The evening of Friday after VIX closes of the last sessions, in a calm year. */
const explained = (vix: number[], wish: Wish = {}) => {
  const calm = calmSeries('vix_close', evening, [14, 1])
  const closes = calm.map((point, at) => ({ ...point, value: vix[at - calm.length + vix.length] ?? point.value }))
  const inputs = marketInputs(friday, '20:00', { whole: true, ...wish, series: { ...wish.series, vix_close: closes } })
  return explainRegime(marketRegime(inputs), readComponents(inputs), inputs.day)
}

describe('the reason of a regime', () => {
  it('names each pillar’s band while all agree', () => {
    const reason = explained([])
    expect(reason).toMatch(/^RISK-ON since \d{4}-\d{2}-\d{2} or earlier\. /)
    expect(reason.match(/ is in the calm band/g)).toHaveLength(4)
    expect(reason).not.toContain('The pillars now read')
  })

  it('names the line that a milder pillar has still to cross, and by how much', () =>
    expect(explained([21, 21, 21, 19.2])).toContain(
      'volatility is in the calm band, and the regime counts it as strained until VIX closes at 18.49 (0.71 lower)',
    ))

  it('counts the closes that are missing', () => {
    expect(explained([21, 21, 21, 19.2])).toMatch(
      /^CAUTIOUS since 2026-11-18\. The pillars now read RISK-ON; no close has confirmed a change yet, and it takes 2\./,
    )
    expect(explained([21, 21, 21, 15])).toContain(
      'The pillars now read RISK-ON; 1 close of 2 points to RISK-ON, and 1 more is missing.',
    )
    expect(explained([26])).toContain(
      'The pillars now read TRANSITIONAL; 1 close of 2 points to TRANSITIONAL, and 1 more is missing.',
    )
  })

  it('names a shock', () => {
    expect(explained([31])).toMatch(
      /^TRANSITIONAL since 2026-11-20, because volatility closed past its panic line\. The pillars now read RISK-OFF; 1 close/,
    )
    expect(explained([31, 15])).toContain(
      'The pillars now read RISK-ON; 1 close of 2 points to a milder regime, and 1 more is missing.',
    )
  })

  it('states why dealer gamma does not decide', () => {
    const own = calmSeries('gex_own', evening, [5e9, 1e9])
    expect(explained([], { series: { gex_own: own } })).toContain(
      'dealer gamma does not decide, because the sign of our own figure is uncertain.',
    )
  })
})
