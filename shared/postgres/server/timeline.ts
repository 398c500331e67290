import type { Db } from './db.ts'

/**
 * The timeline of the server as eight hexadecimal digits; it changes when a standby is promoted. The control file names
 * the timeline of the last checkpoint, which a promoted standby makes only after a while. Null on a standby, which writes on no timeline.
 */
export const timelineNow = (sql: Db) =>
  sql`case when pg_is_in_recovery() then null else left(pg_walfile_name(pg_current_wal_lsn()), 8) end`
