import type { Pool } from '../../shared/postgres/server/db.ts'

/** Tables of the machinery: messages, processes, retries, and the row of the clock itself. */
const MACHINERY = [
  'account_tokens',
  'backfill',
  'clock_readers',
  'clock_wishes',
  'dropped_letters',
  'idempotency_keys',
  'inbox',
  'outbox',
  'quote_wishes',
  'redrive_requests',
  'schema_migrations',
  'service_pauses',
  'service_time',
  'stage_depths',
  'stage_totals',
  'stage_workers',
  'stream_tickets',
  'vendor_budgets',
]

/** Columns that hold an id, a stamp of real time, or a duration of it, in whatever table. */
const NOT_TOLD = ['traceparent', 'recorded_at', 'duration_ms', 'latency_ms']

export type Story = ReadonlyMap<string, readonly string[]>

interface Table {
  name: string
  columns: string[]
}

/** The tables of a database with the columns that tell its story: all but generated ids and stamps of real time. */
async function tablesOf(sql: Pool): Promise<Table[]> {
  return await sql<Table[]>`
    select c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns as c
    where c.table_schema = 'public' and c.is_identity = 'NO' and c.data_type <> 'uuid' and c.table_name <> all(${MACHINERY})
      and c.column_name <> all(${NOT_TOLD})
    group by c.table_name order by c.table_name`
}

/** What a database tells, row by row: two runs of the same story have the same one. */
export async function storyOf(sql: Pool): Promise<Story> {
  const told = new Map<string, readonly string[]>()
  for (const { name, columns } of await tablesOf(sql)) {
    const rows = await sql<{ row: string }[]>`
      select (select json_object_agg(e.key, e.value)::text from json_each(to_json(t)) as e where e.key = any(${columns})) as row
      from ${sql(name)} as t order by 1`
    told.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return told
}

/** The rows that only one of two stories has, by table. */
export function differences(one: Story, other: Story): Record<string, { one: string[]; other: string[] }> {
  const found: Record<string, { one: string[]; other: string[] }> = {}
  for (const name of new Set([...one.keys(), ...other.keys()])) {
    const only = (rows: readonly string[], others: readonly string[]): string[] => {
      const known = new Set(others)
      return rows.filter((row) => !known.has(row)).slice(0, 20)
    }
    const [rows, others] = [one.get(name) ?? [], other.get(name) ?? []]
    const differing = { one: only(rows, others), other: only(others, rows) }
    if (differing.one.length + differing.other.length > 0 || rows.length !== others.length) found[name] = differing
  }
  return found
}
