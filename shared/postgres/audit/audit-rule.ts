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
