import { DAY_MS } from '../../time/trading-day.ts'
import type { Db } from './db.ts'

/** The tables that are partitioned by the month (UTC) of their rows. */
export type MonthlyTable = 'flow_changes' | 'minute_quotes'

/** A month is created this long before it begins, so that its first row waits for no change of the schema. */
const AHEAD_MS = 7 * DAY_MS

/** Makes the partitions of these instants where they are missing; call it before the rows are stored. */
export async function makeMonths(sql: Db, table: MonthlyTable, instants: readonly Date[]): Promise<void> {
  const months = new Map(instants.map((at) => [at.toISOString().slice(0, 7), at]))
  for (const at of months.values()) await sql`select make_month(${table}, ${at})`
}

/** Makes the month of `now` and the next one, and drops the months that ended before `keep`. Returns the number dropped. */
export async function turnMonths(
  sql: Db,
  table: MonthlyTable,
  { now, keep }: { now: Date; keep: Date },
): Promise<number> {
  await makeMonths(sql, table, [now, new Date(now.getTime() + AHEAD_MS)])
  const [row] = await sql<[{ dropped: number }]>`select drop_months(${table}, ${keep}) as dropped`
  return row.dropped
}

/** The beginning of the month (UTC) of an instant. */
export const startOfMonth = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()))

/** Makes a partition by its name, which a backup has; a name of none changes nothing. */
export async function makeMonthNamed(sql: Db, partition: string): Promise<void> {
  const [, table, year, month] = /^(\w+)_(\d{4})_(\d{2})$/.exec(partition) ?? []
  if (table !== undefined) await sql`select make_month(${table}, ${new Date(`${year}-${month}-01T00:00:00Z`)})`
}
