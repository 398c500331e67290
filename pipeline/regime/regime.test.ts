import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calmSeries, marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { foldRegimes, type PillarRow } from './fold-regime.ts'
import { marketRegime, pillarCloses } from './market-regime.ts'
import { levelNow, withValue } from './measures.ts'
import { BOUNDARIES, type PillarReadings, pillarBands } from './pillar-bands.ts'
import { REGIMES, regimeNow, regimeOfBands } from './regime-now.ts'

const day = tradingDay('2026-11-02')
type Levels = { vix?: number; oas?: number; widening?: number; peak?: number; breadth?: number; gamma?: number }
const pillars = (
  { vix, oas, widening = 0, peak, breadth, gamma }: Levels,
  at: TradingDay = day,
  oasDay = at,
): PillarReadings => ({
  ...(vix !== undefined && { volatility: { vix, usual: null, day: at } }),
  ...(oas !== undefined && { credit: { oas, widening, peak: peak ?? oas, day: oasDay } }),
  ...(breadth !== undefined && { breadth: { percentAbove50d: breadth, day: at } }),
  ...(gamma !== undefined && { gamma: { gex: gamma * 1e9, relative: gamma, day: at } }),
})
const calm: Levels = { vix: 14, oas: 3.2, breadth: 65, gamma: 1 }
const rows = (levels: Levels[]): PillarRow[] =>
  levels.map((each, index) => ({
    day: addSessions(day, index).day,
    pillars: pillars(each, addSessions(day, index).day),
  }))
const folded = (levels: Levels[]) => foldRegimes(rows(levels))?.regime

describe('what-if values', () => {
  it.each(['vix', 'oas', 'widening', 'breadth', 'gamma'] as const)(
    '%s alone takes the value, if it is known',
    (measure) => {
      const known = pillars({ ...calm, widening: 0.1 })
      const changed = withValue(measure, 7.5, known)
      expect(levelNow(measure, changed)).toBe(7.5)
      expect(withValue(measure, levelNow(measure, known)!, changed)).toEqual(known)
      expect([withValue(measure, 7.5, {}), levelNow(measure, {})]).toEqual([{}, null])
    },
  )
})

describe('regime of an instant', () => {
  it.each([
    ['RISK-ON', calm],
    ['CAUTIOUS', { ...calm, vix: 21 }],
    ['TRANSITIONAL', { ...calm, vix: 26 }],
    ['TRANSITIONAL', { ...calm, vix: 21, breadth: 35 }],
    ['RISK-OFF', { ...calm, vix: 26, gamma: -0.1 }],
    ['RISK-OFF', { ...calm, gamma: -0.5, breadth: 5 }], // no price of risk at its panic line
    ['RISK-OFF', { ...calm, vix: 31 }], // fear alone
    ['CAUTIOUS', { ...calm, gamma: -0.5 }], // an amplifier alone
    ['CAUTIOUS', { ...calm, vix: 21, gamma: 0.1 }], // thin, but it dampens
    ['TRANSITIONAL', { ...calm, vix: 21, gamma: -0.1 }],
    ['PANIC', { ...calm, vix: 36, gamma: -0.5 }],
    ['PANIC', { ...calm, oas: 6, widening: 2.1, breadth: 8 }],
    ['PANIC', { vix: 45, oas: 11, breadth: 20 }], // before gamma existed
    ['RISK-ON', { vix: 14, oas: 3.2, gamma: 1 }], // no breadth
    [null, { vix: 45, oas: 11 }],
  ] as [string | null, Levels][])('%s at %j', (regime, levels) => expect(regimeNow(pillars(levels))).toBe(regime))

  it('never improves when a pillar worsens', () => {
    const band = fc.constantFrom('calm', 'strained', 'stressed', 'panic')
    const bands = fc.record({ volatility: band, credit: band, breadth: band, gamma: band })
    const order = ['calm', 'strained', 'stressed', 'panic'] as const
    fc.assert(
      fc.property(bands, fc.constantFrom('volatility', 'credit', 'breadth', 'gamma'), (before, pillar) => {
        const next = order[order.indexOf(before[pillar as keyof typeof before] as 'calm') + 1]
        if (!next) return
        const rank = (value: object) => REGIMES.indexOf(regimeOfBands(value)!)
        expect(rank({ ...before, [pillar]: next })).toBeGreaterThanOrEqual(rank(before))
      }),
    )
  })

  it('counts the line itself as the unhealthy side', () => {
    expect(pillarBands(pillars({ vix: BOUNDARIES.vix.stressed, gamma: 0 }))).toEqual({
      volatility: 'stressed',
      gamma: 'stressed',
    })
  })
})

describe('lines that move', () => {
  const band = (vix: number, usual: number | null) => pillarBands({ volatility: { vix, usual, day } }).volatility

  it.each([
    [21, null, 'strained'],
    [21, 12, 'strained'],
    [21, 18, 'calm'], // 1.35 x 18 is 24.3: the line stops at its fence, 24
    [24, 18, 'strained'],
    [26, 12, 'stressed'],
    [26, 22, 'strained'],
    [28, 40, 'stressed'], // in any year
    [31, 12, 'panic'],
    [31, 18, 'stressed'],
    [40, 30, 'panic'], // in any year
  ] as const)('a VIX of %d in a year of %d is %s', (vix, usual, expected) => expect(band(vix, usual)).toBe(expected))

  it.each([
    [11, 0, 11, 'panic'],
    [11, 0, 14, 'panic'],
    [11, 0, 15, 'stressed'], // 73 % of its peak
    [11, 0, 19, 'strained'], // 58 %
    [7.5, 0, 19, 'calm'],
    [7.5, null, 7.5, 'stressed'],
    [7.5, 0.8, 19, 'strained'], // it widens again, however low it is
  ] as const)('a spread of %d after a change of %s and a peak of %d is %s', (oas, widening, peak, expected) =>
    expect(pillarBands({ credit: { oas, widening, peak, day } }).credit).toBe(expected),
  )
})

describe('regime of closes', () => {
  const off = { ...calm, vix: 27, gamma: -0.1 }
  const transitional = { ...calm, vix: 26 }

  it.each([
    ['one bad close is none', [calm, off], 'RISK-ON'],
    ['two bad closes change it', [calm, off, off], 'RISK-OFF'],
    ['the nearer of two different closes', [calm, transitional, off], 'TRANSITIONAL'],
    ['the nearer, also when the first was worse', [calm, off, transitional], 'TRANSITIONAL'],
    ['a close back at the old regime starts over', [calm, off, calm, off], 'RISK-ON'],
    ['PANIC at once', [calm, { ...calm, vix: 40, gamma: -1 }], 'PANIC'],
    ['one close out of PANIC is none', [calm, { ...calm, vix: 40, gamma: -1 }, calm], 'PANIC'],
    ['two closes end PANIC', [calm, { ...calm, vix: 40, gamma: -1 }, calm, calm], 'RISK-ON'],
    ['easing goes to the nearest of its two closes', [calm, off, off, calm, { ...calm, vix: 22 }], 'CAUTIOUS'],
    ['and goes on from there', [calm, off, off, calm, { ...calm, vix: 22 }, calm, calm], 'RISK-ON'],
    [
      'a value within the margin of its line keeps its band',
      [{ ...calm, vix: 21 }, ...Array(4).fill({ ...calm, vix: 19 })],
      'CAUTIOUS',
    ],
    ['and leaves it beyond the margin', [{ ...calm, vix: 21 }, ...Array(3).fill({ ...calm, vix: 18 })], 'RISK-ON'],
    [
      'gamma absent throughout',
      [
        { vix: 14, oas: 3, breadth: 60 },
        { vix: 27, oas: 8, breadth: 20 },
        { vix: 27, oas: 8, breadth: 20 },
      ],
      'RISK-OFF',
    ],
  ] as [string, Levels[], string][])('%s', (_, levels, regime) => expect(folded(levels)).toBe(regime))

  it('counts a spread published once and read at two closes as one observation', () => {
    const first = pillars(calm)
    const wide = (at: number, published: number): PillarRow => {
      const on = addSessions(day, at).day
      return { day: on, pillars: pillars({ ...calm, oas: 8 }, on, addSessions(day, published).day) }
    }
    expect(foldRegimes([{ day, pillars: first }, wide(1, 1), wide(2, 1), wide(3, 1)])?.regime).toBe('RISK-ON')
    expect(foldRegimes([{ day, pillars: first }, wide(1, 1), wide(2, 1), wide(3, 2)])?.regime).toBe('TRANSITIONAL')
  })

  it('is not cleared by a pillar that drops out', () => {
    const { gamma: _, ...without } = calm
    expect(folded([off, off, { ...without, vix: 27 }, { ...without, vix: 27 }])).toBe('RISK-OFF')
  })

  it('keeps the band of a pillar that drops out for a week, then drops it', () => {
    const { gamma: _, ...without } = calm
    const easing = { ...without, vix: 22 }
    expect(folded([off, off, easing, easing, easing])).toBe('TRANSITIONAL')
    expect(folded([off, off, ...Array<Levels>(10).fill(easing)])).toBe('CAUTIOUS')
  })

  it('carries a pillar that drops out for five closes and not for a sixth', () => {
    const { gamma: _, ...without } = calm
    const states = [5, 6].map((closes) => foldRegimes(rows([calm, ...Array<Levels>(closes).fill(without)])))
    expect(states.map((state) => state?.observed.gamma?.missed)).toEqual([5, undefined])
  })

  it('stays where it was with fewer than three pillars', () => {
    expect(folded([calm, calm, { vix: 40 }, { vix: 40 }])).toBe('RISK-ON')
    expect(foldRegimes(rows([{ vix: 40 }]))).toBeNull()
  })
})

describe('regime from what is known', () => {
  it('is RISK-ON since the first replayed close in a calm history', () => {
    expect(marketRegime(marketInputs('2026-11-20', '10:00'))).toMatchObject({
      regime: 'RISK-ON',
      regimeNow: 'RISK-ON',
      isOlder: true,
      state: { pending: null, shock: null },
    })
  })

  it('does not move on a bad morning, whose close is one of two', () => {
    const bad = { quotes: { SPY: 640, VIX: 27, VIX3M: 26 } }
    expect(marketRegime(marketInputs('2026-11-20', '11:00', bad))).toMatchObject({
      regime: 'RISK-ON',
      regimeNow: 'TRANSITIONAL',
      state: { pending: null },
    })
    expect(marketRegime(marketInputs('2026-11-20', '16:30', bad))).toMatchObject({
      regime: 'RISK-ON',
      state: { pending: { regime: 'TRANSITIONAL', closes: 1 } },
    })
  })

  it('counts 260 past closes, and today from a quarter of an hour after its close', () => {
    const closesAt = (time: string) => pillarCloses(marketInputs('2026-11-20', time))
    expect([closesAt('16:14').length, closesAt('16:15').length]).toEqual([260, 261])
    expect(closesAt('16:14').at(-1)!.day).toBe('2026-11-19')
    expect(closesAt('16:15').at(-1)!.day).toBe('2026-11-20')
    expect(closesAt('16:14')[0]!.day).toBe(addSessions(tradingDay('2026-11-20'), -260).day)
  })

  it('is PANIC at once within the day', () => {
    const panic = { quotes: { SPY: 600, VIX: 45, VIX3M: 36 }, last: { gex_vendor: -4e9 } }
    expect(marketRegime(marketInputs('2026-11-20', '11:00', panic))).toMatchObject({
      regime: 'PANIC',
      since: '2026-11-20',
    })
  })

  it('is null below three live pillars', () => {
    expect(marketRegime(marketInputs('2026-11-20', '11:00', { series: { hy_oas: null } }))).toMatchObject({
      regime: null,
      regimeNow: null,
    })
  })

  it('does not change a past evening by a value that came three sessions later', () => {
    const cutoff = instantAt(tradingDay('2026-11-20'), '20:00')
    const punctual = calmSeries('vix_close', cutoff)
    const monday = tradingDay('2026-11-16')
    const late = punctual.map((point) =>
      point.day === monday ? { ...point, value: 60, knownAt: instantAt(tradingDay('2026-11-19'), '19:45') } : point,
    )
    const inputs = marketInputs('2026-11-20', '20:00', { series: { vix_close: late }, last: { gex_vendor: -4e9 } })
    const evening = pillarCloses(inputs).find((row) => row.day === monday)!
    const friday = punctual.find(({ day: each }) => each === '2026-11-13')!
    expect(evening.pillars.volatility).toMatchObject({ vix: friday.value, day: friday.day })
  })

  it('a stressed gamma of our own does not decide while the vendor’s differs', () => {
    const cutoff = instantAt(tradingDay('2026-11-20'), '20:00')
    const own = calmSeries('gex_own', cutoff, [-5e9, 1e9])
    const sign = own.map((point) => ({ ...point, value: -1 }))
    const both = marketInputs('2026-11-20', '20:00', { whole: true, series: { gex_own: own, gex_own_sign: sign } })
    expect(marketRegime(both)).toMatchObject({ regime: 'RISK-ON', gammaReason: expect.stringContaining('0 of the 10') })
    const alone = { ...both, series: { ...both.series, gex_vendor: [] } }
    expect(marketRegime(alone)).toMatchObject({ regime: 'CAUTIOUS', gammaReason: null })
    const uncertain = { ...alone.series, gex_own_sign: sign.map((point) => ({ ...point, value: 0 })) }
    expect(marketRegime({ ...alone, series: uncertain })).toMatchObject({
      regime: 'RISK-ON',
      gammaReason: 'the sign of our own figure is uncertain',
    })
  })
})
