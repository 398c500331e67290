import type { Pool } from '../shared/postgres/server/db.ts'
import { makeMonths } from '../shared/postgres/server/months.ts'

/** Rows of one year in bulk: `i` counts from 1, `at` is the instant of a row, spread over the year. */
interface Yearly {
  table: string
  /** Rows a year, by the month measured in docs/operations.md. */
  rows: number
  insert: string
}

const HOURS_A_YEAR = 8_760

/** Bodies are short or copies of a stored one, because their length is stored in the table. */
const YEARLY: readonly Yearly[] = [
  {
    table: 'observations',
    rows: 155_000,
    insert: `(series, day, revision, value, known_at, source, origin)
      select 'bulk_' || i % 600, at::date, 1, i, at, 'fred', 'imported' from row on conflict do nothing`,
  },
  {
    table: 'flow_changes',
    rows: 781_000,
    insert: `(underlying, session, expiration, strike, type, quoted_at, known_at, volume, session_volume, open_interest, price,
        premium, spot)
      select (array['SPY', 'AAPL', 'MSFT', 'NVDA'])[1 + i % 4], at::date, at::date + 7, 1 + i % 900, 'call', at, at, 10, 20, 5,
        1, 10000 + i % 100000, 600 from row on conflict do nothing`,
  },
  {
    table: 'minutes',
    rows: 98_000,
    insert: `(minute, collected_at, origin)
      select date_trunc('minute', at), at, 'scheduled' from row on conflict do nothing`,
  },
  {
    table: 'minute_quotes',
    rows: 98_000,
    insert: `(minute, symbol, price, quoted_at, source)
      select date_trunc('minute', at), s.symbol, 600, at, 'minute' from row, unnest(array['SPY', 'VIX', 'VIX3M']) as s (symbol)
      on conflict do nothing`,
  },
  {
    table: 'outbox',
    rows: 261_000,
    insert: `(message_id, envelope, created_at, sent_at, settled_at)
      select 'bulk:' || at || ':' || i, '{}', at, at, at from row`,
  },
  {
    table: 'inbox',
    rows: 261_000,
    insert: `(message_id, stage, state, attempts, first_seen, updated_at)
      select 'bulk:' || at || ':' || i, 'signals', 'done', 1, at, at from row`,
  },
  {
    table: 'source_runs',
    rows: 130_000,
    insert: `(message_id, source, ok, degraded, run_at, duration_ms, requests, stored, origin)
      select 'bulk:' || at || ':' || i, (array['fred', 'market', 'options', 'minute', 'news'])[1 + i % 5], 1, 0, at, 10, 1, 1,
        'scheduled' from row`,
  },
  {
    table: 'slots',
    rows: 128_000,
    insert: `(key, kind, scheduled_for, state, decided_at, origin)
      select 'bulk:' || at || ':' || i, case when i % 4 = 0 then 'portfolio' else 'minute' end, at, 'fired', at, 'scheduled' from row`,
  },
  {
    table: 'cycles',
    rows: 7_100,
    insert: `(id, scheduled_for, expected, deadline, state, cutoff, origin, opened_at)
      select to_char(at, 'YYYY-MM-DD"T"HH24:MI'), at, '{market,options}', at, 'reported', at, 'scheduled', at from row
      on conflict do nothing`,
  },
  {
    table: 'cycle_arrivals',
    rows: 7_100,
    insert: `(cycle_id, source, ok, degraded, arrived_at)
      select to_char(at, 'YYYY-MM-DD"T"HH24:MI'), s.source, true, false, at from row, unnest(array['market', 'options']) as s (source)
      on conflict do nothing`,
  },
  {
    table: 'signal_snapshots',
    rows: 7_100,
    insert: `(cycle_id, run, as_of, rules_version, document, origin)
      select to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 1, at, 'bulk',
        (select n.document from signal_snapshots as n order by n.as_of desc limit 1), 'scheduled' from row
      on conflict do nothing`,
  },
  {
    table: 'cycle_documents',
    rows: 7_100,
    insert: `(cycle_id, run, key, document)
      select to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 1, 'bulk_' || k, '{}' from row, generate_series(1, 11) as k on conflict do nothing`,
  },
  {
    table: 'alert_evaluations',
    rows: 7_100,
    insert: `(cycle_id, run, as_of, rules_version, state, fired, cleared, held, origin)
      select to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 1, at, 'bulk', 'applied', 0, 0, '[]', 'scheduled' from row on conflict do nothing`,
  },
  {
    table: 'reports',
    rows: 7_100,
    insert: `(filename, cycle_id, at, date, time, week, content, run, origin, written_at)
      select 'report-' || to_char(at, 'YYYYMMDD-HH24MISS') || '.md', to_char(at, 'YYYY-MM-DD"T"HH24:MI'), at, at::date,
        to_char(at, 'HH24:MI'), to_char(at, 'IYYY-"W"IW'), (select n.content from reports as n limit 1), 1, 'scheduled', at
      from row on conflict do nothing`,
  },
  {
    table: 'events',
    rows: 57_000,
    insert: `(id, key, kind, subject, severity, title, at, data, origin, recorded_at, prev_id, hash, document)
      select i, 'bulk:' || at || ':' || i, (array['flow', 'news', 'alert', 'transition'])[1 + i % 4], 's', 'info', 't', at, '{}',
        'scheduled', at, i - 1, 'h',
        (select n.document from events as n where n.log = 'public' and n.document is not null order by n.arrival limit 1) from row`,
  },
  {
    table: 'quotes',
    rows: 35_000,
    insert: `(symbol, quoted_at, known_at, price, source, origin)
      select (array['SPY', '_VIX', '_VIX3M', 'TLT', 'HYG'])[1 + i % 5], at, at, 100, 'market', 'scheduled' from row
      on conflict do nothing`,
  },
  {
    table: 'chains',
    rows: 6_800,
    insert: `(underlying, quoted_at, known_at, spot, contracts, contracts_used, source, origin)
      select case when i % 7 = 0 then 'AAPL' else 'SPY' end, at, at, 600, 100, 100, 'options', 'scheduled' from row
      on conflict do nothing`,
  },
  {
    table: 'member_bars',
    rows: 127_000,
    insert: `(symbol, day, revision, close, known_at, source, origin)
      select 'B' || i % 503, at::date, 1, 100, at, 'breadth', 'scheduled' from row on conflict do nothing`,
  },
  {
    table: 'short_volumes',
    rows: 134_000,
    insert: `(symbol, day, short, total, known_at, origin)
      select 'B' || i % 530, at::date, 1, 2, at, 'scheduled' from row on conflict do nothing`,
  },
  {
    table: 'source_run_days',
    rows: 6_200,
    insert: `(source, day, runs, ok, degraded, requests)
      select 'bulk_' || i % 17, at::date, 1, 1, 0, 1 from row on conflict do nothing`,
  },
  {
    table: 'receipts',
    rows: 7_600,
    insert: `(ref, kind, known_at, body)
      select 'state-' || left(encode(sha256(convert_to('bulk' || at || i, 'UTF8')), 'hex'), 40), 'state', at, 'bulk' || at || i
      from row on conflict do nothing`,
  },
]

/** Contracts of chains go by the chains that were loaded. */
const EXPIRATIONS_OF_A_CHAIN = 26

/**
 * Loads the rows of some years before an instant. `share` takes a part of each year, for smoke runs. Returns the number of
 * rows, without those whose key was there already.
 */
export async function loadYears(
  sql: Pool,
  { years, before, share }: { years: number; before: Date; share: number },
): Promise<number> {
  // Ids of the log ascend with time, so the stored ones move above those of the past.
  await sql`update events set id = id + 1000000000, prev_id = prev_id + 1000000000 where hash is not null`
  await sql`update event_logs set last_id = last_id + 1000000000, next_id = next_id + 1000000000`
  let loaded = 0
  for (let year = years; year >= 1; year--) {
    const from = new Date(before.getTime() - year * HOURS_A_YEAR * 3_600_000)
    const months = Array.from(
      { length: 13 },
      (_, month) => new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + month)),
    )
    for (const table of ['flow_changes', 'minute_quotes'] as const) await makeMonths(sql, table, months)
    for (const { table, rows, insert } of YEARLY) {
      const count = Math.ceil(rows * share)
      const first = table === 'events' ? (years - year) * count : 0
      const done = await sql.unsafe(
        `insert into ${table} ${insert.replace(
          'select',
          `with row as (
           select i, $1::timestamptz + (i - ${first}) * (interval '${HOURS_A_YEAR} hours' / ${count + 1}) as at
           from generate_series(${first + 1}, ${first + count}) as i)
         select`,
        )}`,
        [from],
      )
      loaded += done.count
    }
  }
  const contracts = await sql`
    insert into chain_expirations (chain_id, expiration, strikes, call_bid, call_ask, call_iv, call_oi, call_volume, put_bid,
      put_ask, put_iv, put_oi, put_volume)
    select c.id, c.quoted_at::date + e, '{600}', '{1}', '{1}', '{1}', '{1}', '{1}', '{1}', '{1}', '{1}', '{1}', '{1}'
    from chains as c, generate_series(1, ${EXPIRATIONS_OF_A_CHAIN}) as e
    where c.quoted_at < ${before}
    on conflict do nothing`
  await sql`vacuum analyze`
  return loaded + contracts.count
}
