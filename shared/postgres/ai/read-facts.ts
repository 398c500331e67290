import type { z } from 'zod'
import { SignalsSnapshot } from '../../domain/contract/signals.ts'
import type { WireMemories } from '../../domain/contract/tripwire.ts'
import { eastern, instantAt } from '../../time/eastern.ts'
import { addDays, type TradingDay } from '../../time/trading-day.ts'
import { type AlertRow, alertsStanding, heldKinds } from '../alerts/alerts.ts'
import { readWires } from '../alerts/tripwires.ts'
import type { Db } from '../server/db.ts'
import { newestSnapshotAt } from '../signals/snapshots.ts'
import { eveningKnownBy, type StoredEvening } from './ai-evenings.ts'

/** Sessions of one regime beyond this are counted as this many. */
const REGIME_SESSIONS_MAX = 400
const HEADLINES_MAX = 12
const HEADLINES_HOURS = 18

export interface DailyRegime {
  day: TradingDay
  regime: string | null
  regimeReason: string
  healthScore: number | null
  livePoints: number
}

/** A price, and when its vendor quoted it: a minute of this morning may still hold a quote of the session before. */
export interface MinutePrice {
  price: number
  quotedAt: Date
}

export interface Headline {
  publisher: string
  headline: string
  /** When it was published, or known where its publisher gives no time. */
  at: Date
}

/** The parts of a snapshot that a read uses; checking the others would take longer than the rest of a read. */
const ReadSnapshot = SignalsSnapshot.pick({
  as_of: true,
  trade_date: true,
  regime: true,
  regime_now: true,
  regime_reason: true,
  regime_since: true,
  regime_is_older: true,
  health_score: true,
  live_points: true,
  score_components: true,
  data_quality: true,
})
export type ReadSnapshot = z.infer<typeof ReadSnapshot>

/** Everything an AI read may look at, as known by the cutoff. */
export interface ReadFacts {
  cutoff: Date
  evening: StoredEvening | null
  snapshot: ReadSnapshot | null
  /** The newest final daily row. */
  newestDay: DailyRegime | null
  /** The regimes of final daily rows, newest first. */
  regimes: Pick<DailyRegime, 'day' | 'regime'>[]
  wires: WireMemories
  /** Null where they were not read. */
  alerts: Pick<AlertRow, 'alertId' | 'severity' | 'message' | 'firedAt'>[] | null
  /** The alert kinds that the newest evaluation could not judge; null where alerts were not read. */
  heldAlerts: string[] | null
  /** Prices of the newest minute of the day. */
  quotes: Record<string, MinutePrice>
  previousClose: number | null
  /** Outside text: only AI-1 reads it. */
  headlines: Headline[]
}

/** `live` also reads what is only known now: tripwires keep no past states. */
export async function loadReadFacts(
  db: Db,
  { cutoff, rulesVersion, live }: { cutoff: Date; rulesVersion: string; live: boolean },
): Promise<ReadFacts> {
  const [evening, stored, newestDay, regimes, wires, alerts, heldAlerts, quotes, previousClose, headlines] =
    await Promise.all([
      eveningKnownBy(db, cutoff, rulesVersion),
      newestSnapshotAt(db, cutoff),
      newestDaily(db, cutoff),
      dailyRegimes(db, cutoff),
      live ? readWires(db) : {},
      live ? alertsStanding(db, cutoff) : null,
      live ? heldKinds(db) : null,
      live ? newestPrices(db, cutoff) : {},
      previousCloseOf(db, cutoff),
      live ? headlinesKnown(db, cutoff) : [],
    ])
  const snapshot = stored && (ReadSnapshot.safeParse(JSON.parse(stored.document)).data ?? null)
  return { cutoff, evening, snapshot, newestDay, regimes, wires, alerts, heldAlerts, quotes, previousClose, headlines }
}

async function newestDaily(db: Db, cutoff: Date): Promise<DailyRegime | null> {
  const [row] = await db<DailyRegime[]>`
    select d.trade_date as day, d.regime, d.regime_reason as "regimeReason", d.health_score as "healthScore",
      d.live_points as "livePoints"
    from signals_daily as d where d.state = 'final' and d.as_of <= ${cutoff}
    order by d.trade_date desc limit 1`
  return row ?? null
}

async function dailyRegimes(db: Db, cutoff: Date): Promise<ReadFacts['regimes']> {
  return await db<ReadFacts['regimes']>`
    select d.trade_date as day, d.regime from signals_daily as d
    where d.state = 'final' and d.as_of <= ${cutoff}
    order by d.trade_date desc limit ${REGIME_SESSIONS_MAX}`
}

async function newestPrices(db: Db, cutoff: Date): Promise<Record<string, MinutePrice>> {
  const from = instantAt(eastern(cutoff).day, '00:00')
  const rows = await db<(MinutePrice & { symbol: string })[]>`
    select q.symbol, q.price, q.quoted_at as "quotedAt" from minute_quotes as q
    where q.minute = (select max(m.minute) from minutes as m where m.minute >= ${from} and m.collected_at <= ${cutoff})
    limit 100`
  return Object.fromEntries(rows.map(({ symbol, price, quotedAt }) => [symbol, { price, quotedAt }]))
}

async function previousCloseOf(db: Db, cutoff: Date): Promise<number | null> {
  const { day } = eastern(cutoff)
  const [row] = await db<{ value: number }[]>`
    select o.value from observations as o
    where o.series = 'spy_close' and o.day < ${day}::text::date and o.day >= ${addDays(day, -8)}::text::date
      and o.known_at <= ${cutoff}
    order by o.day desc, o.known_at desc limit 1`
  return row?.value ?? null
}

async function headlinesKnown(db: Db, cutoff: Date): Promise<Headline[]> {
  const from = new Date(cutoff.getTime() - HEADLINES_HOURS * 3_600_000)
  return await db<Headline[]>`
    select n.publisher, n.headline, coalesce(n.published_at, n.known_at) as at from news_articles as n
    where n.known_at > ${from} and n.known_at <= ${cutoff}
    order by coalesce(n.published_at, n.known_at) desc limit ${HEADLINES_MAX}`
}
