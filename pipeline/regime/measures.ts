import type { BOUNDARIES, PillarReadings } from './pillar-bands.ts'

/** The five measures of the four pillars; credit has two. */
export type Measure = keyof typeof BOUNDARIES

/** The same pillars with another value of a measure. */
export function withValue(measure: Measure, value: number, pillars: PillarReadings): PillarReadings {
  const { volatility, credit, breadth, gamma } = pillars
  switch (measure) {
    case 'vix':
      return volatility ? { ...pillars, volatility: { ...volatility, vix: value } } : pillars
    case 'oas':
      return credit ? { ...pillars, credit: { ...credit, oas: value } } : pillars
    case 'widening':
      return credit ? { ...pillars, credit: { ...credit, widening: value } } : pillars
    case 'breadth':
      return breadth ? { ...pillars, breadth: { ...breadth, percentAbove50d: value } } : pillars
    case 'gamma':
      return gamma ? { ...pillars, gamma: { ...gamma, relative: value } } : pillars
  }
}

export function levelNow(measure: Measure, { volatility, credit, breadth, gamma }: PillarReadings): number | null {
  switch (measure) {
    case 'vix':
      return volatility?.vix ?? null
    case 'oas':
      return credit?.oas ?? null
    case 'widening':
      return credit?.widening ?? null
    case 'breadth':
      return breadth?.percentAbove50d ?? null
    case 'gamma':
      return gamma?.relative ?? null
  }
}
