import type { SeriesId } from '../domain/series.ts'
import type { Regime, SignalsSnapshot } from '../domain/signals.ts'
import { addSessions } from '../time/calendar.ts'
import { eastern, instantAt } from '../time/eastern.ts'
import { addDays, type TradingDay } from '../time/trading-day.ts'
import { chainAsKnown, type StoredChain } from './chains.ts'
import type { Db } from './db.ts'
import type { SeriesHistory } from './observations.ts'
import { quotesAsKnown } from './quotes.ts'

const UNDERLYING = 'SPY'

/** What alert rules may look at: the rows known at the cutoff, and what the snapshot said of them. */
export interface AlertFacts {
  cutoff: Date
  day: TradingDay
  series: Partial<Record<SeriesId, readonly SeriesHistory[]>>
  quotes: Readonly<Record<string, Awaited<ReturnType<typeof quotesAsKnown>>[number]>>
  /** Without its whole reading: of that the snapshot's gamma levels say what a rule asks. */
  chain: (Omit<StoredChain, 'analysis'> & { contractsSkipped: number }) | null
  missing: readonly { source: string; reason: string }[]
  degraded: readonly string[]
  regime: { regime: Regime | null; reason: string }
  gammaLevels: SignalsSnapshot['gamma_levels'] | null
}

export async function loadAlertFacts(
  sql: Db,
  snapshot: SignalsSnapshot,
  wanted: { series: readonly SeriesId[]; sessions: number },
): Promise<AlertFacts> {
  const cutoff = new Date(snapshot.as_of)
  const { day } = eastern(cutoff)
  const from = addDays(addSessions(day, -wanted.sessions).day, -1)
  const startOfDay = instantAt(day, '00:00')
  const series = await windowAsKnown(sql, { series: wanted.series, from, upTo: day, knownBy: cutoff })
  const quotes = await quotesAsKnown(sql, { from: startOfDay, knownBy: cutoff })
  const chain = await chainAsKnown(sql, { underlying: UNDERLYING, from: startOfDay, knownBy: cutoff })
  const { missing, degraded } = snapshot.data_quality
  return {
    cutoff,
    day,
    series,
    quotes: Object.fromEntries(quotes.map((quote) => [quote.symbol, quote])),
    chain: chain && withoutReading(chain),
    missing,
    degraded,
    regime: { regime: snapshot.regime, reason: snapshot.regime_reason },
    gammaLevels: snapshot.gamma_levels,
  }
}

interface Window {
  series: readonly SeriesId[]
  from: TradingDay
  upTo: TradingDay
  knownBy: Date
}

interface SeriesText {
  series: SeriesId
  days: string
  values: string
  knownMs: string
  sources: string
}

/**
 * As `seriesAsKnown`, for any pool: the API's write pool does not know array types (see siblingPool), so lists travel
 * as text, which costs a split each.
 */
export async function windowAsKnown(
  sql: Db,
  { series, from, upTo, knownBy }: Window,
): Promise<Partial<Record<SeriesId, SeriesHistory[]>>> {
  const rows = await sql<SeriesText[]>`
    select k.series, string_agg(k.day::text, ',' order by k.day) as days,
      string_agg(k.value::text, ',' order by k.day) as values,
      string_agg((extract(epoch from k.known_at) * 1000)::text, ',' order by k.day) as "knownMs",
      string_agg(k.source, ',' order by k.day) as sources
    from (
      select distinct on (o.series, o.day) o.series, o.day, o.value, o.known_at, o.source
      from observations as o
      where o.series = any(string_to_array(${series.join(',')}, ',')) and o.day >= ${from}::text::date
        and o.day <= ${upTo}::text::date and o.known_at <= ${knownBy}
      order by o.series, o.day, o.revision desc
    ) as k
    group by k.series`
  const found: Partial<Record<SeriesId, SeriesHistory[]>> = {}
  for (const row of rows) {
    const [values, known, sources] = [row.values.split(','), row.knownMs.split(','), row.sources.split(',')]
    found[row.series] = row.days.split(',').map((day, at) => ({
      day: day as TradingDay,
      value: Number(values[at]),
      knownAt: new Date(Number(known[at])),
      source: sources[at]!,
    }))
  }
  return found
}

/** What the daily rows said of the regime, in [from, before). */
export async function regimesOfDays(
  sql: Db,
  { from, before }: { from: TradingDay; before: TradingDay },
): Promise<{ day: TradingDay; regime: Regime | null }[]> {
  return await sql<{ day: TradingDay; regime: Regime | null }[]>`
    select d.trade_date as day, d.regime from signals_daily as d
    where d.trade_date >= ${from}::text::date and d.trade_date < ${before}::text::date and d.state = 'final'
    order by d.trade_date limit 10000`
}

const withoutReading = ({ analysis: _, ...chain }: StoredChain) => ({
  ...chain,
  contractsSkipped: chain.contracts - chain.contractsUsed,
})
