import { expect, test } from 'vitest'
import { UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import { GammaPanel } from '../../../shared/domain/contract/company/gamma.ts'
import { type ChainAnalysis, emptyGamma } from '../../../shared/domain/contract/gamma.ts'
import { type GammaRow, gammaPanel } from './gamma.ts'

const { day: DAY, cutoff: CUTOFF } = UNKNOWN
const UNUSED = 'no contract of the chain has both open interest and a volatility'

const rowOf = (change: Partial<ChainAnalysis>): GammaRow => ({
  spot: 100,
  quoted_at: CUTOFF.toISOString(),
  analysis: { ...emptyGamma('no open interest'), rate: 0.04, rate_source: 'none', ...change },
})
const panelOf = (change: Partial<ChainAnalysis>) =>
  GammaPanel.parse(gammaPanel(UNKNOWN, { key: DAY, day: DAY, knownAt: CUTOFF, row: rowOf(change) }))

test('every figure is that of the analysis under its own name', () => {
  const { expected_move, contracts } = emptyGamma('')
  const strike = { strike: 105, exposure: 3, calls: 5, puts: -2, call_open_interest: 7, put_open_interest: 8 }
  const panel = panelOf({
    net_gamma_usd_per_pct: 0,
    sign: 'uncertain',
    call_wall: 110,
    put_wall: 90,
    zero_gamma: 98,
    zero_gamma_reason: null,
    max_pain: 101,
    expected_move: { ...expected_move, straddle: 9, next_session: 2.5 },
    contracts: { ...contracts, listed: 40, used: 30 },
    strikes: [strike],
    strikes_beyond_exposure: -4,
  })
  expect(panel).toMatchObject({
    day: DAY,
    spot: 100,
    net_gamma_usd_per_pct: 0,
    sign: 'uncertain',
    call_wall: 110,
    put_wall: 90,
    zero_gamma: 98,
    max_pain: 101,
    expected_move_next_session: 2.5,
    contracts: 30,
    profile: [strike],
    strikes_beyond_exposure: -4,
  })
  // A net exposure of nothing is a figure, so it needs no reason.
  expect(panel.reasons).toEqual({})
})

test('a chain without a usable contract gives the reason for each null figure', () => {
  const panel = panelOf({})
  expect(panel).toMatchObject({ spot: 100, contracts: 0, profile: [], net_gamma_usd_per_pct: null, sign: null })
  expect(panel.reasons).toEqual({
    net_gamma_usd_per_pct: UNUSED,
    sign: UNUSED,
    call_wall: 'no strike has a positive exposure',
    put_wall: 'no strike has a negative exposure',
    zero_gamma: 'no open interest',
    max_pain: 'no contract is open',
    expected_move_next_session: 'no expiration has a straddle',
    strikes_beyond_exposure: UNUSED,
  })
})

test('without a chain every member has the same reason, that none is fetched or that none is known yet', () => {
  const of = (isPinned: boolean) =>
    GammaPanel.parse(gammaPanel({ ...UNKNOWN, company: { ...UNKNOWN.company, isPinned } }, null))
  const { reasons, inputs } = of(false)
  expect(new Set(Object.values(reasons))).toEqual(
    new Set(['the company was not pinned when this was computed, and only chains of pinned companies are fetched']),
  )
  expect(Object.keys(reasons)).toHaveLength(14)
  expect(inputs).toMatchObject([{ n: 0, through: null }])
  expect(of(true).reasons.spot).toBe('no chain of this company is known yet; chains are fetched after each close')
})
