import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { PAGE_POLICY } from '../../api/http/page-policy.ts'
import { testDatabase } from '../../harness/database.ts'
import { SNAPSHOT_KEY } from '../../shared/postgres/signals/cycle-documents.ts'
import { dayWords } from '../../shared/time/eastern-words.ts'
import { testApi } from './support/api.ts'
import { seed, seedReport, seedSession } from './support/seed.ts'

const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)> {{7*7}} [x](javascript:alert(3)) "\'><b>'

let app: FastifyInstance
const db = testDatabase()
beforeAll(async () => {
  await seed(db.sql)
  await seedReport(
    db.sql,
    '2026-11-20T15:20:00Z',
    `# Report\n\n## Alerts ${HOSTILE}\n\n${HOSTILE}\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n`,
  )
  app = await testApi(db.url)
})

const page = async (url: string) => await app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } })

test.each(['/', '/tape', '/gamma', '/flow', '/screener', '/signals/vix', '/reports', '/read/2026-11-20/103000'])(
  '%s is a page under the policy of pages',
  async (url) => {
    const { statusCode, headers, body } = await page(url)
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-security-policy': PAGE_POLICY, 'x-content-type-options': 'nosniff' })
    expect(body).toMatch(/^<!doctype html>\n<html lang="en"/)
    expect(body).not.toMatch(/ style="|<style|<script>| on\w+="/)
    expect(body).not.toContain('undefined')
    expect(body).not.toContain('[object Object]')
  },
)

test('only the cockpit refreshes without a script', async () => {
  const refreshed = async (url: string) => (await page(url)).body.includes('<noscript><meta http-equiv="refresh"')
  expect(await refreshed('/tape')).toBe(true)
  for (const url of ['/', '/gamma', '/signals/vix', '/reports', '/trading', '/ops'])
    expect([url, await refreshed(url)]).toEqual([url, false])
})

test('a regime that is new today does not take over the spell of the one before', async () => {
  const { current } = (await app.inject('/api/v1/signals/regime-log')).json()
  const { regime } = (await app.inject('/api/v1/signals/latest')).json()
  expect(current.regime).toBe(regime)
  const { body } = await page('/')
  expect(body).toContain(`since ${dayWords(current.from)} or earlier, 3 closed sessions`)
  await db.sql`update read_models set body = replace(body, '"regime":"CAUTIOUS"', '"regime":"RISK-OFF"') where key = ${SNAPSHOT_KEY}`
  const changed = await (await testApi(db.url)).inject('/')
  expect(changed.body).toContain(
    `new today; before it CAUTIOUS since ${dayWords(current.from)} or earlier, 3 closed sessions`,
  )
  await db.sql`update read_models set body = replace(body, '"regime":"RISK-OFF"', '"regime":"CAUTIOUS"') where key = ${SNAPSHOT_KEY}`
})

test.each([
  { day: '2026-11-16', regime: 'PANIC', words: 'since 17 Nov 2026, 3 closed sessions' },
  { day: '2026-11-02', regime: 'PANIC', words: 'since 17 Nov 2026 or earlier, 3 closed sessions' },
] as const)('a spell begins where another regime was seen to end: $regime on $day', async ({ day, regime, words }) => {
  await seedSession(db.sql, day, { regime })
  expect((await (await testApi(db.url)).inject('/')).body).toContain(words)
  await db.sql`delete from signals_daily where trade_date = ${day}::text::date`
})

test('while history loads, a page shows no first day of a regime and marks what may still change', async () => {
  const load = (step: string, done: number) => db.sql`
    insert into backfill (step, done, total) values (${step}, ${done}, 10)
    on conflict (step) do update set done = excluded.done`
  const pages = async (...urls: string[]) => {
    const fresh = await testApi(db.url)
    return await Promise.all(urls.map(async (url) => (await fresh.inject(url)).body))
  }
  for (const step of ['history', 'members', 'chains']) await load(step, 10)
  await load('days', 3)
  const early = await pages('/', '/signals/vix', '/screener', '/flow')
  expect(early[0]).toContain('Its duration is available once the history is loaded.')
  expect(early[0]).not.toContain('closed session')
  expect(early[0]).toContain('History is still loading, so first days and percentiles may change.')
  const log = (await (await testApi(db.url)).inject('/api/v1/signals/regime-log')).json()
  expect(log.history_loading).toMatchObject({ step: 'daily rows', done: 3, total: 10 })
  const marked = early.map((body) => body.includes('<span class="chip warn">history is still loading</span>'))
  expect(marked).toEqual([true, true, true, false])
  for (const step of ['days', 'alerts', 'recompute']) await load(step, 10)
  const late = await pages('/', '/signals/vix', '/screener')
  expect(late[0]).toContain('3 closed sessions')
  expect((await (await testApi(db.url)).inject('/api/v1/signals/regime-log')).json().history_loading).toBeNull()
  expect(late.map((body) => body.includes('history is still loading</span>'))).toEqual([true, false, true])
  expect(late[0]?.match(/history is still loading<\/span>/g)).toHaveLength(1)
  await db.sql`delete from backfill`
})

test('a page and its route say the same', async () => {
  const signals = (await app.inject('/api/v1/signals/latest')).json()
  const { body } = await page('/')
  expect(body).toContain(`<title>The market is ${signals.regime}, health ${signals.health_score} of 100</title>`)
  expect(body).toContain(`<div class="score">${signals.health_score}<`)
})

test('a card without data gives the reason, and the others are shown', async () => {
  await db.sql`delete from read_models where key <> ${SNAPSHOT_KEY}`
  const fresh = await testApi(db.url)
  const { statusCode, body } = await fresh.inject('/tape')
  expect(statusCode).toBe(200)
  expect(body).toContain('<div class="score">57<')
  expect(body).toContain('No snapshot has been computed yet.')
  expect(body).toContain('<b class="warn">No data</b> on any signal.')
})

test('markup in a report is shown as written and never runs', async () => {
  const { statusCode, body } = await page('/read/2026-11-20/102000')
  expect(statusCode).toBe(200)
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(body).not.toMatch(/<script>|<img|href="javascript:|<b>"/)
  expect(body).toContain('{{7*7}}')
})

test.each([
  '/nothing',
  '/read/2026-11-20/000000',
  '/signals/nothing',
  '/signals/__proto__',
  '/read/2026-02-30/103000',
  '/reports/nothing.md',
])('%s is a page for a browser and JSON for a program', async (url) => {
  const asPage = await page(url)
  expect(asPage.statusCode).toBeGreaterThanOrEqual(400)
  expect(asPage.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': PAGE_POLICY,
  })
  expect(asPage.body).toContain('<a href="/">')
  const asJson = await app.inject({ url, headers: { accept: 'application/json' } })
  expect(asJson.statusCode).toBe(asPage.statusCode)
  expect(asJson.json().statusCode).toBe(asPage.statusCode)
})

test('a wrong parameter of a route is named to a browser too', async () => {
  const { statusCode, headers, body } = await page('/api/v1/reports?limit=0')
  expect([statusCode, headers['content-type']]).toEqual([400, 'application/json; charset=utf-8'])
  expect(JSON.parse(body).details.fields).toEqual(['limit'])
})

test('a table of a report can be scrolled by keyboard, and is named by its section', async () => {
  const { body } = await page('/read/2026-11-20/102000')
  expect(body).toMatch(/<div class="scroll" tabindex="0" role="group" aria-label="Table: Alerts [^"<>]+"><table>/)
  expect(body).toContain('</table></div>')
})

test('the page of a missing address repeats nothing of it', async () => {
  const { body } = await page(`/${encodeURIComponent('<script>alert(1)</script>')}`)
  expect(body).not.toContain('alert')
})

test('every file that a page loads is served, with its type', async () => {
  const { body } = await page('/')
  const files = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]!)
  expect(files).toEqual(expect.arrayContaining(['/assets/pages.css', '/assets/page.js', '/assets/icon.svg']))
  for (const file of [...files, '/assets/preview.png', '/favicon.ico']) {
    const { statusCode, headers } = await app.inject(file)
    expect([file, statusCode]).toEqual([file, 200])
    expect(String(headers['content-type'])).toMatch(/^(text\/(css|javascript)|image\/)/)
  }
})

test('the preview picture has an absolute address when PUBLIC_URL is set', async () => {
  const known = await testApi(db.url, { publicUrl: 'https://market.example/' })
  const { body } = await known.inject('/')
  expect(body).toContain('<meta property="og:image" content="https://market.example/assets/preview.png">')
  expect((await page('/')).body).not.toContain('og:image')
})

test('a title without a score states that, and gives no maximum', async () => {
  await db.sql`delete from read_models where key = ${SNAPSHOT_KEY}`
  const { body } = await (await testApi(db.url)).inject('/tape')
  expect(body).toContain('<title>Tape: no regime, no score</title>')
})
