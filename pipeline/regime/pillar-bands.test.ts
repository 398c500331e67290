import { describe, expect, it, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import {
  type Band,
  BOUNDARIES,
  heldBand,
  isRelieved,
  lineAt,
  type PillarReadings,
  pillarBands,
} from './pillar-bands.ts'

const day = tradingDay('2026-11-02')
type Measure = keyof typeof BOUNDARIES
/** The readings with one measure alone; a spread that widens is otherwise calm, and one that is wide stands at its peak. */
const READINGS: Record<Measure, (value: number) => PillarReadings> = {
  vix: (vix) => ({ volatility: { vix, usual: null, day } }),
  oas: (oas) => ({ credit: { oas, widening: null, peak: oas, day } }),
  widening: (widening) => ({ credit: { oas: 3, widening, peak: 3, day } }),
  breadth: (percentAbove50d) => ({ breadth: { percentAbove50d, day } }),
  gamma: (relative) => ({ gamma: { gex: relative * 1e9, relative, day } }),
}
const bandAt = (measure: Measure, value: number, held = false): Band =>
  pillarBands(READINGS[measure](value), held)[BOUNDARIES[measure].pillar]!

describe.each<[Measure, number, [number, number, number], number]>([
  ['vix', 1, [20, 25, 30], 1.5],
  ['oas', 1, [5.5, 7, 10], 0.25],
  ['widening', 1, [0.7, 1.25, 2], 0.2],
  ['breadth', -1, [40, 25, 10], 6],
  ['gamma', -1, [0.25, 0, -0.25], 0.5],
])('%s', (measure, worse, [strained, stressed, panic], margin) => {
  const LINES: [Band, Band, number][] = [
    ['calm', 'strained', strained],
    ['strained', 'stressed', stressed],
    ['stressed', 'panic', panic],
  ]

  it.each(LINES)('is no longer %s but %s at %d', (milder, band, line) => {
    expect([bandAt(measure, line - worse * 0.001), bandAt(measure, line)]).toEqual([milder, band])
  })

  it(`leaves its worst band more than ${margin} away from its line`, () => {
    expect(bandAt(measure, panic - worse * (margin - 0.001), true)).toBe('panic')
    expect(bandAt(measure, panic - worse * (margin + 0.001), true)).not.toBe('panic')
    expect(bandAt(measure, strained - worse * (margin - 0.001), true)).not.toBe('calm')
    expect(bandAt(measure, strained - worse * (margin + 0.001), true)).toBe('calm')
  })
})

test.each([
  ['strained', 20, 24, 16, 21.6],
  ['stressed', 25, 28, 16, 27.2],
  ['panic', 30, 40, 16, 35.2],
] as const)('the %s line of VIX lies between %d and %d, at %d at %d', (line, least, most, usual, between) => {
  const at = (level: number | null) => lineAt(BOUNDARIES.vix, line, level)
  expect([at(null), at(5), at(100)]).toEqual([least, least, most])
  expect(at(usual)).toBeCloseTo(between, 10)
  expect(lineAt(BOUNDARIES.oas, line, 100)).toBe(BOUNDARIES.oas[line])
})

describe('a spread that has fallen from its peak of the year', () => {
  const credit = (oas: number, peak: number) => ({ oas, widening: 0, peak, day })

  it.each<[number, number, Band, Band]>([
    // At three quarters it counts a band milder, at six tenths two; held, at 72 and 57 %.
    [7.51, 10, 'stressed', 'stressed'],
    [7.5, 10, 'strained', 'stressed'],
    [7.1, 10, 'strained', 'strained'],
    [10.21, 17, 'stressed', 'stressed'],
    [10.2, 17, 'strained', 'stressed'],
    [10.2, 18, 'strained', 'strained'],
    [3, 10, 'calm', 'calm'],
  ])('%d after %d is %s, and %s while held', (oas, peak, band, held) => {
    const bandOf = (isHeld: boolean) => pillarBands({ credit: credit(oas, peak) }, isHeld).credit
    expect([bandOf(false), bandOf(true)]).toEqual([band, held])
  })

  it('is relieved only where its level would count', () => {
    expect([credit(5.5, 10), credit(5.49, 10), credit(7.5, 10), credit(7.51, 10)].map(isRelieved)).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  it('counts by its speed, where that is worse than its level', () => {
    const bandOf = (oas: number, widening: number) => pillarBands({ credit: { oas, widening, peak: oas, day } }).credit
    expect([bandOf(6, 1.3), bandOf(8, 0.8), bandOf(8, 1.3), bandOf(3, 0)]).toEqual([
      'stressed',
      'stressed',
      'stressed',
      'calm',
    ])
  })
})

test.each<[Band, Band, Band, Band]>([
  ['stressed', 'stressed', 'calm', 'stressed'],
  ['calm', 'strained', 'strained', 'strained'],
  ['calm', 'strained', 'stressed', 'strained'],
  ['calm', 'calm', 'stressed', 'calm'],
  ['calm', 'panic', 'strained', 'strained'],
  ['panic', 'panic', 'panic', 'panic'],
])('a band of %s, or %s with its margin, after %s is %s', (now, withMargin, before, held) => {
  expect(heldBand(now, withMargin, before)).toBe(held)
})

test('only known pillars have a band', () => {
  expect(pillarBands({})).toEqual({})
  expect(Object.keys(pillarBands({ ...READINGS.vix(14), ...READINGS.breadth(60) }))).toEqual(['volatility', 'breadth'])
})
