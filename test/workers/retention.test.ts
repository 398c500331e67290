import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { REPOSITORY } from '../../harness/product.ts'
import { plansOf, type RunPlan } from '../../harness/read-plans.ts'
import { loadReadFacts } from '../../shared/postgres/ai/read-facts.ts'
import { isTapeOfPrints, readFlowChanges, saveFlowChanges } from '../../shared/postgres/flow/flow-changes.ts'
import { readPrintSums } from '../../shared/postgres/flow/flow-prints.ts'
import { quarterHoursKnown } from '../../shared/postgres/market/bars-known.ts'
import { readMinute, saveMinute } from '../../shared/postgres/market/minutes.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { KEPT_DAYS } from '../../shared/postgres/server/kept-days.ts'
import { makeMonths, turnMonths } from '../../shared/postgres/server/months.ts'
import { tableSizes } from '../../shared/postgres/server/table-sizes.ts'
import { DAY_MS } from '../../shared/time/trading-day.ts'
import { prune } from '../../workers/schedule/prune.ts'
import { brokenRules, openAccount } from '../trading/ledger-world.ts'
import { plantFlow } from './support/flow-rows.ts'

const db = testDatabase()
const NOW = new Date()
const DOLLAR = 10_000
const BATCH = 100
/** A month is dropped as a whole, so the last day of a table's oldest month may be this much older. */
const MONTH_DAYS = 31

const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

type Aged = keyof typeof KEPT_DAYS
type Plant = (sql: Pool, at: Date, name: string) => Promise<unknown>

const flow: Plant = async (sql, at) => await saveFlowChanges(sql, plantFlow({ at, rows: 1 }))
const minute: Plant = async (sql, at) => {
  const whole = new Date(at.getTime() - (at.getTime() % 60_000))
  const quote = { symbol: 'SPY', price: 600, quotedAt: whole } as never
  const collected = { minute: whole, collectedAt: whole, reason: null, origin: 'scheduled' } as const
  await sql.begin((tx) => saveMinute(tx, collected, [quote], 'minute'))
}
const chain: Plant = (sql, at) => sql`
  with c as (
    insert into chains (underlying, quoted_at, known_at, spot, contracts, contracts_used, source, origin, analysis)
    values ('SPY', ${at}, ${at}, 600, 1, 1, 'options', 'scheduled', 'words') returning id)
  insert into chain_expirations (chain_id, expiration, strikes, call_bid, call_ask, call_iv, call_oi, call_volume, put_bid,
    put_ask, put_iv, put_oi, put_volume)
  select c.id, '2030-01-18', '{600}', '{1}', '{1}', '{1}', '{1}', '{1}', '{1}', '{1}', '{1}', '{1}', '{1}' from c`
const snapshot: Plant = (sql, at, name) => sql`
  with c as (
    insert into cycles (id, scheduled_for, expected, deadline, state, cutoff, origin, opened_at)
    values (${name}, ${at}, '{}', ${at}, 'computed', ${at}, 'scheduled', ${at}) returning id),
  s as (
    insert into signal_snapshots (cycle_id, run, as_of, rules_version, document, origin)
    select c.id, 1, ${at}, 'v', '{}', 'scheduled' from c returning cycle_id)
  insert into cycle_documents (cycle_id, run, key, document) select s.cycle_id, 1, 'gamma', '{}' from s`
const run = (kind: string): Plant => {
  return (sql, at, name) => sql`
    insert into source_runs (message_id, source, ok, degraded, run_at, duration_ms, requests, stored, origin)
    values (${`${kind}${name}`}, 'fred', 1, 0, ${at}, 1, 1, 1, 'scheduled')`
}
const message: Plant = async (sql, at, name) => {
  await sql`insert into outbox (message_id, envelope, created_at, sent_at, settled_at) values (${name}, '{}', ${at}, ${at}, ${at})`
  await sql`
    insert into inbox (message_id, stage, state, attempts, first_seen, updated_at)
    values (${name}, 'signals', 'done', 1, ${at}, ${at})`
}

/** One row of each table that loses rows by age. A test plants it once old and once new. */
const PLANTS: Record<Aged, Plant> = {
  account_snapshots: async (sql, at, name) => {
    const { id } = await openAccount(sql, 1_000 * DOLLAR)
    // Opening an account logs an event, which is not counted here.
    await sql`truncate events`
    await sql`
      insert into account_snapshots (account_id, epoch, slot, kind, at, taken_at, entries, cash_e4, positions, unmarked,
        positions_e4, equity_e4, marks)
      values (${id}, 1, ${name}, 'hourly', ${at}, ${at}, 1, 1, 0, 0, 0, 1, '[]')`
  },
  alert_evaluations: (sql, at, name) => sql`
    insert into alert_evaluations (cycle_id, run, as_of, rules_version, state, fired, cleared, held, origin)
    values (${name}, 1, ${at}, 'v', 'applied', 0, 0, '[]', 'scheduled')`,
  chain_expirations: chain,
  company_records: (sql, at, name) => sql`
    insert into company_records (ticker, kind, key, revision, day, known_at, row, source, origin)
    values ('AAPL', 'headline', ${name}, 1, ${at}, ${at}, '{}', 'headlines', 'scheduled')`,
  cycle_documents: async () => {},
  events: (sql, at, name) => sql`
    insert into events (id, key, kind, subject, severity, title, at, data, origin, recorded_at, prev_id, hash, document)
    values (${at.getTime()}, ${name}, 'alert', 's', 'info', 't', ${at}, '{}', 'scheduled', ${at}, 0, ${name}, '{}')`,
  flow_changes: flow,
  idempotency_keys: (sql, at, name) => sql`
    insert into idempotency_keys (scope, key_sha256, request, status, answer, sealed, created_at)
    values ('admin', sha256(${name}::text::bytea), sha256('r'), 200, '', false, ${at})`,
  inbox: message,
  member_bars: (sql, at) => sql`
    insert into member_bars (symbol, day, revision, close, known_at, source, origin)
    values ('AAPL', ${at}, 1, 100, ${at}, 'breadth', 'scheduled')`,
  minute_quotes: minute,
  minutes: async () => {},
  news_articles: (sql, at, name) => sql`
    insert into news_articles (key, link_key, vendor, publisher, headline, link, published_at, known_at, origin)
    values (${name}, ${name}, 'fed', 'Fed', 'words', 'https://example.test', ${at}, ${at}, 'scheduled')`,
  outbox: async () => {},
  quarantine: (sql, at, name) => sql`
    insert into quarantine (source, feed, message_id, reason, body, kept_at) values ('fred', 'f', ${name}, 'r', '', ${at})`,
  quotes: (sql, at) => sql`
    insert into quotes (symbol, quoted_at, known_at, price, source, origin)
    values ('SPY', ${at}, ${at}, 600, 'market', 'scheduled')`,
  redrive_requests: (sql, at) => sql`
    insert into redrive_requests (stage, requested_at, sent, done_at) values ('signals', ${at}, 1, ${at})`,
  short_volumes: (sql, at) => sql`
    insert into short_volumes (symbol, day, short, total, known_at, origin) values ('SPY', ${at}, 1, 2, ${at}, 'scheduled')`,
  signal_snapshots: snapshot,
  slots: (sql, at, name) => sql`
    insert into slots (key, kind, scheduled_for, state, decided_at, origin)
    values (${`cycle:${name}`}, 'cycle', ${at}, 'fired', ${at}, 'scheduled')`,
  source_runs: run('run'),
  webhook_deliveries: (sql, at) => sql`
    with w as (
      insert into webhooks (name, url, kinds, severities, secret, cursor_id)
      values ('w', 'https://example.test', '', '', 's', 0) returning id)
    insert into webhook_deliveries (webhook_id, event_id, state, created_at, ended_at)
    select w.id, 1, 'delivered', ${at}, ${at} from w`,
}

const counts = async () => {
  const found = new Map<string, number>()
  for (const table of Object.keys(KEPT_DAYS)) {
    const [row] = await db.sql<[{ count: number }]>`select count(*)::int as count from ${db.sql(table)}`
    found.set(table, row.count)
  }
  return Object.fromEntries(found)
}

test('each table that is bounded by age loses what is older and keeps what is not', async () => {
  for (const [table, days] of Object.entries(KEPT_DAYS)) {
    const plant = PLANTS[table as Aged]
    await plant(db.sql, daysAgo(days + MONTH_DAYS + 1), '2020-01-02T10:00')
    await plant(db.sql, daysAgo(days - 1), '2020-01-03T10:00')
  }
  const each = (count: number) => Object.fromEntries(Object.keys(KEPT_DAYS).map((table) => [table, count]))
  expect(await counts()).toEqual(each(2))
  await prune(db.sql, NOW, KEPT_DAYS.source_runs, BATCH)
  expect(await counts()).toEqual(each(1))
  await prune(db.sql, NOW, KEPT_DAYS.source_runs, BATCH)
  expect(await counts()).toEqual(each(1))
})

test('the audit misses no snapshot and no slot that retention has taken, and finds a newer one that is gone', async () => {
  const rules = async () => {
    const broken = await brokenRules(db.sql)
    return broken.filter((rule) => /computed-cycle-has-snapshot|fired-cycle-slot-has-cycle/.test(rule))
  }
  await db.sql`truncate cycles, slots cascade`
  for (const [name, days] of [
    ['2020-01-06T10:00', KEPT_DAYS.slots + 2],
    ['2020-01-07T10:00', 1],
  ] as const) {
    await PLANTS.signal_snapshots(db.sql, daysAgo(days), name)
    await PLANTS.slots(db.sql, daysAgo(days), name)
  }
  await prune(db.sql, NOW, KEPT_DAYS.source_runs, BATCH)
  expect(await db.sql`select 1 from signal_snapshots`).toHaveLength(1)
  expect(await rules()).toEqual([])
  await db.sql`delete from signal_snapshots`
  await db.sql`delete from slots`
  expect(await rules()).toHaveLength(2)
})

interface Line {
  tables: string[]
  bound: string
}

function documented(): Line[] {
  const text = readFileSync(`${REPOSITORY}/docs/operations.md`, 'utf8')
  const part = text.split('### What bounds each table')[1]!.split('\n## ')[0]!
  return part
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, tables, , bound]) => ({
      tables: [...tables!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
      bound: bound!,
    }))
}

test('the manual states for every table what limits its size', async () => {
  const lines = documented()
  const stored = (await tableSizes(db.sql)).map(({ table }) => table)
  expect(lines.flatMap(({ tables }) => tables).sort()).toEqual(stored.sort())
  const monthly = await db.sql<{ name: string }[]>`
    select c.relname as name from pg_class as c where c.relkind = 'p' and c.relnamespace = 'public'::regnamespace order by 1`
  const by = (word: string) => lines.filter(({ bound }) => bound.startsWith(word)).flatMap(({ tables }) => tables)
  expect(by('by month').sort()).toEqual(monthly.map(({ name }) => name))
  expect([...by('by month'), ...by('by age')].sort()).toEqual(Object.keys(KEPT_DAYS).sort())
  for (const { tables, bound } of lines) {
    const days = tables.map((table) => KEPT_DAYS[table as Aged] as number | undefined)
    for (const kept of days) if (kept !== undefined) expect(bound.replace(',', '')).toContain(`${kept} days`)
  }
})

/** The months of which these statements read something. */
const monthsOf = (plans: readonly RunPlan[]) =>
  new Set(plans.flatMap(({ tables }) => tables.filter((table) => /_\d{4}_\d{2}$/.test(table))))

const NEWEST = new Date(Date.UTC(2032, 1, 1, 12))
const SINCE = new Date(NEWEST.getTime() - KEPT_DAYS.flow_changes * DAY_MS)
const DAY_BEFORE = new Date(NEWEST.getTime() - DAY_MS)
const PAGE = { symbol: null, type: null, side: null, premiumMin: 0, since: SINCE, before: null, limit: 101 }
const RANGE = { symbol: 'SPY', from: DAY_BEFORE, upTo: NEWEST, knownBy: NEWEST, limit: 100 }

const RECENT_READS: Record<string, (sql: Pool) => Promise<unknown>> = {
  'the tape': (sql) => readFlowChanges(sql, { ...PAGE, isPrint: false }),
  'the tape of a symbol': (sql) => readFlowChanges(sql, { ...PAGE, symbol: 'SPY', isPrint: false }),
  'the next page': (sql) => readFlowChanges(sql, { ...PAGE, isPrint: false, before: { at: NEWEST, id: 1 } }),
  'the tape of prints, of which there are none': (sql) => readFlowChanges(sql, { ...PAGE, isPrint: true }),
  'the basis of the tape': (sql) => isTapeOfPrints(sql, PAGE),
  'the basis of the tape of a symbol': (sql) => isTapeOfPrints(sql, { ...PAGE, symbol: 'SPY' }),
  'the sums of prints': (sql) => readPrintSums(sql, 'SPY', SINCE),
  'the bars of a day': (sql) => quarterHoursKnown(sql, RANGE),
  'a minute': (sql) => readMinute(sql, NEWEST),
  'the facts of an AI read': (sql) => loadReadFacts(sql, { cutoff: NEWEST, rulesVersion: 'v', live: true }),
}
const MONTHS_MAX = 2

test('months are dropped whatever the partitions of other tables are called, however the server plans it', async () => {
  const [old, next] = [new Date('2029-03-15T12:00:00Z'), new Date('2029-05-01T00:00:00Z')]
  await db.sql`create table others (id integer) partition by list (id)`
  await db.sql`create table others_common partition of others default`
  await makeMonths(db.sql, 'flow_changes', [old])
  const dropped = await db.sql.begin(async (tx) => {
    // Now the server checks the date of a partition before it checks which table the partition belongs to.
    await tx`set local enable_nestloop = off`
    await tx`discard plans`
    return await turnMonths(tx, 'flow_changes', { now: next, keep: next })
  })
  await db.sql`drop table others`
  expect(dropped).toBeGreaterThanOrEqual(1)
  const left = await db.sql`select to_regclass('flow_changes_2029_03') as name`
  expect([...left]).toEqual([{ name: null }])
})

test('what the service reads of the newest rows touches at most two months, however the server plans it', async () => {
  const months = Array.from({ length: 14 }, (_, index) => new Date(Date.UTC(2031, index, 1, 12)))
  for (const at of months) {
    await saveFlowChanges(db.sql, plantFlow({ at, rows: 120 }))
    await minute(db.sql, at, '')
  }
  await db.sql`analyze flow_changes, minute_quotes, minutes`
  for (const [name, reads] of Object.entries(RECENT_READS)) {
    for (const generic of [false, true]) {
      const touched = monthsOf(await plansOf(db.sql, reads, { generic }))
      expect(touched.size, `${name}: ${[...touched]}`).toBeLessThanOrEqual(MONTHS_MAX)
      expect(touched.size, name).toBeGreaterThan(0)
    }
  }
})

test('a read without a bound is found to touch every month', async () => {
  const all = await plansOf(db.sql, (sql) => sql`select max(f.premium) from flow_changes as f`)
  expect(monthsOf(all).size).toBeGreaterThanOrEqual(14)
})
