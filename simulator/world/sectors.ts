import { dailyFactor, type Exposure, type Factor, walkFactor } from './factor.ts'
import { OIL_BETA } from './macro.ts'
import type { Sector } from './members.ts'

/** A sector's share of the market's moves; in a fall, sectors with more than one fall further. */
export const SECTOR_BETA: Record<Sector, number> = {
  'Information Technology': 1.2,
  'Health Care': 0.78,
  Financials: 1.1,
  'Consumer Discretionary': 1.15,
  'Communication Services': 1.05,
  Industrials: 1.05,
  'Consumer Staples': 0.6,
  Energy: 1,
  Utilities: 0.6,
  Materials: 1.05,
  'Real Estate': 0.9,
}
export const SECTORS = Object.keys(SECTOR_BETA) as readonly Sector[]

const SECTOR_NOISE = 0.004

const sectorFactors = Object.fromEntries(
  SECTORS.map((sector) => [sector, walkFactor(`sector ${sector}`, SECTOR_NOISE, { isShared: true })]),
) as Record<Sector, Factor>

/** A sector's own move, apart from the market's. */
export const sectorFactor = (sector: Sector): Factor => sectorFactors[sector]

export const oilFactor = dailyFactor('oil', ({ macro }) => macro.oilOwn, {
  deviation: ({ macro }) => macro.oilDeviation,
  variance: ({ macro }) => macro.oilVarianceSum,
})

const OIL_SHARE = 0.3

/** Everything that moves a sector: the market by a beta, its own news, and oil where it is produced. */
export const inSector = (sector: Sector, beta: number): { beta: number; exposures: Exposure[] } => {
  const own = { factor: sectorFactor(sector), weight: 1 }
  if (sector !== 'Energy') return { beta, exposures: [own] }
  return { beta: beta + OIL_SHARE * OIL_BETA, exposures: [own, { factor: oilFactor, weight: OIL_SHARE }] }
}
