import type { HeldKind } from '../../shared/domain/contract/alert.ts'
import { type AlertRow, alertColumns, alertTables } from '../../shared/postgres/alerts/alerts.ts'
import type { Db } from '../../shared/postgres/server/db.ts'

const ROWS_MAX = 5_000

const rows = (db: Db) => db`
  select ${alertColumns(db)} from ${alertTables(db)}`
const worstFirst = (db: Db) => db`
  order by case a.severity when 'critical' then 1 when 'warning' then 2 else 3 end, a.fired_at desc, a.id desc`

export async function activeAlerts(db: Db): Promise<AlertRow[]> {
  return await db<AlertRow[]>`${rows(db)} where a.cleared_at is null ${worstFirst(db)} limit ${ROWS_MAX}`
}

/** Alerts fired in [from, to), worst first. */
export async function alertsFiredBetween(db: Db, { from, to }: { from: Date; to: Date }): Promise<AlertRow[]> {
  return await db<AlertRow[]>`
    ${rows(db)} where a.fired_at >= ${from} and a.fired_at < ${to} ${worstFirst(db)} limit ${ROWS_MAX}`
}

/** Alerts fired since an instant, newest first. */
export async function alertsFiredSince(db: Db, from: Date): Promise<AlertRow[]> {
  return await db<AlertRow[]>`
    ${rows(db)} where a.fired_at >= ${from} order by a.fired_at desc, a.id desc limit ${ROWS_MAX}`
}

/** The episodes of one kind, newest first, with the total. */
export async function episodesOf(
  db: Db,
  alertId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ episodes: AlertRow[]; total: number }> {
  const [count] = await db<{ total: number }[]>`
    select count(*)::integer as total from alerts as a where a.alert_id = ${alertId}`
  const episodes = await db<AlertRow[]>`
    ${rows(db)} where a.alert_id = ${alertId} order by a.fired_at desc, a.id desc limit ${limit} offset ${offset}`
  return { episodes, total: count!.total }
}

/** Alerts cleared in (from, to]. */
export async function countCleared(db: Db, { from, to }: { from: Date; to: Date }): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from alerts as a where a.cleared_at > ${from} and a.cleared_at <= ${to} limit 1`
  return row?.count ?? 0
}

export interface Watch {
  /** Cutoff of the newest applied evaluation; null before the first. */
  evaluatedThrough: Date | null
  held: HeldKind[]
}

export async function watchState(db: Db): Promise<Watch> {
  const kinds = await db<{ alertId: string; evaluatedThrough: Date | null; inputMissing: string | null }[]>`
    select s.alert_id as "alertId", s.evaluated_through as "evaluatedThrough", s.input_missing as "inputMissing"
    from alert_state as s order by s.alert_id limit 1000`
  const through = kinds.flatMap(({ evaluatedThrough }) => evaluatedThrough?.getTime() ?? [])
  return {
    evaluatedThrough: through.length === 0 ? null : new Date(Math.max(...through)),
    held: kinds.flatMap(({ alertId, inputMissing }) =>
      inputMissing === null ? [] : [{ alert_id: alertId, input_missing: inputMissing }],
    ),
  }
}
