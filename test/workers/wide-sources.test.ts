import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { FEW_MEMBERS } from '../../harness/few-members.ts'
import { trackedPick } from '../../harness/fixtures/tracked.ts'
import type { SourceId } from '../../shared/domain/market/source-id.ts'
import { fedFundFuturesAsKnown } from '../../shared/postgres/market/fed-fund-futures.ts'
import {
  memberBarsAsKnown,
  membersAsKnown,
  pruneMemberBars,
  saveMembers,
} from '../../shared/postgres/market/members.ts'
import { sectorBreadthAsKnown } from '../../shared/postgres/market/sector-breadth.ts'
import { addRecords } from '../../shared/postgres/screener/records.ts'
import { planRun } from '../../shared/postgres/screener/runs.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { recordRow } from '../../workers/screener/record-rows.ts'
import { type Asked, ingestWorld } from './support/ingest-world.ts'

/** Friday 2026-11-20, 17:15 ET. */
const EVENING = new Date('2026-11-20T22:15:00Z')
const DAY = tradingDay('2026-11-20')

let folder: string
const world = ingestWorld(EVENING, { members: FEW_MEMBERS })
const { fault, heal } = world

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'market-drop-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))
beforeEach(
  () =>
    world.sql`truncate inbox, outbox, source_runs, quarantine, observations, index_members, member_bars, sector_breadth, fed_fund_futures`,
)
afterEach(heal)

let slots = 0
/** Requests a source on a slot of its own, and returns its run. */
async function ask(source: SourceId, asked: Asked = {}) {
  expect((await world.ask(source, { slot: `slot-${++slots}`, ...asked })).outcome).toBe('done')
  const [run] = await world.sql<{ ok: number; error: string | null; requests: number; stored: number }[]>`
    select r.ok, r.error, r.requests, r.stored from source_runs as r order by r.id desc limit 1`
  return run!
}

const values = (series: string) => world.sql<{ day: string; value: number; revision: number; known: Date }[]>`
  select o.day::text, o.value, o.revision, o.known_at as known from observations as o
  where o.series = ${series} order by o.day, o.revision`

test('breadth: a first run fills past sessions, each known on its own evening; a second run stores nothing', async () => {
  expect(await ask('breadth')).toMatchObject({ ok: 1, error: null, requests: FEW_MEMBERS + 1 })
  const series = await values('pct_above_50dma')
  expect(series.length).toBeGreaterThanOrEqual(552)
  expect(series.at(-1)!.day).toBe(DAY)
  expect(series.at(-2)).toMatchObject({ day: '2026-11-19', known: new Date('2026-11-20T01:00:00Z') })
  for (const { value } of series) expect(value >= 0 && value <= 100).toBe(true)
  const range = { from: tradingDay('2026-11-01'), upTo: DAY }
  const known = await sectorBreadthAsKnown(world.sql, { ...range, knownBy: EVENING })
  expect(known!.breadth).toMatchObject({ day: DAY, members: FEW_MEMBERS })
  expect(known!.breadth.sectors).toHaveLength(11)
  expect((100 * known!.breadth.above50) / known!.breadth.counted50).toBeCloseTo(series.at(-1)!.value, 3)
  const before = await sectorBreadthAsKnown(world.sql, { ...range, knownBy: new Date('2026-11-20T20:00:00Z') })
  expect(before!.breadth.day).toBe('2026-11-19')

  expect(await membersAsKnown(world.sql, EVENING)).toHaveLength(FEW_MEMBERS)
  const bars = await memberBarsAsKnown(world.sql, { from: tradingDay('2020-01-01'), knownBy: EVENING })
  expect(bars).toHaveLength(FEW_MEMBERS)
  expect(bars[0]!.days[0]! >= '2025-08-20').toBe(true)
  expect(bars[0]!.days.at(-1)).toBe(DAY)
  expect(await ask('breadth')).toMatchObject({ ok: 1, stored: 0 })
  expect(await pruneMemberBars(world.sql, new Date('2025-10-01T00:00:00Z'), 1_000)).toBe(1_000)
})

test('breadth: members that fail are a gap with its count, and earlier days stay unchanged', async () => {
  await ask('breadth', { at: new Date('2026-11-19T22:15:00Z') })
  for (const symbol of ['AAPL', 'JPM', 'XOM'])
    await fault({ vendor: 'yahoo', path: `/chart/${symbol}`, mode: 'status', status: 404 })
  expect(await ask('breadth')).toMatchObject({ ok: 1, error: null })
  const known = await sectorBreadthAsKnown(world.sql, { from: DAY, upTo: DAY, knownBy: EVENING })
  expect(known!.breadth).toMatchObject({ members: FEW_MEMBERS, counted50: FEW_MEMBERS - 3 })
  expect((await values('pct_above_50dma')).every(({ revision }) => revision === 1)).toBe(true)
})

test('breadth: the run fails and stops fetching without nine tenths of the index', async () => {
  await fault({ vendor: 'yahoo', mode: 'status', status: 404 })
  const run = await ask('breadth')
  expect(run.ok).toBe(0)
  // Two members are fetched at a time, so the one fetched with the last allowed failure may fail too.
  const borne = Math.floor(FEW_MEMBERS / 10)
  const [first, second] = [borne + 1, borne + 2]
  expect(run.error).toMatch(
    new RegExp(
      `(${first}|${second}) of \\1 requests failed \\(${FEW_MEMBERS} were due\\): .* does not know the symbol`,
    ),
  )
  expect(run.requests).toBeLessThan(borne + 9)
  expect(await values('pct_above_50dma')).toEqual([])
})

test.each(['html', 'truncated', 'malformed'])('breadth: a %s list of members is a failed run', async (mode) => {
  await fault({ vendor: 'constituents', mode })
  expect(await ask('breadth')).toMatchObject({ ok: 0, stored: 0 })
  expect(await world.sql`select 1 from index_members`).toEqual([])
})

test('members: a member that leaves the index is gone from then on and stays in the past', async () => {
  const at = (hour: string) => new Date(`2026-11-20T${hour}:00Z`)
  const member = (symbol: string) => ({ symbol, sector: 'Energy', since: null }) as const
  await saveMembers(world.sql, [member('AAA'), member('BBB')], { at: at('10:00'), source: 'breadth' })
  await saveMembers(world.sql, [member('BBB'), member('CCC')], { at: at('12:00'), source: 'breadth' })
  await saveMembers(world.sql, [member('OLD')], { at: at('11:00'), source: 'breadth' })
  const symbols = async (hour: string) => (await membersAsKnown(world.sql, at(hour))).map(({ symbol }) => symbol)
  expect(await symbols('09:00')).toEqual([])
  expect(await symbols('11:30')).toEqual(['AAA', 'BBB'])
  expect(await symbols('12:00')).toEqual(['BBB', 'CCC'])
})

test('bars: stores adjusted closes of the funds and the dollar; a dividend revises the days before', async () => {
  expect(await ask('bars', { at: new Date('2026-10-30T21:00:00Z') })).toMatchObject({ ok: 1, requests: 28 })
  const first = await values('tlt_adjclose')
  expect(first.length).toBeGreaterThan(1_200)
  expect((await values('dxy_close')).length).toBeGreaterThan(1_200)
  expect(await ask('bars', { at: new Date('2026-11-02T22:00:00Z') })).toMatchObject({ ok: 1 })
  const second = await values('tlt_adjclose')
  const october = second.filter(({ day }) => day === '2026-10-29')
  expect(october.map(({ revision }) => revision)).toEqual([1, 2])
  expect(october[1]!.value).toBeLessThan(october[0]!.value)
  expect((await values('dxy_close')).every(({ revision }) => revision === 1)).toBe(true)
})

test('bars: a failing sector fund is a gap, a failing dollar fails the run', async () => {
  await fault({ vendor: 'yahoo', path: 'XLRE', mode: 'html' })
  expect(await ask('bars')).toMatchObject({ ok: 1 })
  await fault({ vendor: 'yahoo', path: 'DX-Y.NYB', mode: 'absurd' })
  expect((await ask('bars')).error).toContain('yahoo-dx-y-nyb-closes')
})

test('cot: history is known from each report’s Friday, newer reports from the fetch', async () => {
  expect(await ask('cot', { mode: 'history' })).toMatchObject({ ok: 1, requests: 1 })
  const series = await values('cot_es_noncommercial_net')
  expect(series.at(-1)).toMatchObject({ day: '2026-11-17', known: new Date('2026-11-20T20:30:00Z') })
  expect(series.length).toBeGreaterThan(1_000)
  await fault({ vendor: 'cftc', mode: 'absurd' })
  expect((await ask('cot')).error).toContain('is negative')
})

test('aaii: reads the simulator’s sheet, or the newest CSV of the drop folder if there is one', async () => {
  expect(await ask('aaii')).toMatchObject({ ok: 1, requests: 1 })
  expect((await values('aaii_bullish')).at(-1)!.day).toBe('2026-11-19')
  await world.sql`truncate observations`
  expect((await ask('aaii', { dropDir: folder })).error).toBe('aaii-sheet: the drop folder has no CSV')
  await writeFile(join(folder, 'sentiment.xls'), 'binary')
  expect((await ask('aaii', { dropDir: folder })).error).toContain('save its sheet as CSV')
  const sheet = (share: string) => `Date,Bullish,Neutral,Bearish\n11-12-26,${share}%,30.0%,30.0%\n`
  await writeFile(join(folder, 'b.csv'), sheet('41.0'))
  await writeFile(join(folder, 'a.CSV'), sheet('40.0'))
  await utimes(join(folder, 'b.csv'), new Date('2026-11-12'), new Date('2026-11-12'))
  expect(await ask('aaii', { dropDir: folder })).toMatchObject({ ok: 1, stored: 3 })
  expect(await values('aaii_bullish')).toMatchObject([{ day: '2026-11-12', value: 0.4 }])
  const gone = await ask('aaii', { dropDir: join(folder, 'nowhere') })
  expect(gone.error).toBe('aaii-sheet: the drop folder cannot be read')
})

test('fed funds: stores the price of each unexpired month, as known then', async () => {
  expect(await ask('fedfunds')).toMatchObject({ ok: 1, requests: 14 })
  const noon = new Date('2026-11-20T17:05:00Z')
  await ask('fedfunds', { at: noon })
  const known = await fedFundFuturesAsKnown(world.sql, EVENING)
  expect(known).toHaveLength(14)
  expect(known.map(({ month }) => month).slice(0, 3)).toEqual(['2026-11', '2026-12', '2027-01'])
  expect(known[0]!.knownAt).toEqual(EVENING)
  const [atNoon] = await fedFundFuturesAsKnown(world.sql, noon)
  expect(atNoon).toMatchObject({ month: '2026-11', knownAt: noon })
  expect(await fedFundFuturesAsKnown(world.sql, new Date('2027-03-01T17:00:00Z'))).toEqual([])
})

test('bars: a name that left the index is followed until its records have matured', async () => {
  const at = new Date('2026-11-19T22:30:00Z')
  const run = { id: '2026-11-19-pm', day: tradingDay('2026-11-19'), slot: 'pm' } as const
  const names = ['AAPL', 'JPM', 'XOM']
  const member = { symbol: 'JPM', sector: 'Financials', since: null } as const
  await saveMembers(world.sql, [member], { at, source: 'constituents' })
  await world.sql.begin(async (tx) => {
    await planRun(tx, { ...run, dueAt: at, startedAt: at, origin: 'scheduled', rulesVersion: 'a', batches: 1 })
    const records = names.map((ticker) => trackedPick({ id: ticker, ticker, contract: null }))
    await addRecords(
      tx,
      records.map((tracked) => recordRow(tracked, run.id, at)),
    )
  })
  await world.sql`update screener_records set entered_on = '2026-11-19', matured_on = '2026-11-20' where ticker = 'XOM'`
  expect(await ask('bars')).toMatchObject({ ok: 1, error: null })
  const stored = await world.sql<{ symbol: string; newest: string }[]>`
    select b.symbol, max(b.day)::text as newest from member_bars as b
    where b.symbol = any(${names}) group by b.symbol order by b.symbol`
  expect(stored).toEqual([{ symbol: 'AAPL', newest: DAY }])
  await world.sql`truncate screener_runs cascade`
})
