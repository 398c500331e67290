import type { PendingQuery, Row } from 'postgres'
import type { Pool } from '../shared/postgres/server/db.ts'

/** Tables of the machinery: messages, processes, retries, and the row of the clock itself. */
const MACHINERY = [
  'account_tokens',
  'backfill',
  'clock_readers',
  'clock_wishes',
  'dropped_letters',
  'event_origin',
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

/** Columns that hold an id, a stamp of real time or a duration of it, in every table. */
const NOT_TOLD = ['traceparent', 'recorded_at', 'duration_ms', 'latency_ms']

/**
 * Columns that hold stamps of real time, or hashes of rows with one, in these tables only: in other tables a column of
 * that name belongs to the story.
 */
const NOT_TOLD_OF: Readonly<Record<string, readonly string[]>> = {
  accounts: ['paced_at'],
  ai_attempts: ['spend_day', 'started_at', 'ended_at'],
  alert_state: ['updated_at'],
  company_panels: ['written_at'],
  cycles: ['updated_at', 'due_at', 'collected_at', 'computed_at', 'reported_at'],
  event_logs: ['last_hash', 'last_id', 'next_id'],
  events: ['hash', 'id', 'prev_id'],
  ledger_postings: ['entry_id'],
  read_models: ['written_at'],
  tripwires: ['updated_at'],
}

const EVENT_TABLES = ['account_events', 'events']
/**
 * A worker keeps the tokens of the house accounts in memory, so one that takes over from a dead one creates new ones.
 */
const MADE_BY_A_PROCESS = /^\{.*"token_created".*"name": "house"/

/** Ids of trades and tokens, and the refs of receipts that name a trade, also occur inside texts and documents. */
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

type Condition = PendingQuery<Row[]>

/** The condition that a row belongs to one of these accounts; null for a table whose rows belong to none. */
function belongsTo(sql: Pool, { name, columns }: Table, ids: readonly number[]): Condition | null {
  const accounts = sql`(select a.value::int from jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb) as a)`
  if (name === 'accounts') return sql`t.id in ${accounts}`
  if (name === 'trade_legs' || name === 'trade_fills')
    return sql`t.trade_id in (select r.id from trades as r where r.account_id in ${accounts})`
  if (name === 'ledger_postings')
    return sql`t.entry_id in (select e.id from ledger_entries as e where e.account_id in ${accounts})`
  if (columns.includes('log')) return sql`t.log in (select 'account/' || w.value from ${accounts} as w (value))`
  return columns.includes('account_id') ? sql`t.account_id in ${accounts}` : null
}

export interface Stories {
  /** All that belongs to none of the accounts. */
  world: Story
  /** These rows belong to each of them: orders, quotes, fills, ledger, events, worth. */
  own: Story[]
}

/**
 * Reads the run that a database records, row by row, separately for these accounts: two runs of the same simulation
 * give the same rows, and an account gives the same rows whichever other accounts trade.
 */
export async function storiesOf(sql: Pool, accounts: readonly number[]): Promise<Stories> {
  const tables = await tablesOf(sql)
  const world = new Map<string, readonly string[]>()
  for (const table of tables) {
    const condition = belongsTo(sql, table, accounts)
    world.set(table.name, await rowsOf(sql, table, condition ? sql`(${condition}) is not true` : sql`true`))
  }
  const own: Story[] = []
  for (const account of accounts) {
    const told = new Map<string, readonly string[]>()
    for (const table of tables) {
      const condition = belongsTo(sql, table, [account])
      if (condition) told.set(table.name, await rowsOf(sql, table, condition))
    }
    own.push(told)
  }
  return { world, own }
}

async function rowsOf(sql: Pool, { name, columns }: Table, condition: Condition): Promise<string[]> {
  const shown = columns.filter((column) => !NOT_TOLD_OF[name]?.includes(column))
  const rows = await sql<{ row: string }[]>`
    select (select json_object_agg(e.key, e.value)::text from json_each(to_json(t)) as e where e.key = any(${shown})) as row
    from ${sql(name)} as t where ${condition}`
  const told = rows.filter(({ row }) => !(EVENT_TABLES.includes(name) && MADE_BY_A_PROCESS.test(row)))
  return told.map(({ row }) => withoutIds(name, row)).sort()
}

/** Returns the rows of one story that the other lacks; a row that occurs twice must occur twice. */
function untold(rows: readonly string[], others: readonly string[]): string[] {
  const left = Map.groupBy(others, (row) => row)
  return rows.filter((row) => left.get(row)?.pop() === undefined)
}

interface Difference {
  /** How many rows only one of the stories has. */
  rows: [one: number, other: number]
  /** The first of them, each shown from shortly before the place where it differs from its counterpart. */
  one: string[]
  other: string[]
}

/** The rows that only one of two stories has, by table. */
export function differences(one: Story, other: Story): Record<string, Difference> {
  const tables = [...new Set([...one.keys(), ...other.keys()])]
  const found = tables.flatMap((table) => {
    const [rows, others] = [one.get(table) ?? [], other.get(table) ?? []]
    const [ours, theirs] = [untold(rows, others), untold(others, rows)]
    if (ours.length + theirs.length === 0) return []
    const shown = { one: partings(ours, theirs), other: partings(theirs, ours) }
    return [[table, { rows: [ours.length, theirs.length], ...shown } satisfies Difference] as const]
  })
  return Object.fromEntries(found)
}

const SHOWN_ROWS = 3
const [SHOWN_BEFORE, SHOWN_AFTER] = [200, 200]

/** The first rows without their counterparts: a row may hold a whole document of which one word differs. */
function partings(rows: readonly string[], counterparts: readonly string[]): string[] {
  return rows.slice(0, SHOWN_ROWS).map((row, index) => {
    const other = counterparts[index] ?? ''
    const parting = [...row].findIndex((letter, at) => letter !== other[at])
    return row.slice(Math.max(0, parting - SHOWN_BEFORE), parting + SHOWN_AFTER)
  })
}
