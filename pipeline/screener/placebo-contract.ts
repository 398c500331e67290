import { seeded } from '../../shared/domain/seeded.ts'
import { mean } from '../maths/statistics.ts'
import { DELISTED_SESSIONS, INVALIDATION_ATR } from './advance.ts'
import type { Bar } from './bar.ts'
import { drawPlacebos } from './draw-placebos.ts'
import type { GauntletInput, JudgedEpisode } from './gauntlet.ts'
import { atrOver } from './indicators.ts'
import { ROUND_TRIP_COST } from './outcome.ts'
import type { PlaceboPick } from './placebo-outcome.ts'
import { barAt, type PriceTable } from './price-table.ts'
import { seedOf } from './seed-of.ts'
import { signOf } from './tracked.ts'

/** A locked pick that has ended, placed in a price table. */
export interface JudgedContract extends JudgedEpisode {
  /** Bars after which a macro exit ended it, which ends its placebos too; null for any other exit. */
  macroBars: number | null
}

/** How contracts did by their own exit, and how placebos with the same stop and horizon did. */
export interface ContractMargin {
  n: number
  hitRate: number | null
  meanExcess: number | null
  placebos: number
  placeboHitRate: number | null
  placeboMean: number | null
}

type Input = Omit<GauntletInput, 'episodes'> & { contracts: readonly JudgedContract[] }

/** Shows what a stop alone does to a hit rate. */
export function contractMargin({ contracts, ...input }: Input): ContractMargin {
  const random = seeded(seedOf(`${input.on} ${input.archetype} contracts`))
  const first = contracts.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY)
  const placebos = contracts.flatMap((contract) => {
    const excessOf = (pick: PlaceboPick) => contractExcess(input.table, pick, contract.macroBars, input.until)
    const { dates, tickers } = drawPlacebos(contract, { ...input, first, random, excessOf })
    return [...dates, ...tickers]
  })
  const excesses = contracts.map(({ excess }) => excess)
  return {
    n: contracts.length,
    hitRate: rateOf(excesses),
    meanExcess: mean(excesses),
    placebos: placebos.length,
    placeboHitRate: rateOf(placebos),
    placeboMean: mean(placebos),
  }
}

const rateOf = (excesses: readonly number[]): number | null => mean(excesses.map((excess) => (excess > 0 ? 1 : 0)))

/** Enough bars for Wilder's average to have settled. */
const ATR_WARM_UP = 100

/** The excess of a pick as a contract with a stop would have it; NaN where a price or a range is not known. */
export function contractExcess(
  { columns, benchmark }: PriceTable,
  { ticker, at, entry, horizon, side }: PlaceboPick,
  macroBars: number | null,
  until: number,
): number {
  const column = columns[ticker]!
  const own = entry === 'close' ? column.close : column.range?.open
  const market = entry === 'close' ? benchmark.close : benchmark.range?.open
  const [from, spyFrom] = [own?.[at] ?? Number.NaN, market?.[at] ?? Number.NaN]
  const level = from - signOf(side) * INVALIDATION_ATR * atrBefore(column, at)
  const bars = Math.min(horizon, macroBars ?? horizon)
  const first = entry === 'close' ? at + 1 : at
  if (Number.isNaN(level) || first + bars - 1 > until) return Number.NaN
  let [last, lastAt, missing] = [from, at, 0]
  for (let day = first; day < first + bars && missing < DELISTED_SESSIONS; day++) {
    const close = column.close[day]!
    missing = Number.isNaN(close) ? missing + 1 : 0
    if (missing === 0) last = close
    // A name that no longer trades is measured to its last close, SPY over the same bars.
    if (missing < DELISTED_SESSIONS) lastAt = day
    if (missing === 0 && signOf(side) * (close - level) < 0) break
  }
  if (missing >= DELISTED_SESSIONS) lastAt -= DELISTED_SESSIONS - 1
  return signOf(side) * (last / from - benchmark.close[lastAt]! / spyFrom) - ROUND_TRIP_COST
}

function atrBefore(column: PriceTable['columns'][number], at: number): number {
  const bars: Bar[] = []
  for (let day = Math.max(0, at - ATR_WARM_UP); day < at; day++) {
    const bar = barAt(column, day)
    if (bar) bars.push(bar)
  }
  return atrOver(bars)
}
