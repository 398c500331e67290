import { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { brokenSignals } from '../../shared/postgres/server/integrity.ts'
import { SNAPSHOT_KEY } from '../../shared/postgres/signals/cycle-documents.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { type SourceWeek, sourceWeeks } from './status-view.ts'

const CODES_MAX = 1_000

const Part = SignalsSnapshot.pick({ as_of: true, data_quality: true }).extend({
  score_components: SignalsSnapshot.shape.score_components.element.pick({ key: true }).array(),
})
type Part = ReturnType<typeof Part.parse>

/** Stored facts that the checks compare with each other. */
export interface StoredFacts {
  runningSince: Date | null
  /** Cutoff of the newest stored snapshot. */
  newestSnapshot: Date | null
  /** The served document: its cutoff, and how long ago it was written. */
  served: { asOf: Date; writtenSecondsAgo: number; part: Part | null } | null
  chain: { quotedAt: Date; expiringToday: number } | null
  sources: SourceWeek[]
  broken: string[]
  /** The codes that occur in rows. */
  codes: { sources: string[]; alerts: string[]; judgedAlerts: string[]; series: string[] }
}

async function served(db: Db): Promise<StoredFacts['served']> {
  const [row] = await db<{ body: string; asOf: Date; seconds: number }[]>`
    select rm.body, rm.as_of as "asOf", extract(epoch from clock_timestamp() - rm.written_at)::float8 as seconds
    from read_models as rm where rm.key = ${SNAPSHOT_KEY} limit 1`
  if (!row) return null
  return { asOf: row.asOf, writtenSecondsAgo: row.seconds, part: partOf(row.body) }
}

function partOf(body: string): Part | null {
  try {
    return Part.parse(JSON.parse(body))
  } catch {
    return null
  }
}

async function newest(db: Db, today: string) {
  const [row] = await db<{ since: Date | null; asOf: Date | null; quotedAt: Date | null; expiring: number }[]>`
    select
      (select greatest(st.since, (select max(sp.resumed_at) from service_pauses as sp)) from service_time as st) as since,
      (select max(s.as_of) from signal_snapshots as s) as "asOf",
      chain.quoted_at as "quotedAt",
      (select coalesce(sum(cardinality(e.strikes)), 0)::int from chain_expirations as e
        where e.chain_id = chain.id and e.expiration = ${today}) as expiring
    from (select 1 as one) as always
    left join lateral (
      select c.id, c.quoted_at from chains as c where c.underlying = 'SPY' order by c.quoted_at desc limit 1
    ) as chain on true
    limit 1`
  return row
}

/** Steps from one code to the next by the index, because these tables have a row for each day of each code. */
async function storedCodes(db: Db, table: 'observations' | 'source_run_days', column: string): Promise<string[]> {
  const code = db(`o.${column}`)
  const rows = await db<{ code: string }[]>`
    with recursive each as (
      (select ${code} as code from ${db(table)} as o order by ${code} limit 1)
      union all
      select (select ${code} from ${db(table)} as o where ${code} > each.code order by ${code} limit 1)
      from each where each.code is not null
    )
    select each.code from each where each.code is not null limit ${CODES_MAX}`
  return rows.map((row) => row.code)
}

const codesOf = async (rows: PromiseLike<readonly { code: string }[]>): Promise<string[]> =>
  (await rows).map(({ code }) => code)

/** Custom alerts are rows, deleted ones too, and in no registry. */
const isBuiltIn = (db: Db, table: 'a' | 's') =>
  db`not exists (select 1 from custom_alerts as c where c.alert_id = ${db(table)}.alert_id)`

export async function storedFacts(db: Db, now: Date): Promise<StoredFacts> {
  const [ages, document, weeks, broken, sources, alerts, judgedAlerts, series] = await Promise.all([
    newest(db, eastern(now).day),
    served(db),
    sourceWeeks(db, now),
    brokenSignals(db, now),
    storedCodes(db, 'source_run_days', 'source'),
    codesOf(db<{ code: string }[]>`
      select distinct a.alert_id as code from alerts as a where ${isBuiltIn(db, 'a')} limit ${CODES_MAX}`),
    codesOf(db<{ code: string }[]>`
      select s.alert_id as code from alert_state as s where ${isBuiltIn(db, 's')} limit ${CODES_MAX}`),
    storedCodes(db, 'observations', 'series'),
  ])
  return {
    runningSince: ages?.since ?? null,
    newestSnapshot: ages?.asOf ?? null,
    served: document,
    chain: ages?.quotedAt ? { quotedAt: ages.quotedAt, expiringToday: ages.expiring } : null,
    sources: weeks,
    broken,
    codes: { sources, alerts, judgedAlerts, series },
  }
}
