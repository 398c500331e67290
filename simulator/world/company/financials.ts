import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { inverseNormal, uniformOf } from '../random.ts'
import { securityOf } from '../securities.ts'
import { securityClose } from '../security.ts'
import type { World } from '../world.ts'
import type { Filer } from './filers.ts'
import { reportOf } from './reports.ts'

/** One fiscal quarter, in dollars; null where a filer of its kind has no such line. */
export type Financials = {
  revenue: number
  costOfRevenue: number | null
  grossProfit: number | null
  operatingIncome: number
  netIncome: number
  epsDiluted: number
  operatingCashFlow: number
  capex: number
  assets: number
  liabilities: number
  equity: number
  cash: number
  debt: number
}

const STREAM = { shares: 83, multiple: 84, margin: 85, gross: 86, quarter: 87, surprise: 88, view: 89 } as const
const CENT = 100

const draw = (world: World, stream: number, filer: Filer, low: number, high: number): number =>
  low + (high - low) * uniformOf(world.seed, stream, filer.hash)

const noise = (world: World, stream: number, filer: Filer, at: number): number =>
  inverseNormal(uniformOf(world.seed, stream, filer.hash, at))

const closeOn = (world: World, filer: Filer, day: TradingDay): number =>
  securityClose(world, securityOf(world, filer.symbol)!, Math.max(0, world.indexOf(day)))

/** The earnings a share that the market expects of a quarter on some day: a share of the price by a constant multiple. */
export const expectedEps = (world: World, filer: Filer, quarter: number, seenOn: TradingDay): number => {
  const { end } = reportOf(world.seed, filer, quarter)
  const seen = seenOn < end ? seenOn : end
  const multiple = draw(world, STREAM.multiple, filer, 14, 32)
  // Analysts are slow: each month of theirs has a view of its own.
  const view = 0.01 * noise(world, STREAM.view, filer, Math.floor(world.indexOf(seen) / 21))
  const season = 1 + 0.08 * Math.sin((quarter % 4) * 1.7 + (filer.hash % 7))
  return (closeOn(world, filer, seen) / multiple / 4) * season * (1 + view)
}

/** The surprise of a quarter's earnings, as a share of what was expected. */
const surpriseOf = (world: World, filer: Filer, quarter: number): number =>
  0.02 + 0.05 * noise(world, STREAM.surprise, filer, quarter)

export const sharesOf = (world: World, filer: Filer): number =>
  Math.round(1e6 * Math.exp(draw(world, STREAM.shares, filer, Math.log(150), Math.log(4_000))))

export const financialsOf = (world: World, filer: Filer, quarter: number): Financials => {
  const { end } = reportOf(world.seed, filer, quarter)
  const shares = sharesOf(world, filer)
  const epsDiluted =
    Math.round(CENT * expectedEps(world, filer, quarter, end) * (1 + surpriseOf(world, filer, quarter))) / CENT
  const netMargin =
    draw(world, STREAM.margin, filer, 0.06, 0.24) * (1 + 0.04 * noise(world, STREAM.quarter, filer, quarter))
  const netIncome = Math.round(epsDiluted * shares)
  const revenue = Math.round(netIncome / netMargin)
  const isFinancial = filer.sector === 'Financials'
  const gross = draw(world, STREAM.gross, filer, 0.32, 0.68)
  const grossProfit = isFinancial ? null : Math.round(revenue * Math.max(gross, netMargin * 1.6))
  const operatingIncome = Math.round(netIncome * 1.28)
  const assets = Math.round(revenue * (isFinancial ? 40 : 5.5))
  const liabilities = Math.round(assets * (isFinancial ? 0.9 : 0.58))
  return {
    revenue,
    costOfRevenue: grossProfit === null ? null : revenue - grossProfit,
    grossProfit,
    operatingIncome,
    netIncome,
    epsDiluted,
    operatingCashFlow: Math.round(netIncome * (1.18 + 0.05 * noise(world, STREAM.quarter, filer, quarter + 10_000))),
    capex: Math.round(revenue * 0.055),
    assets,
    liabilities,
    equity: assets - liabilities,
    cash: Math.round(assets * 0.08),
    debt: Math.round(assets * 0.22),
  }
}
