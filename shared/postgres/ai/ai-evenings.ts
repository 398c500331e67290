import type { TradingDay } from '../../time/trading-day.ts'
import { activeTraceparent } from '../../tracing/span.ts'
import type { Db } from '../server/db.ts'

export interface StoredEvening {
  day: TradingDay
  run: number
  asOf: Date
  rulesVersion: string
  document: string
}

export async function saveEvening(db: Db, evening: StoredEvening): Promise<void> {
  await db`
    insert into ai_evenings (day, run, as_of, rules_version, document, traceparent)
    values (${evening.day}::text::date, ${evening.run}, ${evening.asOf}, ${evening.rulesVersion}, ${evening.document},
      ${activeTraceparent()})
    on conflict do nothing`
}

/** The newest evening that had passed by an instant, in its newest run under these rules; null before the first. */
export async function eveningKnownBy(db: Db, by: Date, rulesVersion: string): Promise<StoredEvening | null> {
  const [row] = await db<StoredEvening[]>`
    select e.day::text as day, e.run, e.as_of as "asOf", e.rules_version as "rulesVersion", e.document
    from ai_evenings as e where e.as_of <= ${by} and e.rules_version = ${rulesVersion}
    order by e.as_of desc, e.run desc limit 1`
  return row ?? null
}
