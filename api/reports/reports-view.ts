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
  const [row] = await db<{ days: number }[]>`select count(*)::int as days from report_days as d limit 1`
  return row?.days ?? 0
}

/** The reports of a page of days, newest first. */
export async function reportsOfDays(db: Db, page: { limit: number; offset: number }): Promise<ListedReport[]> {
  return await db<ListedReport[]>`
    select r.filename, r.date, r.time, r.week, r.replaces
    from reports as r
    join (
      select d.date from report_days as d order by d.date desc limit ${page.limit} offset ${page.offset}
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
    select d.week, sum(d.reports)::int as "reportCount", count(*)::int as "dayCount"
    from report_days as d
    group by d.week
    order by d.week desc
    limit ${WEEKS_MAX}`
}
