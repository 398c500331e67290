import { gauntletEntry } from '../../pipeline/screener/closing-lines.ts'
import type { EvidenceBook } from '../../pipeline/screener/evidence-book.ts'
import { judgeMonth } from '../../pipeline/screener/judge-month.ts'
import { placeboPools } from '../../pipeline/screener/placebo-pools.ts'
import type { PriceColumn, PriceTable } from '../../pipeline/screener/price-table.ts'
import { universeOf } from '../../pipeline/screener/universe.ts'
import { BENCHMARK, FUNDS_WITH_BARS } from '../../shared/domain/market/liquid-funds.ts'
import { barsOfNames, type NameBars } from '../../shared/postgres/market/bars-of-names.ts'
import { membersAsKnown } from '../../shared/postgres/market/members.ts'
import { saveGauntlets } from '../../shared/postgres/screener/gauntlets.ts'
import type { ScreenerRun } from '../../shared/postgres/screener/runs.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import { barsAsOf } from './name-histories.ts'

/** Bars of members are kept for so long; placebos are drawn from them. */
const TABLE_DAYS = 450

/** Judges every archetype against its placebos after the last session of a month, once. */
export async function judgeScreenerMonth(
  tx: Tx,
  run: ScreenerRun,
  { evidence, now }: { evidence: EvidenceBook; now: Date },
): Promise<void> {
  const members = await membersAsKnown(tx, now)
  const symbols = [...new Set([...members.map(({ symbol }) => symbol), ...FUNDS_WITH_BARS, BENCHMARK])]
  const { upTo, knownBy } = barsAsOf(run.day, run.startedAt, run.origin)
  const bars = await barsOfNames(tx, { symbols, from: addDays(upTo, -TABLE_DAYS), upTo, knownBy })
  const table = tableOf(bars)
  if (!table) return
  const since = table.days[0]!
  const universe = universeOf(members.map(({ symbol }) => ({ ticker: symbol, from: since, until: null })))
  const sectors = new Map(members.map(({ symbol, sector }) => [symbol, sector as string]))
  const position = new Map(table.tickers.map((ticker, at) => [ticker, at]))
  const pools = placeboPools(table, universe, sectors)
  const judged = judgeMonth({ input: { table }, position, evidence }, pools, table.days.length - 1)
  for (const { archetype, state } of judged) evidence.setGauntlet(archetype, state)
  const month = run.day.slice(0, 7)
  await saveGauntlets(
    tx,
    judged.map((result) => ({
      month,
      archetype: result.archetype,
      state: result.state,
      judgedAt: run.startedAt,
      document: gauntletEntry(result),
    })),
  )
}

function tableOf(bars: readonly NameBars[]): PriceTable | null {
  const spy = bars.find(({ symbol }) => symbol === BENCHMARK)
  if (!spy) return null
  const place = new Map(spy.days.map((day, at) => [day, at]))
  const column = (own: NameBars): PriceColumn => {
    const of = (list: readonly (number | null)[]): Float64Array => {
      const values = new Float64Array(spy.days.length).fill(Number.NaN)
      for (const [at, day] of own.days.entries()) {
        const to = place.get(day)
        if (to !== undefined) values[to] = list[at] ?? Number.NaN
      }
      return values
    }
    const range = { open: of(own.opens), high: of(own.highs), low: of(own.lows), volume: of(own.volumes) }
    return { close: of(own.closes), range }
  }
  const names = bars.filter(({ symbol }) => symbol !== BENCHMARK)
  return {
    days: spy.days,
    tickers: names.map(({ symbol }) => symbol),
    columns: names.map(column),
    benchmark: column(spy),
  }
}
