import type { Daily } from './daily-path.ts'
import type { Sector } from './members.ts'
import { randomWalk } from './random-walk.ts'
import type { World } from './world.ts'

/** A sector's share of the market's swings around its trend; in a fall, sectors above one fall further. */
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

/** The index is near 1,108 when a world begins. */
export const LOG_FIRST = Math.log(1108)

export const market = ({ equity }: Daily, beta: number): number =>
  equity.logSpx + (beta - 1) * (equity.logSpx - equity.logTrend)

/** A sector's own move, beside the market's. */
export const sectorOwn = (world: World, sector: Sector, index: number): number =>
  randomWalk(world, `sector ${sector}`, SECTOR_NOISE, index)

const oilShare = (sector: Sector, { macro }: Daily): number =>
  sector === 'Energy' ? 0.3 * Math.log(macro.oil / 72) : 0

export const inSector = (world: World, sector: Sector, beta: number, index: number): number =>
  market(world.daily(index), beta) + oilShare(sector, world.daily(index)) + sectorOwn(world, sector, index)
