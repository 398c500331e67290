import type { Db } from '../server/db.ts'

export interface AuditRule {
  name: string
  /** What is true when the query finds nothing. */
  promise: string
  offenders(sql: Db): PromiseLike<readonly Record<string, unknown>[]>
}

/** Of each rule; a thousand rows would say no more. */
export const ROWS_MAX = 20
