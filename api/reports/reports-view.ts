import type { Db } from '../../shared/postgres/server/db.ts'

/** More reports than 90 days of cycles have. */
const LISTED_MAX = 5_000
const WEEKS_MAX = 2_000

export interface ListedReport {
  filename: string
  date: string
  time: string
  week: string
  /** The report that this one corrects. */
  replaces: string | null
}

export async function countReportDays(db: Db): Promise<number> {
  const [row] = await db<{ days: number }[]>`select count(distinct r.date)::int as days from reports as r limit 1`
  return row?.days ?? 0
}

/** The reports of a page of days, newest first. */
export async function reportsOfDays(db: Db, page: { limit: number; offset: number }): Promise<ListedReport[]> {
  return await db<ListedReport[]>`
    select r.filename, r.date, r.time, r.week, r.replaces
    from reports as r
    join (
      select d.date from reports as d group by d.date order by d.date desc limit ${page.limit} offset ${page.offset}
    ) as days on days.date = r.date
    order by r.date desc, r.time desc
    limit ${LISTED_MAX}`
}

export async function reportsOfWeek(db: Db, week: string): Promise<ListedReport[]> {
  return await db<ListedReport[]>`
    select r.filename, r.date, r.time, r.week, r.replaces
    from reports as r
    where r.week = ${week}
    order by r.date desc, r.time desc
    limit ${LISTED_MAX}`
}

export async function weekSummaries(db: Db): Promise<{ week: string; reportCount: number; dayCount: number }[]> {
  return await db<{ week: string; reportCount: number; dayCount: number }[]>`
    select r.week, count(*)::int as "reportCount", count(distinct r.date)::int as "dayCount"
    from reports as r
    group by r.week
    order by r.week desc
    limit ${WEEKS_MAX}`
}
