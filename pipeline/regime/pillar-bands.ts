import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { Pillar } from '../signals/component.ts'

/** What each pillar showed, with the day its observation is for; an absent pillar has no key. */
export interface PillarReadings {
  volatility?: { vix: number; day: TradingDay }
  /** `widening` is the change over 20 observations in percentage points; null while history is shorter. */
  credit?: { oas: number; widening: number | null; day: TradingDay }
  breadth?: { percentAbove50d: number; day: TradingDay }
  /** `relative` is GEX over the mean size of its own last 252 sessions: dollars of gamma grow with the market. */
  gamma?: { gex: number; relative: number; day: TradingDay }
}

export const BANDS = ['calm', 'strained', 'stressed', 'panic'] as const
export type Band = (typeof BANDS)[number]

export interface Boundary {
  pillar: Pillar
  measure: string
  /** The bad side. */
  side: 'at_or_above' | 'at_or_below'
  strained: number
  stressed: number
  panic: number
  why: string
}

/** Every line of the regime. Levels, not ranks: a rank would find its stressed tenth in the calmest year. */
export const BOUNDARIES = {
  vix: {
    pillar: 'volatility',
    measure: 'VIX',
    side: 'at_or_above',
    strained: 20,
    stressed: 25,
    panic: 30,
    why: '20 and 30 are the lines of the tripwires, 25 lies between; 30 prices a daily move near 2 %, and 2013 closed at most at 20.49',
  },
  oas: {
    pillar: 'credit',
    measure: 'HY OAS',
    side: 'at_or_above',
    strained: 5.5,
    stressed: 7,
    panic: 10,
    why: '2013 peaked at 5.34; 7 prices a default cycle (2016 peaked at 8.87 without a recession); 10 lies beyond that',
  },
  widening: {
    pillar: 'credit',
    measure: 'HY OAS change over 20 sessions',
    side: 'at_or_above',
    strained: 0.7,
    stressed: 1.25,
    panic: 2,
    why: 'spreads fall slowly and rise fast, so speed sees a break while the level is still good; 2013 never widened by 1',
  },
  breadth: {
    pillar: 'breadth',
    measure: 'percent of members above the 50-day average',
    side: 'at_or_below',
    strained: 40,
    stressed: 25,
    panic: 10,
    why: 'an ordinary pullback stays above 25; below 10 everything is sold together',
  },
  gamma: {
    pillar: 'gamma',
    measure: 'GEX relative to its own usual size',
    side: 'at_or_below',
    strained: 0.25,
    stressed: 0,
    panic: -0.25,
    why: 'below zero dealers sell into declines; a quarter of the usual size below it is more than noise around zero',
  },
} as const satisfies Record<string, Boundary>

function bandOf(boundary: Boundary, value: number): Band {
  const isBeyond = (line: number) => (boundary.side === 'at_or_above' ? value >= line : value <= line)
  if (isBeyond(boundary.panic)) return 'panic'
  if (isBeyond(boundary.stressed)) return 'stressed'
  return isBeyond(boundary.strained) ? 'strained' : 'calm'
}

const worse = (a: Band, b: Band): Band => (BANDS.indexOf(a) >= BANDS.indexOf(b) ? a : b)

export type PillarBands = Partial<Record<Pillar, Band>>

export function pillarBands({ volatility, credit, breadth, gamma }: PillarReadings): PillarBands {
  const bands: PillarBands = {}
  if (volatility) bands.volatility = bandOf(BOUNDARIES.vix, volatility.vix)
  if (credit) {
    const speed = credit.widening === null ? 'calm' : bandOf(BOUNDARIES.widening, credit.widening)
    bands.credit = worse(bandOf(BOUNDARIES.oas, credit.oas), speed)
  }
  if (breadth) bands.breadth = bandOf(BOUNDARIES.breadth, breadth.percentAbove50d)
  if (gamma) bands.gamma = bandOf(BOUNDARIES.gamma, gamma.relative)
  return bands
}
