import { type HistoryValue, knownHistory } from '../../pipeline/history/known-history.ts'
import { mean } from '../../pipeline/maths/statistics.ts'
import { wilson } from '../../pipeline/maths/wilson.ts'
import type { Archetype } from '../../pipeline/screener/archetype.ts'
import { archetypes } from '../../pipeline/screener/archetypes/index.ts'
import { buildTable } from '../../pipeline/screener/build-table.ts'
import { cohortHits, completeOf, isHit } from '../../pipeline/screener/cohorts.ts'
import { autocorrelation, everBettable } from '../../pipeline/screener/false-bettable.ts'
import type { GauntletResult } from '../../pipeline/screener/gauntlet.ts'
import { knownBands } from '../../pipeline/screener/known-bands.ts'
import type { PriceTable } from '../../pipeline/screener/price-table.ts'
import type { ReplayLine } from '../../pipeline/screener/replay-lines.ts'
import { type ReplayEnd, replayScreener } from '../../pipeline/screener/replay-screener.ts'
import { type Universe, universeOf } from '../../pipeline/screener/universe.ts'
import { rangeFactor, type ScreenerData } from './screener-data.ts'

/** The outcome of one archetype over the whole history. */
export interface ArchetypeJudgement {
  archetype: Archetype
  n: number
  cohorts: number
  hitRate: number | null
  interval: { low: number; high: number } | null
  meanExcess: number | null
  /** Share of cohorts whose mean excess is positive. */
  cohortRate: number | null
  /** Hit rates if every episode of the absent members had failed, or had succeeded. */
  bounds: { low: number; high: number } | null
  gauntlet: GauntletResult
  /** Contracts by their own exit: with a stop, the rate by chance is different. */
  contracts: { n: number; hitRate: number | null; meanExcess: number | null }
  /** Correlation of neighbouring cohort hits; null with too few. */
  autocorrelation: number | null
  /** The share of coins with that correlation that would ever be BETTABLE within the same number of cohorts. */
  coinBettable: number
  wasBettable: boolean
  tier: string
}

export interface ScreenerJudgement {
  files: readonly string[]
  from: string
  to: string
  absentShare: number
  factor: { factor: number; sessions: number } | null
  archetypes: readonly ArchetypeJudgement[]
}

interface ScreenerInput {
  values: readonly HistoryValue[]
  folder: string
  /** Each year of the replay is announced with it, because the whole takes minutes. */
  say(text: string): void
}

/** Replays the screener over the members' closes and judges each archetype. */
export function judgeScreener(data: ScreenerData, { values, folder, say }: ScreenerInput): ScreenerJudgement {
  const benchmark = new Map(values.flatMap(({ series, day, value }) => (series === 'spy_close' ? [[day, value]] : [])))
  const table = buildTable({ closes: data.closes, bars: new Map(), benchmark })
  const universe = universeOf(data.members)
  const bandAt = knownBands(knownHistory(values))
  const lines: ReplayLine[] = []
  const replay = replayScreener({ table, universe, sectors: data.sectors, bandAt, from: null, to: null })
  let next = replay.next()
  let year = 'none'
  for (; !next.done; next = replay.next()) {
    const line = next.value
    if (line.kind === 'outcome' || line.kind === 'trust') lines.push(line)
    if (line.kind !== 'run' || String(line.at).startsWith(year)) continue
    year = String(line.at).slice(0, 4)
    say(`screener ${year} …`)
  }
  const end = next.value
  const absentShare = absent(table, data, universe)
  return {
    files: data.files,
    from: table.days[0]!,
    to: table.days.at(-1)!,
    absentShare,
    factor: rangeFactor(folder),
    archetypes: archetypes.map((archetype) => judgeArchetype(archetype, { end, lines, absentShare })),
  }
}

/** The share of member days without a close: names that the file has dropped. */
function absent({ days, tickers, columns }: PriceTable, { members }: ScreenerData, universe: Universe): number {
  const column = new Map(tickers.map((ticker, at) => [ticker, columns[at]!]))
  const names = [...new Set(members.map(({ ticker }) => ticker))]
  let [all, missing] = [0, 0]
  for (const [at, day] of days.entries()) {
    for (const ticker of names) {
      if (!universe.has(ticker, day)) continue
      all++
      if (Number.isNaN(column.get(ticker)?.close[at] ?? Number.NaN)) missing++
    }
  }
  return missing / all
}

interface Judged {
  end: ReplayEnd
  lines: readonly ReplayLine[]
  absentShare: number
}

function judgeArchetype(archetype: Archetype, { end, lines, absentShare }: Judged): ArchetypeJudgement {
  const { matured, cohorts, standing } = end.state.evidence.of(archetype.id)
  const excesses = matured.map(({ excess }) => excess)
  const complete = completeOf(cohorts)
  const correlation = autocorrelation(cohortHits(cohorts).all)
  const hitRate = rateOf(excesses)
  const added = (matured.length * absentShare) / (1 - absentShare)
  const hits = (hitRate ?? 0) * matured.length
  const own = lines.flatMap((line) =>
    line.kind === 'outcome' && line.excess !== null && String(line.id).endsWith(archetype.id)
      ? [line.excess as number]
      : [],
  )
  return {
    archetype,
    n: matured.length,
    cohorts: complete.length,
    hitRate,
    meanExcess: mean(excesses),
    interval: hitRate === null ? null : wilson(hitRate, complete.length),
    cohortRate: mean(complete.map((cohort) => (isHit(cohort) ? 1 : 0))),
    bounds:
      hitRate === null
        ? null
        : { low: hits / (matured.length + added), high: (hits + added) / (matured.length + added) },
    gauntlet: end.gauntlets.find((each) => each.archetype === archetype.id)!,
    contracts: { n: own.length, hitRate: rateOf(own), meanExcess: mean(own) },
    autocorrelation: correlation,
    coinBettable: everBettable(complete.length, Math.max(0, correlation ?? 0)),
    wasBettable: lines.some((line) => line.archetype === archetype.id && line.tier === 'BETTABLE'),
    tier: standing.tier,
  }
}

const rateOf = (excesses: readonly number[]): number | null => mean(excesses.map((excess) => (excess > 0 ? 1 : 0)))
