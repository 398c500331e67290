import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../harness/eventually.ts'
import { FEW_MEMBERS } from '../../harness/few-members.ts'
import { newestSlot } from '../../shared/postgres/messaging/slots.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { stepServiceTime } from '../../shared/postgres/server/service-time.ts'
import { type TableSize, tableSizes } from '../../shared/postgres/server/table-sizes.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { DAY, historyIsThere, openMarket, startReplica, WORKER } from '../market.ts'
import type { Rig } from '../rig.ts'
import type { Figure, PlainRow } from '../row.ts'

const SESSIONS = 21
const SESSIONS_A_YEAR = 252
const MONTH = { BACKFILL_SESSIONS: String(SESSIONS), BACKFILL_CYCLE_SESSIONS: String(SESSIONS) }
const FILLED_WITHIN_MS = 1_200_000
const HANDLED_WITHIN_MS = 60_000
const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
/** A scheduler looks for due slots every second. Late in the day an instant has none. */
const DECIDED_WITHIN_MS = 3_000
/** Fewer rows say nothing of the size of one. */
const FEW_ROWS = 20
/** Smaller tables are read whole because that is cheaper. */
const LARGE_ROWS = 5_000
const STATISTICS_AFTER_MS = 3_000
const MB = 1_048_576

/**
 * Every minute while the exchange is open and the feed lags, then every quarter of an hour until the evening's work is
 * done.
 */
function* instants(quick: boolean): Generator<Date> {
  const end = instantAt(DAY, quick ? '09:35' : '20:30')
  for (let at = instantAt(DAY, '09:30'); at <= end; ) {
    yield at
    at = new Date(at.getTime() + (eastern(at).time < '16:20' ? MINUTE_MS : QUARTER_MS))
  }
}

async function liveSession(sql: Pool, quick: boolean): Promise<void> {
  for (const at of instants(quick)) {
    await stepServiceTime(sql, at)
    await eventually(
      async () => {
        const newest = [await newestSlot(sql, 'minutes'), await newestSlot(sql, 'others')]
        return newest.some((slot) => slot !== null && slot >= at)
      },
      { within: DECIDED_WITHIN_MS },
    ).catch(() => {})
    await eventually(
      async () => {
        const [row] = await sql<{ open: number }[]>`
          select count(*)::int as open from outbox as o left join inbox as i using (message_id)
          where i.state is distinct from 'done' and o.created_at > clock_timestamp() - interval '5 minutes'`
        return row!.open === 0
      },
      { within: HANDLED_WITHIN_MS },
    )
  }
}

async function sizes(sql: Pool): Promise<Map<string, TableSize>> {
  await sql`analyze`
  return new Map((await tableSizes(sql)).map((size) => [size.table, size]))
}

/** Reads every public document that needs no parameter, and returns the large tables that were read whole for it. */
async function readWhole(rig: Rig, sql: Pool, env: Record<string, string>): Promise<string[]> {
  const scans = async () => {
    await sleep(STATISTICS_AFTER_MS)
    return await sql<{ table: string; scans: number }[]>`
      select s.relname as table, s.seq_scan::float8 as scans from pg_stat_user_tables as s
      join pg_class as c on c.oid = s.relid where c.reltuples > ${LARGE_ROWS} order by 1`
  }
  const { url } = await startReplica(rig, env)
  const before = new Map((await scans()).map(({ table, scans: count }) => [table, count]))
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: Record<string, object> }
  const public_ = Object.entries(paths).filter(([path, methods]) => 'get' in methods && !/[{]|stream|admin/.test(path))
  for (const [path] of public_) await (await fetch(url + path)).arrayBuffer()
  return (await scans()).flatMap(({ table, scans: count }) => (count > (before.get(table) ?? 0) ? [table] : []))
}

/** The rows that a year stores are extrapolated from a month of cycles, which the back-fill makes, and one session minute by minute. */
export const month: PlainRow = {
  kind: 'plain',
  id: 'month',
  async measure(rig) {
    const market = await openMarket(rig, { members: FEW_MEMBERS })
    const { sql } = market.database
    const fill = rig.start(WORKER, {
      args: ['--all', '--backfill'],
      env: { ...market.env, ...(rig.quick ? {} : MONTH) },
    })
    const empty = await sizes(sql)
    await historyIsThere(market.database, [fill], FILLED_WITHIN_MS)
    const filled = await sizes(sql)
    await liveSession(sql, rig.quick)
    const after = await sizes(sql)
    await fill.stop()
    const whole = await readWhole(rig, sql, market.env)
    const figures = [...after.values()].flatMap((size): Figure[] => {
      const perRow = size.rows > 0 ? size.bytes / size.rows : 0
      const lived = size.inserted - (filled.get(size.table)?.inserted ?? 0)
      const monthly = ((filled.get(size.table)?.inserted ?? 0) - (empty.get(size.table)?.inserted ?? 0)) / SESSIONS
      const yearly = (SESSIONS_A_YEAR * lived * perRow) / MB
      if (size.rows < FEW_ROWS || yearly < 1) return []
      const note = `${lived} rows in the live session, ${Math.round(monthly)} a session in the back-filled month, ${Math.round(perRow)} bytes a row, now ${(size.bytes / MB).toFixed(1)} MB`
      return [{ figure: `${size.table}, written in a year`, unit: 'MB', values: [yearly], note }]
    })
    const read = { figure: 'large tables that public reads scan whole', unit: 'tables', values: [whole.length] }
    return [...figures, { ...read, note: whole.join(', ') || 'none' }]
  },
}
