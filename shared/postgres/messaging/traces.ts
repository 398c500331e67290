import type { Db } from '../server/db.ts'

export interface TraceStep {
  step: 'slot' | 'source run' | 'cutoff' | 'signals' | 'daily row' | 'report' | 'document'
  name: string
  /** Service time; for a back-filled slot or source run the simulated instant. */
  at: Date | null
  outcome: string
  requests: number | null
  /** Milliseconds spent on requests to the vendor. */
  ms: number | null
  traceId: string
}

const ROWS_MAX = 200

/** Follows the W3C layout `version-traceid-spanid-flags`. */
const traceId = (sql: Db, traceparent: string) => sql`split_part(${sql(traceparent)}, '-', 2)`

/** The traces of a cycle (one per run) or of a report's cycle; of the newest report if `name` is null. */
export async function tracesNamed(sql: Db, name: string | null): Promise<string[]> {
  const [cycle] = await sql<{ id: string }[]>`
    select r.cycle_id as id from reports as r
    where ${name === null ? sql`r.traceparent is not null` : sql`r.filename = ${name} or r.cycle_id = ${name}`}
    union all
    select c.id from cycles as c where c.id = ${name}
    order by id desc limit 1`
  if (!cycle) return []
  const rows = await sql<{ traceparent: string }[]>`
    select s.traceparent from slots as s where s.key = ${`cycle:${cycle.id}`} and s.traceparent is not null
    union all select c.traceparent from cycles as c where c.id = ${cycle.id} and c.traceparent is not null
    union all select s.traceparent from signal_snapshots as s where s.cycle_id = ${cycle.id} and s.traceparent is not null
    limit ${ROWS_MAX}`
  return [...new Set(rows.map(({ traceparent }) => traceparent.split('-')[1]!))]
}

/** The steps of these traces as recorded in rows, in the order of the work; needs no collector. */
export async function traceSteps(sql: Db, traceIds: readonly string[]): Promise<TraceStep[]> {
  const wanted = (traceparent: string) =>
    sql`${traceId(sql, traceparent)} = any(string_to_array(${traceIds.join(',')}, ','))`
  return await sql<TraceStep[]>`
    select t.step, t.name, t.at, t.outcome, t.requests, t.ms, t.trace_id as "traceId" from (
      select 1 as rank, 'slot' as step, s.key as name, s.decided_at as at, s.state as outcome,
        null::int as requests, null::int as ms, ${traceId(sql, 's.traceparent')} as trace_id
      from slots as s where ${wanted('s.traceparent')}
      union all
      select 2, 'source run', r.source, r.run_at,
        case when r.ok = 0 then 'failed' when r.degraded = 1 then 'degraded' else 'ok' end,
        r.requests, r.duration_ms, ${traceId(sql, 'r.traceparent')}
      from source_runs as r where ${wanted('r.traceparent')}
      union all
      select 3, 'cutoff', c.id, c.cutoff, c.state, null, null, ${traceId(sql, 'c.traceparent')}
      from cycles as c where c.cutoff is not null and ${wanted('c.traceparent')}
      union all
      select 4, 'signals', s.cycle_id, s.written_at, 'run ' || s.run, null, null, ${traceId(sql, 's.traceparent')}
      from signal_snapshots as s where ${wanted('s.traceparent')}
      union all
      select 4, 'daily row', d.trade_date::text, d.as_of, d.state, null, null, ${traceId(sql, 'd.traceparent')}
      from signals_daily as d where ${wanted('d.traceparent')}
      union all
      select 5, 'report', r.filename, r.written_at, 'run ' || r.run, null, null, ${traceId(sql, 'r.traceparent')}
      from reports as r where ${wanted('r.traceparent')}
      union all
      select 6, 'document', m.key,
        coalesce((select s.written_at from signal_snapshots as s where s.traceparent = m.traceparent limit 1),
          (select r.written_at from reports as r where r.traceparent = m.traceparent limit 1)),
        'served', null, null, ${traceId(sql, 'm.traceparent')}
      from read_models as m where ${wanted('m.traceparent')}
    ) as t
    order by min(t.at) over (partition by t.trace_id), t.trace_id, t.rank, t.at, t.name
    limit ${ROWS_MAX}`
}
