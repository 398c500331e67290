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
  /** The report of an earlier run of the same cycle; null for the first one. */
  replaces: string | null
  origin: Origin
  writtenAt: Date
  /** The span that wrote it. */
  traceparent: string | null
}

/** The newest report of a cycle's earlier runs. */
export async function reportToReplace(db: Db, cycleId: string, run: number): Promise<string | null> {
  const [row] = await db<{ filename: string }[]>`
    select r.filename from reports as r where r.cycle_id = ${cycleId} and r.run < ${run} order by r.run desc limit 1`
  return row?.filename ?? null
}

export async function reportExists(db: Db, filename: string): Promise<boolean> {
  const rows = await db`select 1 from reports as r where r.filename = ${filename}`
  return rows.length > 0
}

/**
 * Returns whether it was stored: no report is ever rewritten, so a redelivery does nothing. It throws when two re-runs
 * chose one name at the same time; the later one is delivered again and chooses another.
 */
export async function saveReport(db: Db, report: Omit<ReportRow, 'traceparent'>): Promise<boolean> {
  const rows = await db`
    insert into reports as r (filename, cycle_id, at, date, time, week, content, run, replaces, origin, written_at,
      traceparent)
    values (${report.filename}, ${report.cycleId}, ${report.at}, ${report.date}, ${report.time}, ${report.week},
      ${report.content}, ${report.run}, ${report.replaces}, ${report.origin}, ${report.writtenAt},
      ${activeTraceparent()})
    on conflict (cycle_id, run) do nothing
    returning r.filename`
  return rows.length === 1
}

const columns = (db: Db) => db`
  r.filename, r.cycle_id as "cycleId", r.at, r.date, r.time, r.week, r.content, r.run, r.replaces, r.origin,
  r.written_at as "writtenAt", r.traceparent`

export async function reportByFilename(db: Db, filename: string): Promise<ReportRow | null> {
  const rows = await db<ReportRow[]>`
    select ${columns(db)} from reports as r where r.filename = ${filename} limit 1`
  return rows[0] ?? null
}

export async function latestReport(db: Db): Promise<ReportRow | null> {
  const rows = await db<ReportRow[]>`
    select ${columns(db)} from reports as r order by r.at desc, r.run desc limit 1`
  return rows[0] ?? null
}
