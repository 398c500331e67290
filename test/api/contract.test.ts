import { parse } from 'csv-parse/sync'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { CSV_COLUMNS } from '../../api/signals/signals-csv.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { publicGets, testApi } from './support/api.ts'
import { NEWEST, seed, seedSession } from './support/seed.ts'
import { snapshot } from './support/snapshot.ts'

let app: FastifyInstance
const db = testDatabase()
beforeAll(async () => {
  await seed(db.sql)
  app = await testApi(db.url)
})

const get = async (url: string) => {
  const response = await app.inject(url)
  expect(response.statusCode, response.body).toBe(200)
  return response
}
const json = async (url: string) => (await get(url)).json()

describe('reports', () => {
  test('the list has days newest first, and their reports newest first', async () => {
    const body = await json('/api/v1/reports')
    expect(body).toMatchObject({ total_days: 2, offset: 0, limit: 7 })
    expect(body.days.map((day: { date: string }) => day.date)).toEqual(['2026-11-20', '2026-11-13'])
    expect(body.days[0]).toEqual({
      date: '2026-11-20',
      week: '2026-W47',
      reports: [
        { filename: NEWEST, time: '10:30:00', timestamp: '2026-11-20T10:30:00', week: '2026-W47' },
        { filename: 'report-20261120-101500.md', time: '10:15:00', timestamp: '2026-11-20T10:15:00', week: '2026-W47' },
      ],
    })
    expect(body).not.toHaveProperty('reason')
  })
  test('limit and offset of the list count days', async () => {
    const body = await json('/api/v1/reports?limit=1&offset=1')
    expect(body).toMatchObject({ total_days: 2, offset: 1, limit: 1 })
    expect(body.days.map((day: { date: string }) => day.date)).toEqual(['2026-11-13'])
    expect((await json('/api/v1/reports?offset=9')).reason).toMatch(/after the last day/)
  })
  test('the newest report and a report by name have the content', async () => {
    const latest = await json('/api/v1/reports/latest')
    expect(Object.keys(latest)).toEqual(['filename', 'date', 'time', 'timestamp', 'week', 'content'])
    expect(latest).toMatchObject({ filename: NEWEST, date: '2026-11-20', time: '10:30:00', week: '2026-W47' })
    expect(latest.content).toMatch(/^# Market report 2026-11-20 10:30:00/)
    expect(await json(`/api/v1/reports/${NEWEST}`)).toEqual(latest)
  })
  test('weeks are newest first with counts', async () => {
    expect(await json('/api/v1/weeks')).toEqual({
      weeks: [
        { week: '2026-W47', report_count: 2, day_count: 1 },
        { week: '2026-W46', report_count: 2, day_count: 1 },
      ],
    })
  })
  test('a week is grouped by day, and an empty week has a reason', async () => {
    const week = await json('/api/v1/reports/week/2026-W46')
    expect(week).toMatchObject({ week: '2026-W46', report_count: 2, day_count: 1 })
    expect(week.days[0].reports).toHaveLength(2)
    expect((await json('/api/v1/reports/week/2020-W01')).reason).toBe('this week has no report')
  })
  test('an unknown report is 404', async () => {
    const response = await app.inject('/api/v1/reports/report-20200101-000000.md')
    expect(response.statusCode).toBe(404)
    expect(response.json().code).toBe('not_found')
  })
})

describe('legacy', () => {
  test.each(['/report', '/current', `/reports/${NEWEST}`])('%s is Markdown as text', async (url) => {
    const response = await get(url)
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(response.headers['x-content-type-options']).toBe('nosniff')
    expect(response.body).toMatch(/^# Market report 2026-11-20 10:30:00 ET\n/)
  })
  test('/reports lists files as HTML and marks simulated data', async () => {
    const response = await get('/reports')
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['content-security-policy']).toContain("default-src 'none'")
    expect(response.body).toContain(`href="/reports/${NEWEST}"`)
    expect(response.body.match(/<li>/g)).toHaveLength(4)
    expect(response.body).toContain('SIMULATED')
  })
})

describe('signals', () => {
  test('latest serves the stored bytes, and after them the daily row’s score', async () => {
    const { body } = await get('/api/v1/signals/latest')
    expect(body.startsWith(`${JSON.stringify(snapshot()).slice(0, -1)},"score_basis":"cycle",`)).toBe(true)
  })
  test('the score comes from the snapshot and is dated by its session', async () => {
    const body = await json('/api/v1/signals/score')
    expect(body).toMatchObject({
      health_score: 57,
      timestamp: '2026-11-20',
      score_low: 55,
      score_high: 60,
      reason: null,
    })
    expect(body.components[0]).toMatchObject({ name: 'DIX', value: '44.1 %', points: 5, max: 8 })
  })
  test('history has the newest sessions, oldest first', async () => {
    const body = await json('/api/v1/signals/history?days=2')
    expect(body.days).toBe(2)
    expect(body.data.map((row: { trade_date: string }) => row.trade_date)).toEqual(['2026-11-18', '2026-11-19'])
    expect(body.data[0]).toMatchObject({
      regime: 'CAUTIOUS',
      health_score: 57,
      spy_close: 601.25,
      vix_close: 18.2,
      dix: 44.1,
      gex: -1234.5,
      hy_oas: 3.1,
    })
    expect((await json('/api/v1/signals/history')).days).toBe(30)
  })
  test('an independent reader finds every column of the export; formulas are text, negative numbers are numbers', async () => {
    const hostile = [
      "=cmd|'/c calc'!A1",
      '+1+1',
      '-2+3',
      '@SUM(1)',
      '\t=1',
      '"\r\n=1',
      'a,"b"',
      '＝1',
      'a\nb',
      'a\rb',
      '\n=1',
      '\r=1',
    ]
    for (const [index, text] of hostile.entries()) {
      await seedSession(db.sql, `2026-10-${String(index + 1).padStart(2, '0')}`, { regimeReason: text })
    }
    // A document is read again within a second, and at once after an announcement.
    const response = await eventually(
      async () => {
        const answer = await get('/api/v1/signals/export?format=csv')
        expect(answer.body).toContain('2026-10-12')
        return answer
      },
      { within: 10_000 },
    )
    expect(response.headers.etag).toMatch(/^"/)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toBe('attachment; filename="signals-daily.csv"')
    // For a strict reader, any CR or LF outside quotes ends a row.
    const [header, ...rows] = parse(response.body, { record_delimiter: ['\r\n', '\n', '\r'] }) as string[][]
    expect(header).toEqual([...CSV_COLUMNS])
    expect(rows).toHaveLength(hostile.length + 3)
    const columns = (await db.sql`
      select c.column_name as name from information_schema.columns as c
      where c.table_name = 'signals_daily' and c.column_name <> 'traceparent' limit 100`) as {
      name: string
    }[]
    // A database holds one world, whose scenario is no column of each row.
    expect([...columns.map((column) => column.name), 'scenario'].sort()).toEqual([...CSV_COLUMNS].sort())
    const reasons = rows.map((row) => row[CSV_COLUMNS.indexOf('regime_reason')] ?? '')
    for (const [index, text] of hostile.entries()) {
      const guarded = /^[=+\-@\t\r\n＝]/.test(text) ? `'${text}` : text
      expect(reasons[index]).toBe(guarded)
    }
    expect(rows.every((row) => row[CSV_COLUMNS.indexOf('gex')] === '-1234.5')).toBe(true)
  })
})

test('the 53rd week of a long year exists', async () => {
  for (const week of ['2026-W53', '2020-W53', '1000-W01', '9999-W52'])
    expect((await json(`/api/v1/reports/week/${week}`)).week).toBe(week)
})

test('every instant in served JSON and CSV has its Eastern offset', async () => {
  for (const url of publicGets(app)) {
    if (url === '/openapi.json') continue
    const { body } = await get(url)
    expect(body, url).not.toMatch(/\d\d:\d\d(\.\d+)?Z/)
  }
  const { data } = await json('/api/v1/signals/history')
  const instants = new Map(data.map((row: { trade_date: string; as_of: string }) => [row.trade_date, row.as_of]))
  expect(instants.get('2026-11-17')).toBe('2026-11-17T18:59:00-05:00')
  expect((await get('/api/v1/signals/export')).body).toContain(',2026-11-17T18:59:00-05:00,')
})

test('the landing page names the service and its data mode, and every link on it works', async () => {
  const page = await get('/')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toBe((await get('/reports')).headers['content-security-policy'])
  expect(page.body).toContain('<h1>The market is CAUTIOUS, health 57 of 100</h1>')
  expect(page.body).toContain('SIMULATED')
  const links = [...page.body.matchAll(/href="(\/[^"]*)"/g)].map((match) => match[1]!)
  expect(links).toEqual(expect.arrayContaining(['/tape', '/reports', '/docs', '/llms.txt', '/api/v1/status']))
  for (const link of new Set(links)) await get(link)
})

describe('operations', () => {
  test('health', async () => expect((await get('/health')).body).toBe('{"status":"ok"}'))

  test('status has the fields of the contract and the percentage of healthy runs', async () => {
    const body = await json('/api/v1/status')
    expect(body).toMatchObject({
      status: 'degraded',
      level: 'yellow',
      issues: [],
      report_count: 4,
      latest_report: NEWEST,
      brokerage: { status: 'not_configured' },
      sources_healthy_pct_7d: 90,
      total_source_runs_7d: 20,
      degraded_runs_7d: 1,
      source_failures_7d: {
        fred: 2,
        market: 0,
        options: 0,
        darkpool: 0,
        bars: 0,
        breadth: 0,
        cot: 0,
        aaii: 0,
        fedfunds: 0,
        news: 0,
      },
      trading_client: { initialized: false, alarm: false, instance_id: 'test' },
      data_mode: 'simulated',
      service_time: '2026-11-20T10:31:00-05:00',
      dead_letters: 0,
      missed_slots_24h: 0,
    })
    expect(body.warnings).toEqual(expect.arrayContaining([expect.stringContaining('90 %')]))
  })
  test('source-health covers the Eastern day, and its errors contain no keys', async () => {
    const body = await json('/api/v1/source-health')
    expect(body.date).toBe('2026-11-20')
    const fred = body.sources.find((source: { source: string }) => source.source === 'fred')
    expect(fred).toMatchObject({
      state: 'ok',
      requests_today: 40,
      runs_today: 20,
      failures_today: 2,
      degraded_today: 1,
    })
    expect(fred).toMatchObject({ last_run_at: '2026-11-20T10:30:00-05:00', age_seconds: 60, daily_cap: null })
    const [row] = await db.sql`select sr.error from source_runs as sr where sr.ok = 0 limit 1`
    expect(row?.error).toBe('timeout of https://vendor.example/x?api_key=[redacted]')
    const idle = { terms: 'none', used_today: 0 }
    expect(body.vendors).toContainEqual({ ...idle, vendor: 'cboe', requests_per_minute: 36, remaining: 36 })
    expect(body.vendors).toContainEqual({ ...idle, vendor: 'yahoo', requests_per_minute: 22, remaining: 8 })
  })
})

describe('a name that the service does not have', () => {
  test.each([
    '/api/v1/reports/report-20200101-000000.md',
    '/reports/report-20200101-000000.md',
    '/api/v1/company/ZZZZ',
    '/api/v1/company/ZZZZ/options',
    '/api/v1/signals/revisions/zzzz',
    '/api/v1/lineage?event=999999999',
  ])('is 404 at %s, with a fix that names the routes that list such names', async (url) => {
    const response = await app.inject(url)
    expect(response.statusCode, response.body).toBe(404)
    const { fix } = response.json()
    const listed = [...fix.matchAll(/GET (\/api\/v1\/[a-z/-]+)/g)].map(([, path]) => path)
    expect(listed, fix).not.toEqual([])
    expect(listed.filter((path: string) => !app.hasRoute({ method: 'GET', url: path }))).toEqual([])
  })
})
