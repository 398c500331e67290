import { describe, expect, it } from 'vitest'
import { chainPoint } from '../../harness/fixtures/market-inputs/chain-point.ts'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import type { ChainAnalysis } from '../../shared/domain/contract/gamma.ts'
import { GammaRail, type RailLevel } from '../../shared/domain/contract/gamma-rail.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { ChainPoint } from '../inputs/market-inputs.ts'
import { frontExpiry } from './front-expiry.ts'
import { gammaRail } from './gamma-rail.ts'
import { railTicks } from './rail-ticks.ts'

const day = tradingDay('2026-11-20')
const chain = (spot: number, netGamma: number) => chainPoint({ spot, netGamma })
const analysis = (sign: 'positive' | 'negative') =>
  ({ sign, expected_move: { next_session: 6, rest_of_day: 4 } }) as ChainAnalysis
const rail = (spot: number, netGamma: number, more: Partial<ChainPoint> = {}, time = '10:00') =>
  gammaRail(marketInputs('2026-11-20', time, { chain: { ...chain(spot, netGamma), ...more } }))
const of = ({ levels }: GammaRail, key: RailLevel['key']) => levels.find((each) => each.key === key)

describe('gamma rail', () => {
  it('two opposite days have opposite readings, above and below zero gamma', () => {
    const [calm, stressed] = [
      rail(672, 4e9, { analysis: analysis('positive') }),
      rail(648, -3e9, { analysis: analysis('negative') }),
    ]
    for (const each of [calm, stressed]) expect(() => GammaRail.parse(each)).not.toThrow()
    expect([calm.gamma_sign, stressed.gamma_sign]).toEqual(['positive', 'negative'])
    expect([of(calm, 'zero_gamma')!.side, of(stressed, 'zero_gamma')!.side]).toEqual(['below', 'above'])
    expect([of(calm, 'put_wall')!.side, of(stressed, 'put_wall')!.side]).toEqual(['below', 'above'])
  })

  it('levels are in order of price, signed from spot, and missing ones have reasons', () => {
    const found = rail(672, 4e9)
    const prices = found.levels.map(({ price }) => price)
    expect(prices).toEqual([...prices].sort((a, b) => b - a))
    expect(of(found, 'call_wall')).toMatchObject({ distance: 8, side: 'above' })
    expect(found.missing.map(({ key }) => key)).toContain('expected_move_low')
    expect(found.missing.every(({ reason }) => reason.length > 10)).toBe(true)
    expect(found.n).toBe(found.levels.length)
  })

  it('the expected move covers the rest of the day while the market is open, and the next session after the close', () => {
    const analysed = { analysis: analysis('positive') }
    const [open, closed] = [rail(672, 4e9, analysed), rail(672, 4e9, analysed, '16:15')]
    const rest = 4 * Math.sqrt(360 / 375)
    expect(open).toMatchObject({ expected_move: expect.closeTo(rest, 5), expected_move_covers: 'rest_of_day' })
    expect(closed).toMatchObject({ expected_move: 6, expected_move_covers: 'next_session' })
    expect([of(open, 'expected_move_low')!.price, of(closed, 'expected_move_high')!.price]).toEqual([
      expect.closeTo(672 - rest, 5),
      678,
    ])
    expect(rail(672, 4e9)).toMatchObject({ gamma_sign: null, expected_move: null, expected_move_covers: null })
  })

  it('the band of the next session lies around its forward, which a dividend takes below spot', () => {
    const eve = {
      sign: 'positive',
      expected_move: { next_session: 6, rest_of_day: 4, next_session_day: '2026-11-23', next_session_forward: 670.2 },
    } as ChainAnalysis
    const bandOf = (found: GammaRail) => [of(found, 'expected_move_low')!.price, of(found, 'expected_move_high')!.price]
    const closed = rail(672, 4e9, { analysis: eve }, '16:15')
    expect(bandOf(closed)).toEqual([expect.closeTo(664.2, 5), expect.closeTo(676.2, 5)])
    expect(of(closed, 'expected_move_low')!.distance_moves).toBeCloseTo(-1.3, 5)
    const rest = 4 * Math.sqrt(360 / 375)
    expect(bandOf(rail(672, 4e9, { analysis: eve }))).toEqual([
      expect.closeTo(672 - rest, 5),
      expect.closeTo(672 + rest, 5),
    ])
    const earlierChain = { ...chain(672, 4e9), analysis: eve }
    const next = { ...marketInputs('2026-11-23', '09:30', { quotes: {} }), earlierChain }
    expect(bandOf(gammaRail(next))).toEqual([expect.closeTo(664.2, 5), expect.closeTo(676.2, 5)])
    const quoted = gammaRail({ ...marketInputs('2026-11-23', '10:00', { quotes: { SPY: 669 } }), earlierChain })
    expect(quoted.spot_from).toBe('quote')
    expect(bandOf(quoted)).toEqual([663, 675])
  })

  it('before the first chain of a day the levels are those of the session before, and their labels say so', () => {
    const yesterday = tradingDay('2026-11-19')
    const earlierChain = {
      ...chain(672, 4e9),
      quotedAt: instantAt(yesterday, '16:00'),
      knownAt: instantAt(yesterday, '16:20'),
      analysis: {
        sign: 'positive',
        expected_move: { next_session: 6, rest_of_day: null, next_session_day: day as string },
      } as unknown as ChainAnalysis,
    }
    const early = gammaRail({ ...marketInputs('2026-11-20', '09:30'), earlierChain })
    expect(early).toMatchObject({ levels_session: '2026-11-19', gamma_sign: 'positive', spot_from: 'close' })
    expect(early).toMatchObject({ expected_move: 6, expected_move_covers: 'next_session' })
    expect(of(early, 'call_wall')).toMatchObject({ price: 680, label: 'call wall (2026-11-19)' })
    expect(of(early, 'previous_close')!.label).toBe('previous close')
    expect(early.inputs.map(({ series }) => series)).toContain('gex_own')
    expect(() => GammaRail.parse(early)).not.toThrow()
    const skipped = { ...earlierChain.analysis.expected_move!, next_session_day: tradingDay('2026-11-23') }
    const stale = { ...earlierChain, analysis: { ...earlierChain.analysis, expected_move: skipped } }
    expect(gammaRail({ ...marketInputs('2026-11-20', '09:30'), earlierChain: stale }).expected_move).toBeNull()
    expect(rail(672, 4e9)).toMatchObject({ levels_session: '2026-11-20' })
    expect(of(rail(672, 4e9), 'call_wall')!.label).toBe('call wall')
  })

  it('a wall that nearly ties with another strike names it, and a wall that is alone does not', () => {
    const both = { ...analysis('positive'), call_wall_pair: [680, 685], put_wall_pair: null } as ChainAnalysis
    const found = rail(672, 4e9, { analysis: both })
    expect(() => GammaRail.parse(found)).not.toThrow()
    expect(of(found, 'call_wall')).toMatchObject({ price: 680, label: 'call wall or 685', pair: [680, 685] })
    expect(of(found, 'put_wall')).toMatchObject({ price: 650, label: 'put wall', pair: null })
    expect(found.ticks.find(({ price }) => price === 680)!.label).toBe('call wall or 685')
    expect(of(found, 'zero_gamma')).not.toHaveProperty('pair')
    const ties = [680, 685, 690].map((strike, at) => ({ strike, share: [1, 0.95, 0.92][at]! }))
    const three = rail(672, 4e9, { analysis: { ...both, call_wall_ties: ties, put_wall_ties: null } })
    expect(() => GammaRail.parse(three)).not.toThrow()
    expect(of(three, 'call_wall')).toMatchObject({ price: 680, label: 'call wall or 685 or 690', ties })
    expect(of(three, 'put_wall')).toMatchObject({ label: 'put wall', ties: null })
    // An analysis of an earlier version does not know whether a wall is alone.
    expect(of(rail(672, 4e9, { analysis: analysis('positive') }), 'call_wall')).not.toHaveProperty('pair')
  })

  it('the AI flip is a separate level, or null with a reason', () => {
    const flipOf = (day: string | null) => {
      const rail = gammaRail({ ...marketInputs('2026-11-20', '10:00'), aiFlip: { level: 660, day } })
      return rail.levels.find(({ key }) => key === 'ai_flip')
    }
    expect(flipOf('2026-11-20')).toMatchObject({ label: 'AI flip', price: 660, side: 'below' })
    expect(flipOf('2026-11-19')).toMatchObject({ label: 'AI flip (2026-11-19)', price: 660 })
    expect(flipOf(null)).toMatchObject({ label: 'AI flip' })
    const none = gammaRail({ ...marketInputs('2026-11-20', '10:00'), aiFlip: 'no watch-line is a price' })
    expect(none.missing).toContainEqual({ key: 'ai_flip', reason: 'no watch-line is a price' })
  })

  it('the averages are those of the last 50 and 200 closes before the day, and unknown from fewer', () => {
    const inputs = marketInputs('2026-11-20', '10:00')
    const all = inputs.series.spy_close!
    const railOf = (closes: number) => {
      // The oldest of 50 and of 200 closes are outliers, so that a window of one close more or less is noticed.
      const points = all.slice(all.length - closes).map((point, at) => {
        const back = closes - at
        return { ...point, value: back === 50 || back === 200 ? 1_000 : back === 51 || back === 201 ? 2_000 : 500 }
      })
      return gammaRail({ ...inputs, series: { ...inputs.series, spy_close: points } })
    }
    const [full, short] = [railOf(201), railOf(49)]
    expect(of(full, 'average_50d')!.price).toBe((49 * 500 + 1_000) / 50)
    expect(of(full, 'average_200d')!.price).toBe((197 * 500 + 2 * 1_000 + 2_000) / 200)
    const reasonOf = (found: GammaRail, wanted: string) => found.missing.find(({ key }) => key === wanted)?.reason
    expect(reasonOf(short, 'average_50d')).toBe('49 of 50 closes are known')
    expect(reasonOf(railOf(199), 'average_200d')).toBe('199 of 200 closes are known')
  })

  it('each level that a chain does not have states why', () => {
    const without = { callWall: null, putWall: null, zeroGamma: null, maxPain: null }
    const reasons = Object.fromEntries(rail(672, 4e9, without).missing.map(({ key, reason }) => [key, reason]))
    expect(reasons).toMatchObject({
      call_wall: 'no strike has a positive exposure',
      put_wall: 'no strike has a negative exposure',
      zero_gamma: 'it was not computed',
      max_pain: 'no open interest is known',
      expected_move_low: 'no volatility at the money is known',
      expected_move_high: 'no volatility at the money is known',
    })
    const noMove = { sign: 'positive', expected_move: { next_session: null, rest_of_day: 4 } } as ChainAnalysis
    const closed = rail(672, 4e9, { analysis: noMove }, '16:15')
    expect(closed).toMatchObject({ expected_move: null, expected_move_covers: null })
  })

  it('before a day’s first chain its put wall, too, is of the session before', () => {
    const yesterday = tradingDay('2026-11-19')
    const earlierChain = { ...chain(672, 4e9), quotedAt: instantAt(yesterday, '16:00') }
    const early = gammaRail({ ...marketInputs('2026-11-20', '09:30'), earlierChain })
    const ofChain = ['call_wall', 'put_wall', 'zero_gamma', 'max_pain'] as const
    expect(ofChain.map((key) => of(early, key)!.label)).toEqual([
      'call wall (2026-11-19)',
      'put wall (2026-11-19)',
      'zero gamma (2026-11-19)',
      'max pain (2026-11-19)',
    ])
    expect(of(early, 'average_50d')!.label).toBe('50-day average')
    // A chain whose net gamma is unknown has no levels, and is no input.
    const bare = gammaRail({
      ...marketInputs('2026-11-20', '09:30'),
      earlierChain: { ...earlierChain, netGamma: null },
    })
    expect(bare.levels_session).toBeNull()
    expect(bare.inputs.map(({ series }) => series)).toEqual(['spy_close'])
  })

  it('without a chain the rail has closes, and states why the levels of the chain are missing', () => {
    const bare = gammaRail(marketInputs('2026-11-20', '10:00'))
    expect(bare).toMatchObject({ spot: 671, spot_from: 'quote', gamma_sign: null })
    expect(bare.levels.map(({ key }) => key).sort()).toEqual(['average_200d', 'average_50d', 'previous_close', 'spot'])
    expect(bare.missing).toHaveLength(9)
  })

  it('without any price the rail is empty', () => {
    const nothing = gammaRail({ ...marketInputs('2026-11-20', '10:00'), series: {}, quotes: {} })
    expect(nothing).toMatchObject({
      spot: null,
      levels: [],
      reason: 'the sources of the signals have neither an option chain nor a recent price of SPY',
    })
  })
})

describe('ticks of the rail', () => {
  const level = (key: RailLevel['key'], price: number): RailLevel => ({
    key,
    label: key,
    price,
    side: 'above',
    distance: 0,
    distance_percent: 0,
    distance_moves: null,
  })

  it('labels of one dollar merge, near ones alternate between tiers, and far ones stay on the first', () => {
    const { ticks, axis } = railTicks([
      level('spot', 670.2),
      level('zero_gamma', 669.8),
      level('max_pain', 671),
      level('previous_close', 672),
      level('call_wall', 700),
    ])
    expect(ticks.map(({ price, tier }) => [price, tier])).toEqual([
      [670, 0],
      [671, 1],
      [672, 0],
      [700, 0],
    ])
    expect(ticks[0]).toMatchObject({ keys: ['spot', 'zero_gamma'], label: 'spot, zero_gamma' })
    expect(ticks.every(({ position }) => position > 0 && position < 1)).toBe(true)
    expect([axis!.low < 670, axis!.high > 700]).toEqual([true, true])
  })

  it('an empty rail has no axis', () => expect(railTicks([])).toEqual({ ticks: [], axis: null }))
})

it('a chain analysed by an earlier version states that it has no front expiration', () => {
  const inputs = marketInputs('2026-11-20', '10:00', { chain: chain(672, 4e9) })
  expect(frontExpiry(inputs)).toMatchObject({ front: null, n: 0 })
  expect(frontExpiry(inputs).reason).toMatch(/no longer stored|earlier version/)
  expect(frontExpiry(marketInputs('2026-11-20', '10:00')).reason).toContain('no option chain')
})
