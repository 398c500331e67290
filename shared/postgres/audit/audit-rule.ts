import type { Db } from '../server/db.ts'

export interface AuditRule {
  name: string
  /** The statement that holds when no row is found. */
  promise: string
  /** Selects the rows that break the promise; the audit adds a limit. */
  offenders(sql: Db): ReturnType<Db>
  /** Judges rows that SQL alone cannot judge; absent: every row is an offender. */
  isOffender?(row: Record<string, unknown>): boolean
}

/** Pruning may run a day late or early. */
const MARGIN_DAYS = 10

/** The instant from which the dependants of a row of this table must still exist, counted from its newest row. */
export const keptSince = (sql: Db, table: 'cycles' | 'ai_reads', keptDays: number) =>
  sql`(select max(n.scheduled_for) - make_interval(days => ${keptDays - MARGIN_DAYS}) from ${sql(table)} as n)`
