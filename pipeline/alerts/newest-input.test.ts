import { describe, expect, it } from 'vitest'
import { calmSeries, marketInputs, type Wish } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import type { AlertId } from '../../shared/domain/contract/alert.ts'
import type { AlertInputs } from './alert.ts'
import { alertRules } from './index.ts'

const { cutoff } = marketInputs('2026-11-20', '20:00')
const rule = (id: AlertId) => alertRules.find((each) => each.id === id)!
const inputsOf = (wish: Wish, gammaLevels: AlertInputs['gammaLevels'] = null): AlertInputs => ({
  ...marketInputs('2026-11-20', '20:00', wish),
  regime: { regime: 'CAUTIOUS', reason: '' },
  gammaLevels,
})

describe('the shock of oil', () => {
  const fund = calmSeries('uso_close', cutoff, [80, 2])
  const crashed = fund.map((point, at) => (at === fund.length - 1 ? { ...point, value: 60 } : point))
  const withFund = (points: typeof fund): AlertInputs => {
    const inputs = inputsOf({})
    return { ...inputs, series: { ...inputs.series, uso_close: points } }
  }

  it('reads the fund where its close is newer than the published price', () => {
    expect(rule('WTI_SHOCK').read(withFund(crashed))).toMatchObject({
      fires: true,
      statement: expect.stringMatching(/^USO \$60\.00 after -/),
      inputs: [{ series: 'uso_close', for: '2026-11-20' }],
    })
    expect(rule('OIL_SPIKE').read(withFund(fund))).toMatchObject({ inputs: [{ series: 'uso_close' }] })
  })

  it('reads the published price where the fund is not known', () =>
    expect(rule('WTI_SHOCK').read(inputsOf({}))).toMatchObject({
      fires: false,
      statement: expect.stringMatching(/^WTI \$/),
      inputs: [{ series: 'wti' }],
    }))
})

describe('GEX_NEGATIVE on our own figure', () => {
  const own = calmSeries('gex_own', cutoff, [-5e9, 1e9])
  const past = own.slice(0, -1)
  const chain = {
    underlying: 'SPY',
    spot: 670,
    quotedAt: new Date(cutoff.getTime() - 4 * 3_600_000),
    knownAt: cutoff,
    netGamma: -4e9,
    callWall: null,
    putWall: null,
    contractsUsed: 1,
    contractsSkipped: 0,
    source: 'options',
  }
  const levels = (sign: string) =>
    ({ status: 'ready', spot: 670, quoted_at: chain.quotedAt.toISOString(), sign }) as AlertInputs['gammaLevels']
  const read = (sign: string) => rule('GEX_NEGATIVE').read(inputsOf({ series: { gex_own: past }, chain }, levels(sign)))

  it('takes the sign of today’s chain from the snapshot', () => {
    const seen = (sign: string) => {
      const reading = read(sign)
      return reading.status === 'observed' ? reading.inputs[0]!.series : reading.reason
    }
    expect([seen('negative'), seen('uncertain')]).toEqual(['gex_own', 'the sign of our own figure is uncertain'])
  })
})
