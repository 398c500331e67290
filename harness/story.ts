import type { PendingQuery, Row } from 'postgres'
import type { Pool } from '../shared/postgres/server/db.ts'

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
  'service_sequence',
  'service_time',
  'stage_depths',
  'stage_totals',
  'stage_workers',
  'stream_tickets',
  'vendor_budgets',
]

/** Columns that hold an id, a stamp of real time or a duration of it, in whatever table. */
const NOT_TOLD = ['traceparent', 'recorded_at', 'duration_ms', 'latency_ms']

/** Stamps of real time, and hashes of rows that hold one, where a column of that name in another table is of the story. */
const NOT_TOLD_OF: Readonly<Record<string, readonly string[]>> = {
  accounts: ['paced_at'],
  alert_state: ['updated_at'],
  cycles: ['updated_at', 'due_at', 'collected_at', 'computed_at', 'reported_at'],
  event_logs: ['last_hash'],
  events: ['hash', 'id', 'prev_id'],
  read_models: ['written_at'],
  tripwires: ['updated_at'],
}

/** Ids of trades and tokens, and the refs of receipts that name a trade, stand within texts and documents too. */
const IDS: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>'],
  [/\b(fill|quote)-[0-9a-f]{40}/g, '$1-<ref>'],
  [/(\\*"token_id\\*"\s*:\s*\\*")[^"\\]+/g, '$1<id>'],
  [/\baccount-event:\d+/g, 'account-event:<id>'],
]
/** Events get their ids in the order of their commits, and sources that are fetched at one instant commit in any order. */
const EVENT_IDS = /(\\"(?:prev_)?id\\":)\d+/g

function withoutIds(table: string, row: string): string {
  const shown = table === 'events' ? row.replace(EVENT_IDS, '$1<id>') : row
  return IDS.reduce((text, [id, word]) => text.replace(id, word), shown)
}

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

/** Reads the story that a database tells, row by row: two runs of the same story have the same one. */
export async function storyOf(sql: Pool): Promise<Story> {
  const told = new Map<string, readonly string[]>()
  for (const table of await tablesOf(sql)) told.set(table.name, await rowsOf(sql, table, sql`true`))
  return told
}

/** Reads the part of the story that belongs to one account: its orders, fills, ledger, events and worth. */
export async function accountStoryOf(sql: Pool, accountId: number): Promise<Story> {
  const told = new Map<string, readonly string[]>()
  const tables = await tablesOf(sql)
  for (const table of tables.filter(({ columns }) => columns.includes('account_id')))
    told.set(table.name, await rowsOf(sql, table, sql`t.account_id = ${accountId}`))
  const ofAccount = sql`t.trade_id in (select r.id from trades as r where r.account_id = ${accountId})`
  for (const name of ['trade_legs', 'trade_fills'])
    told.set(name, await rowsOf(sql, tables.find((table) => table.name === name)!, ofAccount))
  return told
}

async function rowsOf(sql: Pool, { name, columns }: Table, condition: PendingQuery<Row[]>): Promise<string[]> {
  const shown = columns.filter((column) => !NOT_TOLD_OF[name]?.includes(column))
  const rows = await sql<{ row: string }[]>`
    select (select json_object_agg(e.key, e.value)::text from json_each(to_json(t)) as e where e.key = any(${shown})) as row
    from ${sql(name)} as t where ${condition}`
  return rows.map(({ row }) => withoutIds(name, row)).sort()
}

/** Returns the rows of one story that the other does not tell; a row that is told twice must be told twice. */
function untold(rows: readonly string[], others: readonly string[]): string[] {
  const left = Map.groupBy(others, (row) => row)
  return rows.filter((row) => left.get(row)?.pop() === undefined)
}

/** The rows that only one of two stories has, by table. */
export function differences(one: Story, other: Story): Record<string, { one: string[]; other: string[] }> {
  const tables = [...new Set([...one.keys(), ...other.keys()])]
  const found = tables.map((table) => {
    const [rows, others] = [one.get(table) ?? [], other.get(table) ?? []]
    return [table, { one: untold(rows, others), other: untold(others, rows) }] as const
  })
  return Object.fromEntries(found.filter(([, { one: ours, other: theirs }]) => ours.length + theirs.length > 0))
}
