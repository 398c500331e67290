import type { PrintSide, SummedPrints } from '../../domain/market/option-print.ts'
import type { TradingDay } from '../../time/trading-day.ts'
import type { Db } from '../server/db.ts'
import { makeMonths } from '../server/months.ts'

export interface NewFlowPrint {
  printId: string
  underlying: string
  session: TradingDay
  expiration: TradingDay
  strike: number
  type: 'call' | 'put'
  executedAt: Date
  knownAt: Date
  volume: number
  sessionVolume: number | null
  openInterest: number | null
  price: number
  premium: number
  spot: number | null
  side: PrintSide
  opens: boolean | null
  isMultiLeg: boolean | null
  atAsk: number
  atBid: number
  atMid: number
}

/** Stores prints, oldest first; returns the numbers of those that were new. */
export async function saveFlowPrints(sql: Db, prints: readonly NewFlowPrint[]): Promise<Set<string>> {
  if (prints.length === 0) return new Set()
  const rows = prints
    .toSorted((a, b) => a.executedAt.getTime() - b.executedAt.getTime() || (a.printId < b.printId ? -1 : 1))
    .map((print) => ({
      print_id: print.printId,
      underlying: print.underlying,
      session: print.session,
      expiration: print.expiration,
      strike: print.strike,
      type: print.type,
      quoted_at: print.executedAt,
      known_at: print.knownAt,
      volume: print.volume,
      // A vendor's count of the session may be older than the print.
      session_volume: print.sessionVolume === null ? null : Math.max(print.sessionVolume, print.volume),
      open_interest: print.openInterest,
      price: print.price,
      premium: print.premium,
      spot: print.spot,
      side: print.side,
      opens: print.opens,
      is_multi_leg: print.isMultiLeg,
      at_ask: print.atAsk,
      at_bid: print.atBid,
      at_mid: print.atMid,
    }))
  await makeMonths(
    sql,
    'flow_changes',
    prints.map(({ executedAt }) => executedAt),
  )
  const stored = await sql<{ id: string }[]>`
    insert into flow_changes ${sql(rows)} on conflict do nothing returning print_id as id`
  return new Set(stored.map(({ id }) => id))
}

/** The newest print by the time of its trade; null before the first. */
export async function newestPrintAt(sql: Db): Promise<Date | null> {
  const [row] = await sql<{ at: Date }[]>`
    select f.quoted_at as at from flow_changes as f where f.print_id is not null
    order by f.quoted_at desc, f.id desc limit 1`
  return row?.at ?? null
}

/** The sum of a contract's prints in a session, with the time of the newest. */
export interface PrintSum extends SummedPrints {
  newestAt: Date
}

const SUMS_MAX = 20_000

/** The prints of a symbol's newest session with any since an instant, by contract, opening and leg. */
export async function readPrintSums(sql: Db, underlying: string, since: Date): Promise<PrintSum[]> {
  return await sql<PrintSum[]>`
    select f.session::text as session, max(f.quoted_at) as "newestAt", f.expiration::text as expiration, f.strike,
      f.type, f.opens, f.is_multi_leg as "isMultiLeg", count(*)::integer as prints, sum(f.volume) as contracts,
      sum(f.premium) as premium, sum(f.at_ask) as "atAsk", sum(f.at_bid) as "atBid", sum(f.at_mid) as "atMid"
    from flow_changes as f
    where f.underlying = ${underlying} and f.print_id is not null and f.quoted_at >= ${since} and f.session = (
      select max(o.session) from flow_changes as o
      where o.underlying = ${underlying} and o.print_id is not null and o.quoted_at >= ${since})
    group by f.session, f.expiration, f.strike, f.type, f.opens, f.is_multi_leg
    order by f.expiration, f.strike, f.type limit ${SUMS_MAX}`
}
