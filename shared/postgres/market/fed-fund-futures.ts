import type { FedFundFuture, KnownFedFundFuture } from '../../domain/market/fed-fund-future.ts'
import type { Origin } from '../../domain/market/observation.ts'
import type { Db } from '../server/db.ts'

/** Contracts are listed for three years ahead. */
const MONTHS_MAX = 60
/** A month without a quote for longer than a long weekend has been delisted, not merely calm. */
const QUOTED_WITHIN_MS = 7 * 86_400_000

export async function saveFedFundFutures(
  sql: Db,
  futures: readonly (FedFundFuture & { knownAt: Date; origin: Origin })[],
  source: string,
): Promise<number> {
  if (futures.length === 0) return 0
  const rows = futures.map(({ month, quotedAt, knownAt, price, origin }) => ({
    month,
    quoted_at: quotedAt,
    known_at: knownAt,
    price,
    source,
    origin,
  }))
  const inserted = await sql`insert into fed_fund_futures ${sql(rows)} on conflict do nothing`
  return inserted.count
}

/** The newest price of each contract month still traded at an instant, as known then; by month. */
export async function fedFundFuturesAsKnown(sql: Db, cutoff: Date): Promise<KnownFedFundFuture[]> {
  return await sql<KnownFedFundFuture[]>`
    select distinct on (f.month) f.month, f.price, f.quoted_at as "quotedAt", f.known_at as "knownAt", f.source
    from fed_fund_futures as f
    where f.known_at <= ${cutoff} and f.quoted_at >= ${new Date(cutoff.getTime() - QUOTED_WITHIN_MS)}
      and f.month >= to_char(${cutoff}::timestamptz at time zone 'America/New_York', 'YYYY-MM')
    order by f.month, f.quoted_at desc
    limit ${MONTHS_MAX}`
}
