import type { PrintSide } from '../../domain/market/option-print.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import type { Db } from '../server/db.ts'
import { makeMonths } from '../server/months.ts'

export interface NewFlowChange {
  underlying: string
  session: TradingDay
  expiration: TradingDay
  strike: number
  type: 'call' | 'put'
  since: Date | null
  quotedAt: Date
  knownAt: Date
  volume: number
  sessionVolume: number
  openInterest: number
  openInterestChange: number | null
  price: number
  premium: number
  spot: number
}

export interface StoredFlowChange extends Omit<NewFlowChange, 'sessionVolume' | 'openInterest' | 'spot'> {
  id: number
  sessionVolume: number | null
  openInterest: number | null
  spot: number | null
  isPrint: boolean
  side: PrintSide | null
  opens: boolean | null
  isMultiLeg: boolean | null
}

/** Stores the changes of one chain, smallest first, so that ids descend with the premium within a chain. */
export async function saveFlowChanges(sql: Db, changes: readonly NewFlowChange[]): Promise<number> {
  if (changes.length === 0) return 0
  const rows = changes
    .toSorted((a, b) => a.premium - b.premium)
    .map((change) => ({
      underlying: change.underlying,
      session: change.session,
      expiration: change.expiration,
      strike: change.strike,
      type: change.type,
      since: change.since,
      quoted_at: change.quotedAt,
      known_at: change.knownAt,
      volume: change.volume,
      session_volume: change.sessionVolume,
      open_interest: change.openInterest,
      open_interest_change: change.openInterestChange,
      price: change.price,
      premium: change.premium,
      spot: change.spot,
    }))
  await makeMonths(
    sql,
    'flow_changes',
    changes.map(({ quotedAt }) => quotedAt),
  )
  const stored = await sql`insert into flow_changes ${sql(rows)} on conflict do nothing`
  return stored.count
}

export interface FlowPage {
  symbol: string | null
  type: 'call' | 'put' | null
  side: PrintSide | null
  isPrint: boolean
  premiumMin: number
  /** Older rows may still exist, but are past their retention. */
  since: Date
  before: { at: Date; id: number } | null
  limit: number
}

/**
 * True where the newest session of the tape since an instant has prints. Without that instant every month would be
 * searched for prints where there are none.
 */
export async function isTapeOfPrints(
  sql: Db,
  { symbol, since }: { symbol: string | null; since: Date },
): Promise<boolean> {
  const kept =
    symbol === null ? sql`f.quoted_at >= ${since}` : sql`f.quoted_at >= ${since} and f.underlying = ${symbol}`
  const [row] = await sql<[{ isPrints: boolean }]>`
    select coalesce(p.session >= coalesce(c.session, p.session), false) as "isPrints"
    from (select 1) as one
    left join lateral (
      select f.session from flow_changes as f where f.print_id is not null and ${kept}
      order by f.quoted_at desc, f.id desc limit 1) as p on true
    left join lateral (
      select f.session from flow_changes as f where f.print_id is null and ${kept}
      order by f.quoted_at desc, f.id desc limit 1) as c on true`
  return row.isPrints
}

/** A page of the tape, newest first. Bounds on the instant alone leave other months out. */
export async function readFlowChanges(sql: Db, page: FlowPage): Promise<StoredFlowChange[]> {
  const { symbol, type, side, isPrint, premiumMin, since, before, limit } = page
  return await sql<StoredFlowChange[]>`
    select f.id::integer as id, f.underlying, f.session::text as session, f.expiration::text as expiration, f.strike,
      f.type, f.since, f.quoted_at as "quotedAt", f.known_at as "knownAt", f.volume,
      f.session_volume as "sessionVolume", f.open_interest as "openInterest",
      f.open_interest_change as "openInterestChange", f.price, f.premium, f.spot, f.print_id is not null as "isPrint", f.side, f.opens,
      f.is_multi_leg as "isMultiLeg"
    from flow_changes as f
    where f.premium >= ${premiumMin} and f.quoted_at >= ${since}
      ${isPrint ? sql`and f.print_id is not null` : sql`and f.print_id is null`}
      ${side === null ? sql`` : sql`and f.side = ${side}`}
      ${symbol === null ? sql`` : sql`and f.underlying = ${symbol}`}
      ${type === null ? sql`` : sql`and f.type = ${type}`}
      ${before === null ? sql`` : sql`and f.quoted_at <= ${before.at} and (f.quoted_at, f.id) < (${before.at}, ${before.id})`}
    order by f.quoted_at desc, f.id desc
    limit ${limit}`
}
