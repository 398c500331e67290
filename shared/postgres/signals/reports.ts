import type { Origin } from '../../domain/market/observation.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db } from '../server/db.ts'

/** Dates and times are Eastern wall time, as they are served; `at` is the instant. */
export interface ReportRow {
  filename: string
  cycleId: string
  at: Date
  date: string
  time: string
  week: string
  content: string
  run: number
  origin: Origin
  writtenAt: Date
  /** The span that wrote it. */
  traceparent: string | null
}

/** Returns whether it was stored: a re-run of a cycle replaces its report, a redelivery does nothing. */
export async function saveReport(db: Db, report: Omit<ReportRow, 'traceparent'>): Promise<boolean> {
  const rows = await db`
    insert into reports as r (filename, cycle_id, at, date, time, week, content, run, origin, written_at, traceparent)
    values (${report.filename}, ${report.cycleId}, ${report.at}, ${report.date}, ${report.time}, ${report.week},
      ${report.content}, ${report.run}, ${report.origin}, ${report.writtenAt},
      ${activeTraceparent()})
    on conflict (filename) do update set
      content = excluded.content,
      run = excluded.run,
      written_at = excluded.written_at,
      traceparent = excluded.traceparent
    where r.run < excluded.run
    returning r.filename`
  return rows.length === 1
}

const columns = (db: Db) => db`
  r.filename, r.cycle_id as "cycleId", r.at, r.date, r.time, r.week, r.content, r.run, r.origin,
  r.written_at as "writtenAt", r.traceparent`

export async function reportByFilename(db: Db, filename: string): Promise<ReportRow | null> {
  const rows = await db<ReportRow[]>`
    select ${columns(db)} from reports as r where r.filename = ${filename} limit 1`
  return rows[0] ?? null
}

export async function latestReport(db: Db): Promise<ReportRow | null> {
  const rows = await db<ReportRow[]>`
    select ${columns(db)} from reports as r order by r.date desc, r.time desc limit 1`
  return rows[0] ?? null
}
