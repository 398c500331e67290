import type { TradingDay } from '../../shared/time/trading-day.ts'
import type { Pillar } from '../signals/component.ts'

/** The reading of each pillar, with the day its observation is for; an absent pillar has no key. */
export interface PillarReadings {
  /** `usual` is the mean of its own last 252 sessions; null while history is shorter. */
  volatility?: { vix: number; usual: number | null; day: TradingDay }
  /**
   * `widening` is the change over 20 sessions in percentage points, null while history is shorter; `peak` is the
   * highest spread of its last 252 observations.
   */
  credit?: { oas: number; widening: number | null; peak: number; day: TradingDay }
  breadth?: { percentAbove50d: number; day: TradingDay }
  /** `relative` is GEX over the mean size of its own last 252 sessions: dollars of gamma grow with the market. */
  gamma?: { gex: number; relative: number; day: TradingDay }
}

export const BANDS = ['calm', 'strained', 'stressed', 'panic'] as const
export type Band = (typeof BANDS)[number]

export type Line = Exclude<Band, 'calm'>

const WORST_FIRST: readonly Line[] = ['panic', 'stressed', 'strained']

export interface Boundary {
  pillar: Pillar
  measure: string
  /** The unhealthy side. */
  side: 'at_or_above' | 'at_or_below'
  strained: number
  stressed: number
  panic: number
  /** Lines that follow the measure's usual level: multiples of it, between the fixed lines above and these maxima. */
  moving?: Readonly<Record<Line, readonly [multiple: number, max: number]>>
  /**
   * A measure must come back this far across a line to leave its band: about its usual one-session move, so that one
   * ordinary day changes nothing.
   */
  margin: number
  why: string
}

/**
 * Every line of the regime. Lines are levels, not ranks: a rank would find a stressed tenth in the calmest year. Where
 * the usual level differs between decades, the line follows it between two bounds.
 */
export const BOUNDARIES = {
  vix: {
    pillar: 'volatility',
    measure: 'VIX',
    side: 'at_or_above',
    strained: 20,
    stressed: 25,
    panic: 30,
    moving: { strained: [1.35, 24], stressed: [1.7, 28], panic: [2.2, 40] },
    margin: 1.5,
    why: '20 and 30 are the lines of the tripwires, 25 lies between; in a year whose mean is 20 the same fear is quoted higher, but 28 is stress and 40 is panic in any year',
  },
  oas: {
    pillar: 'credit',
    measure: 'HY OAS',
    side: 'at_or_above',
    strained: 5.5,
    stressed: 7,
    panic: 10,
    margin: 0.25,
    why: '2013 peaked at 5.34; 7 prices a default cycle (2016 peaked at 8.87 without a recession); 10 lies beyond that',
  },
  widening: {
    pillar: 'credit',
    measure: 'HY OAS change over 20 sessions',
    side: 'at_or_above',
    strained: 0.7,
    stressed: 1.25,
    panic: 2,
    margin: 0.2,
    why: 'spreads fall slowly and rise fast, so speed sees a break while the level is still good; 2013 never widened by 1',
  },
  breadth: {
    pillar: 'breadth',
    measure: 'percent of members above the 50-day average',
    side: 'at_or_below',
    strained: 40,
    stressed: 25,
    panic: 10,
    margin: 6,
    why: 'an ordinary pullback stays above 25; below 10 everything is sold together',
  },
  gamma: {
    pillar: 'gamma',
    measure: 'GEX relative to its own usual size',
    side: 'at_or_below',
    strained: 0.25,
    stressed: 0,
    panic: -0.25,
    margin: 0.5,
    why: 'below zero dealers sell into declines; a quarter of the usual size below it is more than noise around zero',
  },
} as const satisfies Record<string, Boundary>

/** The line at the moment; without a usual level, its lower bound. */
export function lineAt(boundary: Boundary, line: Line, usual: number | null = null): number {
  const moving = boundary.moving?.[line]
  if (!moving || usual === null) return boundary[line]
  const [multiple, max] = moving
  return Math.min(max, Math.max(boundary[line], multiple * usual))
}

/** If `held`, the value is compared as if it had not yet come back by the margin. */
function bandOf(boundary: Boundary, value: number, held: boolean, usual: number | null = null): Band {
  const worse = boundary.side === 'at_or_above' ? 1 : -1
  const measured = value + (held ? worse * boundary.margin : 0)
  for (const line of WORST_FIRST) if (worse * (measured - lineAt(boundary, line, usual)) >= 0) return line
  return 'calm'
}

const worseOf = (a: Band, b: Band): Band => (BANDS.indexOf(a) >= BANDS.indexOf(b) ? a : b)
/**
 * Spreads recover last: once a spread has fallen this far from its peak of the year, its level describes the past, and
 * each step makes it one band milder.
 */
const RELIEF = { ofPeak: [0.75, 0.6], margin: 0.03 }

function creditBand({ oas, widening, peak }: NonNullable<PillarReadings['credit']>, held: boolean): Band {
  const level = bandOf(BOUNDARIES.oas, oas, held)
  const speed = widening === null ? 'calm' : bandOf(BOUNDARIES.widening, widening, held)
  const milder = BANDS[Math.max(0, BANDS.indexOf(level) - reliefSteps(oas / peak + (held ? RELIEF.margin : 0)))]!
  return worseOf(milder, speed)
}

const reliefSteps = (shareOfPeak: number): number => RELIEF.ofPeak.filter((most) => shareOfPeak <= most).length

/** Returns whether the level of the spread counts less because it has fallen from its peak. */
export const isRelieved = ({ oas, peak }: NonNullable<PillarReadings['credit']>): boolean =>
  oas >= BOUNDARIES.oas.strained && reliefSteps(oas / peak) > 0

export const gammaBand = ({ relative }: NonNullable<PillarReadings['gamma']>, held = false): Band =>
  bandOf(BOUNDARIES.gamma, relative, held)

export type PillarBands = Partial<Record<Pillar, Band>>

export function pillarBands({ volatility, credit, breadth, gamma }: PillarReadings, held = false): PillarBands {
  const bands: PillarBands = {}
  if (volatility) bands.volatility = bandOf(BOUNDARIES.vix, volatility.vix, held, volatility.usual)
  if (credit) bands.credit = creditBand(credit, held)
  if (breadth) bands.breadth = bandOf(BOUNDARIES.breadth, breadth.percentAbove50d, held)
  if (gamma) bands.gamma = gammaBand(gamma, held)
  return bands
}

/** The band after an observation: a worse one at once, a better one only when the line is cleared by its margin. */
export function heldBand(now: Band, withMargin: Band, before: Band): Band {
  const cleared = BANDS.indexOf(withMargin) < BANDS.indexOf(before) ? withMargin : before
  return worseOf(now, cleared)
}
