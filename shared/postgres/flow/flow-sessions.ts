import type { Origin } from '../../domain/market/observation.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import type { Db } from '../server/db.ts'

export interface FlowTotals {
  callVolume: number
  putVolume: number
  callPremium: number
  putPremium: number
  zdteVolume: number
  zdtePremium: number
}

export interface NewFlowSession extends FlowTotals {
  underlying: string
  session: TradingDay
  quotedAt: Date
  knownAt: Date
  isClosing: boolean
  document: string
  book: string
  source: string
  origin: Origin
}

/** A session's row takes the newest chain; returns false when the stored one is as new. Deletes books that are over. */
export async function saveFlowSession(sql: Db, row: NewFlowSession): Promise<boolean> {
  const stored = await sql`
    insert into flow_sessions as f (underlying, session, quoted_at, known_at, is_closing, call_volume, put_volume,
      call_premium, put_premium, zdte_volume, zdte_premium, document, book, source, origin)
    values (${row.underlying}, ${row.session}::text::date, ${row.quotedAt}, ${row.knownAt}, ${row.isClosing},
      ${row.callVolume}, ${row.putVolume}, ${row.callPremium}, ${row.putPremium}, ${row.zdteVolume},
      ${row.zdtePremium}, ${row.document}, ${row.book}, ${row.source}, ${row.origin})
    on conflict (underlying, session) do update set
      quoted_at = excluded.quoted_at, known_at = excluded.known_at, is_closing = excluded.is_closing,
      call_volume = excluded.call_volume, put_volume = excluded.put_volume, call_premium = excluded.call_premium,
      put_premium = excluded.put_premium, zdte_volume = excluded.zdte_volume, zdte_premium = excluded.zdte_premium,
      document = excluded.document, book = excluded.book, source = excluded.source, origin = excluded.origin
    where f.quoted_at < excluded.quoted_at`
  await sql`
    update flow_sessions as f set book = null
    where f.underlying = ${row.underlying} and f.book is not null and f.session < (
      select max(o.session) from flow_sessions as o
      where o.underlying = ${row.underlying} and o.session < ${row.session}::text::date)`
  return stored.count === 1
}

export interface StoredBook {
  session: TradingDay
  quotedAt: Date
  book: string
  /** Chains of the session up to this one. */
  chains: number
}

/** The books of a session and of the newest one before it, newest first; locked, so that chains are stored in turn. */
export async function flowBooks(sql: Db, underlying: string, session: TradingDay): Promise<StoredBook[]> {
  return await sql<StoredBook[]>`
    select f.session::text as session, f.quoted_at as "quotedAt", f.book,
      coalesce((f.document::json->>'chains')::int, 1) as chains
    from flow_sessions as f
    where f.underlying = ${underlying} and f.session <= ${session}::text::date and f.book is not null
    order by f.session desc limit 2 for update`
}

export interface FlowSessionRow extends FlowTotals {
  session: TradingDay
  quotedAt: Date
  knownAt: Date
  isClosing: boolean
  /** Null on all but the newest session. */
  document: string | null
}

const SESSIONS_MAX = 253

/** The newest session of an underlying with its document, and the totals of the complete sessions before it. */
export async function readFlowSessions(sql: Db, underlying: string): Promise<FlowSessionRow[]> {
  return await sql<FlowSessionRow[]>`
    select f.session::text as session, f.quoted_at as "quotedAt", f.known_at as "knownAt", f.is_closing as "isClosing",
      f.call_volume as "callVolume", f.put_volume as "putVolume", f.call_premium as "callPremium",
      f.put_premium as "putPremium", f.zdte_volume as "zdteVolume", f.zdte_premium as "zdtePremium",
      case when row_number() over (order by f.session desc) = 1 then f.document end as document
    from flow_sessions as f where f.underlying = ${underlying}
    order by f.session desc limit ${SESSIONS_MAX}`
}
