import { QUOTE_PROVIDERS, type QuoteProviderId } from '../../domain/market/market-quote.ts'
import { VENDORS, type VendorId } from '../../domain/market/source-id.ts'
import type { Db } from '../server/db.ts'

export type BudgetedVendor = VendorId | QuoteProviderId

/** The vendors of ingest, then those of live quotes only. */
export const BUDGETED_VENDORS: readonly BudgetedVendor[] = [...new Set([...VENDORS, ...QUOTE_PROVIDERS])]

/** Requests per minute that each vendor allows, with a margin below what it was seen to refuse (docs/sources.md). */
export const REQUESTS_PER_MINUTE: Record<BudgetedVendor, number> = {
  fred: 20,
  fred_api: 100,
  cboe: 36,
  finra: 20,
  dix: 4,
  yahoo: 22,
  constituents: 4,
  cftc: 10,
  aaii: 10,
  fed: 6,
  bls: 6,
  google_news: 6,
  sec: 216,
  sec_data: 216,
  nasdaq: 30,
  prints: 100,
  schwab: 110,
  alpaca: 180,
}

/**
 * Yahoo punishes bursts more than rates: after about 17 quick calls it refuses for minutes. The SEC counts each second,
 * ten in all: its two hosts together get nine in the fastest one.
 */
const BURST: Partial<Record<BudgetedVendor, number>> = { yahoo: 8, sec: 1, sec_data: 1, nasdaq: 6 }

/** Returns how many requests may be made at once after a long enough wait. */
export const burstOf = (vendor: BudgetedVendor): number => BURST[vendor] ?? REQUESTS_PER_MINUTE[vendor]

/** Whether a request at the time `t` counts against the budget of the present minute. */
export const isOfTheMinute = (sql: Db) => sql`t > clock_timestamp() - interval '1 minute' and t <= clock_timestamp()`

/**
 * Takes one token from a vendor's bucket, shared by all processes. Returns 0, or the milliseconds to wait for one, or
 * for the end of a rest. It counts in real time, like the vendor's own limit. `spare` tokens are left for others. No minute has more
 * requests than the budget: a bucket that was full refills while it is emptied, so it alone would let twice as many
 * through, which is beyond what vendors allow.
 */
export async function takeToken(sql: Db, vendor: BudgetedVendor, { spare = 0 } = {}): Promise<number> {
  const perMinute = REQUESTS_PER_MINUTE[vendor]
  const burst = burstOf(vendor)
  await sql`
    insert into vendor_budgets (vendor, tokens, refilled_at, used_day)
    values (${vendor}, ${burst}, clock_timestamp(), (clock_timestamp() at time zone 'America/New_York')::date)
    on conflict do nothing`
  const rows = await sql<{ tokens: number }[]>`
    update vendor_budgets as b
    set tokens = refilled.tokens - 1, refilled_at = refilled.at, used_day = refilled.day,
      used_today = case when b.used_day = refilled.day then b.used_today + 1 else 1 end,
      taken = refilled.taken || refilled.at
    from (
      select v.vendor, clock_timestamp() as at, (clock_timestamp() at time zone 'America/New_York')::date as day,
        least(${burst}::float8, v.tokens + extract(epoch from clock_timestamp() - v.refilled_at) * ${perMinute}::float8 / 60) as tokens,
        array(select t from unnest(v.taken) as t where ${isOfTheMinute(sql)}) as taken
      from vendor_budgets as v where v.vendor = ${vendor} for update
    ) as refilled
    where b.vendor = refilled.vendor and refilled.tokens >= 1 + ${spare}::float8
      and cardinality(refilled.taken) + 1 + ${spare}::int <= ${perMinute}::int
    returning b.tokens`
  return rows.length > 0 ? 0 : Math.max(Math.ceil(60_000 / perMinute), await restOf(sql, vendor))
}

/** The longest rest: a vendor may name years by mistake. */
const REST_S_MAX = 900

/**
 * Stops all requests to a vendor for the time that it asked for. The bucket counts as emptied at the end of that time,
 * so requests resume slowly.
 */
export async function restVendor(sql: Db, vendor: BudgetedVendor, seconds: number): Promise<void> {
  const rest = Math.min(REST_S_MAX, seconds)
  await sql`
    update vendor_budgets
    set tokens = 0, refilled_at = greatest(refilled_at, clock_timestamp() + make_interval(secs => ${rest}::float8))
    where vendor = ${vendor}`
}

/** Returns the milliseconds until the rest of a vendor ends; 0 when it does not rest. */
async function restOf(sql: Db, vendor: BudgetedVendor): Promise<number> {
  const [row] = await sql<{ ms: number }[]>`
    select ceil(1000 * extract(epoch from greatest(refilled_at - clock_timestamp(), interval '0')))::int as ms
    from vendor_budgets where vendor = ${vendor}`
  return row?.ms ?? 0
}
