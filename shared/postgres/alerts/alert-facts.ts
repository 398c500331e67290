import type { Regime, SignalsSnapshot } from '../../domain/contract/signals.ts'
import type { SeriesId } from '../../domain/market/series.ts'
import { addSessions } from '../../time/calendar.ts'
import { addDays, type TradingDay } from '../../time/trading-day.ts'
import { type MarketOfDay, marketOfDay } from '../market/market-of-day.ts'
import { type SeriesHistory, seriesAsKnown } from '../market/observations.ts'
import type { Db } from '../server/db.ts'

/** The only input of alert rules: the rows known at the cutoff, and what the snapshot made of them. */
export interface AlertFacts extends Omit<MarketOfDay, 'chain' | 'earlierChain'> {
  series: Partial<Record<SeriesId, readonly SeriesHistory[]>>
  /** The analysis document is left out: rules read the snapshot's gamma levels instead. */
  chain: Omit<NonNullable<MarketOfDay['chain']>, 'analysis'> | null
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
  const { chain, earlierChain: _, ...market } = await marketOfDay(sql, new Date(snapshot.as_of))
  const { cutoff, day } = market
  const from = addDays(addSessions(day, -wanted.sessions).day, -1)
  const { missing, degraded } = snapshot.data_quality
  return {
    ...market,
    series: await seriesAsKnown(sql, { series: wanted.series, from, upTo: day, knownBy: cutoff }),
    chain: chain && withoutAnalysis(chain),
    missing,
    degraded,
    regime: { regime: snapshot.regime, reason: snapshot.regime_reason },
    gammaLevels: snapshot.gamma_levels,
  }
}

/** The regime of each final daily row in [from, before). */
export async function regimesOfDays(
  sql: Db,
  { from, before }: { from: TradingDay; before: TradingDay },
): Promise<{ day: TradingDay; regime: Regime | null }[]> {
  return await sql<{ day: TradingDay; regime: Regime | null }[]>`
    select d.trade_date as day, d.regime from signals_daily as d
    where d.trade_date >= ${from}::text::date and d.trade_date < ${before}::text::date and d.state = 'final'
    order by d.trade_date limit 10000`
}

const withoutAnalysis = ({ analysis: _, ...chain }: NonNullable<MarketOfDay['chain']>) => chain
