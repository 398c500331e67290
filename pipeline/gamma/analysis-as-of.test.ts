import { describe, expect, it } from 'vitest'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { FrontExpiryDocument } from '../../shared/domain/contract/front-expiry.ts'
import type { ChainAnalysis } from '../../shared/domain/contract/gamma.ts'
import type { OptionContract } from '../../shared/domain/market/option-chain.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { gammaSection } from '../reports/gamma-section.ts'
import { computeSnapshot } from '../snapshot/compute-snapshot.ts'
import { analyseChain } from './analyse-chain.ts'
import { frontExpiry } from './front-expiry.ts'
import { gammaDocument } from './gamma-document.ts'
import { gammaRail } from './gamma-rail.ts'

const [halfDay, monday, tuesday] = ['2026-11-27', '2026-11-30', '2026-12-01'].map(tradingDay) as [
  OptionContract['expiration'],
  OptionContract['expiration'],
  OptionContract['expiration'],
]

/** The book of one expiration: its call wall and its put wall are the given strikes. */
const expiry = (expiration: OptionContract['expiration'], [call, put]: [number, number]): OptionContract[] =>
  [call, put].flatMap((strike) =>
    (['call', 'put'] as const).map((right) => ({
      expiration,
      strike,
      right,
      bid: 1,
      ask: 1.1,
      iv: 0.15,
      openInterest: (right === 'call') === (strike === call) ? 1_000 : 100,
      volume: 10,
    })),
  )
const contracts = [...expiry(halfDay, [671, 668]), ...expiry(monday, [673, 667]), ...expiry(tuesday, [675, 665])]

function chainOf(date: string, time: string, analysed?: ChainAnalysis) {
  const quotedAt = instantAt(tradingDay(date), time)
  const chain = { underlying: 'SPY', spot: 670, quotedAt, contracts }
  const analysis = analysed ?? analyseChain(chain, { rate: 0, source: 'given' })
  return {
    underlying: 'SPY',
    spot: 670,
    quotedAt,
    knownAt: quotedAt,
    source: 'options',
    netGamma: 4e9,
    callWall: 673,
    putWall: 667,
    contractsUsed: 10,
    contractsSkipped: 0,
    analysis,
  }
}

function servedAt(date: string, time: string, chain: ReturnType<typeof chainOf>) {
  const isOfDay = eastern(chain.quotedAt).day === tradingDay(date)
  const inputs = {
    ...marketInputs(date, time, { chain: isOfDay ? chain : null }),
    earlierChain: isOfDay ? null : chain,
  }
  const snapshot = computeSnapshot(inputs, { cycleId: `${date}T${time}`, origin: 'scheduled' })
  return {
    gamma: gammaDocument(inputs),
    front: FrontExpiryDocument.parse(frontExpiry(inputs)),
    rail: gammaRail(inputs),
    levels: snapshot.gamma_levels,
    report: gammaSection(snapshot),
  }
}
const shareOn = (chain: ReturnType<typeof chainOf>, day: string): number =>
  chain.analysis.by_expiration.find(({ expiration }) => expiration === day)!.share!
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`

describe('what expires today', () => {
  it('is of the day of the cutoff, though the chain is of the session before', () => {
    const chain = chainOf('2026-11-27', '12:59')
    const share = shareOn(chain, monday)
    expect(chain.analysis.by_expiration.map(({ expiration }) => expiration)).toEqual([monday, tuesday])
    const { gamma, front, levels, report } = servedAt('2026-11-30', '09:30', chain)
    expect([gamma, front, levels].map((each) => 'zero_dte_share' in each && each.zero_dte_share)).toEqual([
      share,
      share,
      share,
    ])
    const { exposure } = chain.analysis.by_expiration.find(({ expiration }) => expiration === monday)!
    expect(gamma.zero_dte_exposure).toBe(exposure)
    expect(report).toContain(`- ${percent(share)} of the gross exposure expires today\n`)
  })

  it('comes from the chain of the day itself while the session lasts', () => {
    const chain = chainOf('2026-11-27', '10:00')
    const { gamma, report } = servedAt('2026-11-27', '10:15', chain)
    expect(gamma.zero_dte_share).toBe(chain.analysis.zero_dte_share)
    expect(gamma.zero_dte_exposure).toBe(chain.analysis.zero_dte_exposure)
    expect(report).toContain(`- ${percent(shareOn(chain, halfDay))} of the gross exposure expires today; without it `)
  })

  it('is nothing from the close on, nor on a day without a session', () => {
    for (const [date, time] of [
      ['2026-11-27', '13:00'],
      ['2026-11-27', '13:16'],
      ['2026-11-29', '12:00'],
    ] as const) {
      const { gamma, front, report } = servedAt(date, time, chainOf('2026-11-27', '12:44'))
      expect([gamma.zero_dte_share, gamma.zero_dte_exposure, front.zero_dte_share]).toEqual([null, null, null])
      expect(report).not.toContain('expires today')
    }
  })
})

describe('contracts that end with the session', () => {
  const analysed = (time: string, of = contracts) =>
    analyseChain(
      { underlying: 'SPY', spot: 670, quotedAt: instantAt(halfDay, time), contracts: of },
      { rate: 0, source: 'given' },
    )

  it('are in no figure of a closing chain, whichever second its quotes are of', () => {
    const later = contracts.filter(({ expiration }) => expiration !== halfDay)
    const [ending, without] = [analysed('12:59'), analysed('12:59', later)]
    const counts = { listed: 12, used: 8, own_volatility: 8, vendor_volatility: 0 }
    expect({ ...ending, contracts: null }).toEqual({ ...without, contracts: null })
    expect(ending.contracts).toMatchObject(counts)
    expect(ending.contracts.skipped).toContainEqual({ reason: 'expired', count: 4 })
    expect(analysed('13:00').contracts).toEqual(ending.contracts)
    expect(ending.max_pain).toBe(analysed('13:00').max_pain)
    expect(Math.abs(ending.net_gamma_usd_per_pct! / analysed('13:00').net_gamma_usd_per_pct! - 1)).toBeLessThan(0.01)
  })

  it('are left out of the net exposure and the sign without today, which then are those of the closing chain', () => {
    const { without_today: rest } = analysed('12:45')
    const closing = analysed('12:59')
    expect(rest!.net_gamma_usd_per_pct! / closing.net_gamma_usd_per_pct!).toBeCloseTo(1, 2)
    expect(rest).toMatchObject({ sign: closing.sign, call_wall: closing.call_wall, put_wall: closing.put_wall })
    expect(closing.without_today).toBeNull()
    expect(analysed('12:45', expiry(halfDay, [671, 668])).without_today).toMatchObject({
      net_gamma_usd_per_pct: null,
      sign: null,
    })
  })

  it('count until the last cycle that sees them alive', () => {
    const alive = analysed('12:45')
    expect(alive.by_expiration[0]!.expiration).toBe(halfDay)
    expect(alive.contracts).toMatchObject({ used: 12 })
    expect(alive.net_gamma_usd_per_pct! / analysed('12:59').net_gamma_usd_per_pct!).toBeGreaterThan(1.1)
  })
})

describe('the front expiration', () => {
  it('is the next one once its contracts are gone, by the walls of a chain from just before the close', () => {
    for (const [date, time] of [
      ['2026-11-27', '13:16'],
      ['2026-11-29', '12:00'],
      ['2026-11-30', '09:30'],
    ] as const) {
      const { gamma, front, rail } = servedAt(date, time, chainOf('2026-11-27', '12:59'))
      expect(front).toMatchObject({
        reason: null,
        n: 2,
        front: { call_wall: 673, put_wall: 667, is_zero_dte: date === monday },
      })
      expect(front.front!.expiration.expiration).toBe(monday)
      expect(gamma.expected_move.front_expiration).toBe(monday)
      const walls = rail.levels.filter(({ key }) => key.startsWith('front_')).map(({ price }) => price)
      expect(walls).toEqual([673, 667])
    }
  })

  it('is null with its reason where the chain has walls of dead contracts only, and the rail has none', () => {
    const chain = chainOf('2026-11-27', '12:44')
    expect(chain.analysis.front!.expiration.expiration).toBe(halfDay)
    const reason = 'the contracts of 2026-11-27 have expired, and this chain has no walls of the next expiration alone'
    const { gamma, front, rail } = servedAt('2026-11-27', '13:00', chain)
    expect(gamma.front).toBeNull()
    expect(front).toMatchObject({ front: null, straddle_percent: null, n: 0, reason })
    expect(rail.levels.filter(({ key }) => key.startsWith('front_'))).toEqual([])
    expect(rail.missing).toContainEqual({ key: 'front_call_wall', reason })
    expect(rail.missing).toContainEqual({ key: 'front_put_wall', reason })
  })

  it('is of today until the close', () => {
    const { front } = servedAt('2026-11-27', '12:59', chainOf('2026-11-27', '12:44'))
    expect(front.front).toMatchObject({ is_zero_dte: true, call_wall: 671, put_wall: 668 })
  })

  it('has a straddle that still lives, also in the report', () => {
    const chain = chainOf('2026-11-27', '12:44')
    expect(servedAt('2026-11-27', '12:59', chain).report).toContain('- The straddle of 2026-11-27 costs 2.10 dollars')
    const { gamma, report } = servedAt('2026-11-27', '13:00', chain)
    expect(report).toContain('- The straddle of 2026-11-30 costs 2.10 dollars')
    expect(report).not.toContain('straddle of 2026-11-27')
    expect(gamma.expected_move).toMatchObject({ front_expiration: monday, straddle: 2.1 })
    const alone = { ...chain.analysis, by_expiration: chain.analysis.by_expiration.slice(0, 1) }
    const without = servedAt('2026-11-27', '13:00', chainOf('2026-11-27', '12:44', alone))
    expect(without.gamma.expected_move).toMatchObject({ front_expiration: null, straddle: null })
    expect(without.report).not.toContain('straddle')
  })
})

it('the close before the last one names its day from the close of a session to the next open', () => {
  const labelAt = (date: string, time: string, chain = chainOf('2026-11-27', '12:44')) =>
    servedAt(date, time, chain).rail.levels.find(({ key }) => key === 'previous_close')!.label
  expect(labelAt('2026-11-27', '12:59')).toBe('previous close')
  expect(labelAt('2026-11-27', '13:16')).toBe('previous close (2026-11-25)')
  expect(labelAt('2026-11-28', '12:00')).toBe('previous close')
  expect(labelAt('2026-11-30', '09:30')).toBe('previous close')
})
