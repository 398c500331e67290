import { archetypes } from '../../pipeline/screener/archetypes/index.ts'
import { gauntletEntry } from '../../pipeline/screener/closing-lines.ts'
import type { EvidenceBook } from '../../pipeline/screener/evidence-book.ts'
import { isMonthEnd, judgeMonth } from '../../pipeline/screener/judge-month.ts'
import { placeboPools } from '../../pipeline/screener/placebo-pools.ts'
import type { PriceColumn, PriceTable } from '../../pipeline/screener/price-table.ts'
import { universeOf } from '../../pipeline/screener/universe.ts'
import type { IndexMember } from '../../shared/domain/market/index-member.ts'
import { BENCHMARK, FUNDS_WITH_BARS } from '../../shared/domain/market/liquid-funds.ts'
import type { NameBars } from '../../shared/postgres/market/bars-of-names.ts'
import { membersAsKnown } from '../../shared/postgres/market/members.ts'
import { isMonthJudged, saveGauntlets } from '../../shared/postgres/screener/gauntlets.ts'
import type { ScreenerRun } from '../../shared/postgres/screener/runs.ts'
import type { Db, Tx } from '../../shared/postgres/server/db.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { barsAsOf, barsInShares } from './name-histories.ts'

/** As long as bars of members are kept. */
const TABLE_DAYS = 1_280

interface MonthInput {
  evidence: EvidenceBook
  /** The newest session whose closes the run has read. */
  newest: TradingDay
  now: Date
}

/**
 * Judges every archetype against its placebos once, after the last session of a month: in the evening's run, or in the
 * next morning's if the evening's was not decided.
 */
export async function judgeScreenerMonth(
  tx: Tx,
  run: ScreenerRun,
  { evidence, newest, now }: MonthInput,
): Promise<void> {
  const month = newest.slice(0, 7)
  if (!isMonthEnd(newest) || (await isMonthJudged(tx, month))) return
  const { upTo, knownBy } = barsAsOf(newest, run.startedAt, run.origin)
  const from = addDays(upTo, -TABLE_DAYS)
  const lists = await membersByMonth(tx, { from, upTo, now })
  const members = [...lists.values()].flat()
  // A name that has left the index since was still picked at the time.
  const picked = archetypes.flatMap(({ id }) => evidence.of(id).matured.map(({ tracked }) => tracked.ticker))
  const symbols = [...new Set([...members.map(({ symbol }) => symbol), ...picked, ...FUNDS_WITH_BARS, BENCHMARK])]
  const bars = await barsInShares(tx, { symbols, from, upTo, knownBy })
  const table = tableOf(bars)
  if (!table) return
  const universe = universeOf(
    [...lists].flatMap(([since, list]) =>
      list.map(({ symbol }) => ({ ticker: symbol, from: since, until: firstOfMonth(addDays(since, 31)) })),
    ),
  )
  const sectors = new Map(members.map(({ symbol, sector }) => [symbol, sector as string]))
  const position = new Map(table.tickers.map((ticker, at) => [ticker, at]))
  const pools = placeboPools(table, universe, sectors)
  const judged = judgeMonth({ input: { table }, position, evidence }, pools, table.days.length - 1)
  for (const { archetype, state } of judged) evidence.setGauntlet(archetype, state)
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

const firstOfMonth = (day: TradingDay): TradingDay => tradingDay(`${day.slice(0, 7)}-01`)

/** The index at the beginning of each month; before the service knew a list, the first one that it learned. */
async function membersByMonth(
  db: Db,
  { from, upTo, now }: { from: TradingDay; upTo: TradingDay; now: Date },
): Promise<Map<TradingDay, IndexMember[]>> {
  const lists = new Map<TradingDay, IndexMember[]>()
  for (let month = firstOfMonth(from); month <= upTo; month = firstOfMonth(addDays(month, 31))) {
    lists.set(month, await membersAsKnown(db, instantAt(month, '09:00')))
  }
  const first = [...lists.values()].find((list) => list.length > 0) ?? (await membersAsKnown(db, now))
  return new Map([...lists].map(([month, list]) => [month, list.length > 0 ? list : first]))
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
