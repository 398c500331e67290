import { describe, expect, test } from 'vitest'
import { chainPoint } from '../../harness/fixtures/market-inputs/chain-point.ts'
import { calmSeries, marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import type { ChainAnalysis } from '../../shared/domain/contract/gamma.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { isAbsent } from './daily-view.ts'
import { chainInput, gammaView, ownGamma, ownGammaView } from './gamma-view.ts'
import type { ChainPoint, SeriesPoint } from './market-inputs.ts'

const day = tradingDay('2026-11-20')
const cutoff = instantAt(day, '10:00')
const own = calmSeries('gex_own', cutoff, [5e9, 1e9])
const chainOf = (more: Partial<ChainPoint> = {}) => chainPoint({ netGammaWithoutToday: 3e9, ...more })
const inputs = (chain: ChainPoint | null, series: readonly SeriesPoint[] = own, sign: readonly SeriesPoint[] = []) => {
  const given = marketInputs('2026-11-20', '10:00', { chain, series: { gex_own: series } })
  return { ...given, series: { ...given.series, gex_own_sign: sign } }
}
const signOf = (value: number, of = own.at(-1)!.day): SeriesPoint[] => [{ ...own.at(-1)!, day: of, value }]
const analysed = (sign: 'positive' | 'negative' | 'uncertain', withoutToday?: typeof sign) =>
  ({ sign, ...(withoutToday ? { without_today: { sign: withoutToday } } : {}) }) as unknown as ChainAnalysis

test('the own figure of a chain leaves out contracts that expire with its session, where they are known', () => {
  expect(ownGamma(chainOf())).toBe(3e9)
  const { netGammaWithoutToday: _, ...earlier } = chainOf()
  expect([ownGamma(earlier), ownGamma(null)]).toEqual([4e9, null])
  expect(ownGamma({ ...earlier, netGamma: null })).toBeNull()
})

describe('the view of our own gamma', () => {
  test('ends with the chain of the day, and is certain where its sign is', () => {
    const { view } = ownGammaView(inputs(chainOf()))
    expect(isAbsent(view) ? view : [view.points.length, view.latest]).toEqual([own.length + 1, { day, value: 3e9 }])
    const certain = (analysis: ChainAnalysis) => ownGammaView(inputs(chainOf({ analysis }))).isCertain
    expect([certain(analysed('positive')), certain(analysed('negative')), certain(analysed('uncertain'))]).toEqual([
      true,
      true,
      false,
    ])
    // The sign without today's contracts takes precedence over that of all contracts.
    expect([certain(analysed('positive', 'uncertain')), certain(analysed('uncertain', 'negative'))]).toEqual([
      false,
      true,
    ])
  })

  test.each([
    ['no chain', null],
    ['a chain without a figure', chainOf({ netGamma: null, netGammaWithoutToday: null })],
    ['a chain of the session before', chainOf({ quotedAt: instantAt(tradingDay('2026-11-19'), '15:45') })],
  ])('ends with the last close where there is %s, whose sign is then of that close', (_, chain) => {
    const certain = (sign: readonly SeriesPoint[]) => ownGammaView(inputs(chain, own, sign))
    const { view, isCertain } = certain(signOf(1))
    expect(isAbsent(view) ? view : view.latest.day).toBe(own.at(-1)!.day)
    expect(isCertain).toBe(true)
    expect(certain(signOf(0)).isCertain).toBe(false)
    expect(certain(signOf(-1)).isCertain).toBe(true)
    expect(certain(signOf(1, own.at(-2)!.day)).isCertain).toBe(false)
    expect(certain([]).isCertain).toBe(false)
  })

  test('a close of the day counts before its chain, which is of some minutes before', () => {
    const closed = [...own, { ...own.at(-1)!, day, value: 9e9 }]
    const { view } = ownGammaView(inputs(chainOf(), closed))
    expect(isAbsent(view) ? view : view.latest).toMatchObject({ day, value: 9e9 })
  })

  test('is absent and uncertain without anything', () => {
    const { view, isCertain } = ownGammaView(inputs(null, []))
    expect([isAbsent(view), isCertain]).toEqual([true, false])
  })
})

describe('the view of dealer gamma', () => {
  const seriesOf = (sessions: number) => {
    const view = gammaView(inputs(null, own.slice(-sessions)))
    return isAbsent(view) ? view : view.series
  }

  test('is our own figure from half a year of it on, and the vendor’s before', () => {
    expect([seriesOf(126), seriesOf(125)]).toEqual(['gex_own', 'gex_vendor'])
  })

  test('states how much of its own history it has if neither is known', () => {
    const nothing = marketInputs('2026-11-20', '10:00', { series: { gex_vendor: null, gex_own: own.slice(-3) } })
    expect(gammaView(nothing)).toMatchObject({
      status: 'not_ready',
      have: 3,
      need: 126,
      reason: expect.stringMatching(/^own chain history has 3 of 126 sessions; /),
    })
  })
})

test('a chain as an input is stale by its age, and degraded while its source fails', () => {
  const qualityOf = (chain: ChainPoint, degraded: string[] = []) =>
    chainInput(chain, 1, { ...inputs(chain), degraded }).quality
  expect(qualityOf(chainOf())).toBe('fresh')
  expect(qualityOf(chainOf(), ['options'])).toBe('degraded')
  expect(qualityOf(chainOf(), ['market'])).toBe('fresh')
  expect(qualityOf(chainOf({ quotedAt: instantAt(tradingDay('2026-11-19'), '15:45') }), ['options'])).toBe('stale')
  expect(chainInput(chainOf(), 7, inputs(null))).toMatchObject({
    series: 'gex_own',
    value: 7,
    for: '2026-11-20T09:45:00-05:00',
    source: 'options',
  })
})
