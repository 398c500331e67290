import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { FAULTS, type FaultProxy, faultProxy } from '../../harness/fault-proxy.ts'
import { FLOW_VENDOR_NAMES } from '../../shared/flow-vendor/names.ts'
import { saveNews } from '../../shared/postgres/market/news.ts'
import { saveSourceRun } from '../../shared/postgres/market/source-runs.ts'
import { INTERNAL, publicGets, testApi, withQuery } from './support/api.ts'
import { NOW, seed, seedReport, seedSession } from './support/seed.ts'
import { seedCycle } from './support/seed-cycle.ts'
import { snapshot } from './support/snapshot.ts'

const [NAME] = FLOW_VENDOR_NAMES as [string]
const CYRILLIC: Record<string, string> = { a: 'а', e: 'е', s: 'ѕ', h: 'һ' }
/** The name in several disguises, so that no single folding can pass the test. */
const CANARY = [
  NAME,
  NAME.toUpperCase(),
  NAME.replace(' ', '-'),
  [...NAME.replace(' ', '')].join('.'),
  [...NAME.replace(' ', '')].join('\u200b'),
  [...NAME.replace(' ', '')].map((letter) => String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)).join(''),
  [...NAME].map((letter) => CYRILLIC[letter] ?? letter).join(''),
  `https://api.${NAME.replace(' ', '')}.com/socket?token=sesame`,
].join(' | ')

/** Recognises the name as a reader would, without the product's own folding. */
function isNamed(text: string): boolean {
  const latin: Record<string, string> = { а: 'a', е: 'e', ѕ: 's', һ: 'h' }
  const read = text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(/[аеѕһ]/g, (letter) => latin[letter]!)
    .replace(/\\[nrt]|%[0-9a-f]{2}/gi, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  return FLOW_VENDOR_NAMES.some((name) => read.includes(name.replace(' ', '')))
}

const db = testDatabase()
let proxy: FaultProxy
beforeAll(async () => {
  await seed(db.sql)
  proxy = await faultProxy(db.url)
  await plant()
})
afterAll(async () => {
  await proxy.close()
})

/** Plants the name through the product's own inputs, and in stored rows as an older version left them. */
async function plant(): Promise<void> {
  const { sql } = db
  await saveSourceRun(sql, {
    messageId: 'ingest:planted#1',
    source: 'market',
    ok: 0,
    degraded: 0,
    error: `${'x'.repeat(490)} ${CANARY}`,
    runAt: new Date(NOW.getTime() - 1_000),
    durationMs: 1,
    requests: 1,
    stored: 0,
    origin: 'scheduled',
  })
  await sql`update source_runs as r set error = ${CANARY}, ok = 0, degraded = 0 where r.source = 'fred'`
  await sql.begin((tx) =>
    saveNews(
      tx,
      [
        {
          vendor: 'google_news',
          guid: '1',
          headline: `Big bets, says ${CANARY}`,
          link: 'https://example.com/1',
          publisher: NAME,
          publishedAt: null,
        },
        {
          vendor: 'google_news',
          guid: '2',
          headline: 'A link',
          link: `https://${NAME.replace(' ', '')}.com/news`,
          publisher: 'A',
          publishedAt: null,
        },
      ],
      { at: NOW, origin: 'scheduled' },
    ),
  )
  await sql`
    insert into events (key, kind, subject, severity, title, at, data, origin)
    values ('news:planted', 'news', 'google_news', 'info', ${CANARY}, ${NOW},
      ${sql.json({ headline: CANARY, [NAME]: { [NAME]: CANARY } })}, 'scheduled')`
  const poisoned = {
    regime_reason: CANARY,
    data_quality: { missing: [{ source: NAME, reason: CANARY }], degraded: [NAME], stale: [] },
  }
  await seedCycle(sql, '2026-11-20T15:30:00Z', poisoned)
  await sql`
    update read_models as m set body = ${JSON.stringify(snapshot({ ...poisoned, as_of: '2026-11-20T10:31:00-05:00' }))}
    where m.key = 'signals/latest'`
  await seedReport(sql, '2026-11-20T15:31:00Z', `# Market report\n\n${CANARY}\n`)
  await seedSession(sql, '2026-11-16', { regimeReason: CANARY })
  const evidence = { value: 1, unit: NAME, threshold: 1, clears_at: 0, change: null, change_sessions: null }
  await sql`
    insert into alerts (alert_id, episode, severity, message, fired_at, evidence, origin)
    values ('VIX_PANIC', 'planted', 'critical', ${CANARY}, ${NOW}, ${sql.json({
      ...evidence,
      observed_at: '2026-11-20T09:45:00-05:00',
      inputs: [],
      rules_version: '1',
    })}, 'scheduled')`
  await sql`
    insert into quotes (symbol, quoted_at, known_at, price, source, origin)
    values ('SPY', ${NOW}, ${NOW}, 600, ${NAME}, 'scheduled')`
}

/** Every GET route, and URLs into which a visitor wrote the name. */
function crawledUrls(app: FastifyInstance): string[] {
  const name = encodeURIComponent(NAME)
  const internal = app.inventory.items
    .filter(({ method, class: wanted, path }) => method === 'GET' && wanted !== 'public' && !path.includes(':'))
    .map(({ path }) => path)
  const gets = publicGets(app)
  return [
    ...gets,
    ...internal,
    ...gets.map((url) => withQuery(url, `days=${name}&symbol=${name}&${name}=1`)),
    `/${name}`,
    `/api/v1/${name}?a=${name}`,
    '/openapi.json',
    '/docs',
  ]
}

async function crawl(app: FastifyInstance): Promise<number> {
  let answers = 0
  for (const url of crawledUrls(app)) {
    for (const headers of [{ authorization: `Bearer ${INTERNAL}` }, { authorization: `Bearer ${NAME}` }]) {
      const response = await app.inject({ url, headers })
      expect(isNamed(response.body), `${url}: ${response.body.slice(0, 2_000)}`).toBe(false)
      expect(isNamed(JSON.stringify(response.headers)), url).toBe(false)
      answers++
    }
  }
  return answers
}

test('text from outside is scrubbed before it is cut to length', async () => {
  const [run] = await db.sql<{ error: string }[]>`
    select r.error from source_runs as r where r.message_id = 'ingest:planted#1'`
  expect(run!.error).toHaveLength(500)
  expect(run!.error).not.toContain(NAME.slice(0, 3))
  const articles = await db.sql`select n.headline, n.publisher, n.link from news_articles as n`
  expect(articles).toHaveLength(1)
  expect(isNamed(JSON.stringify(articles))).toBe(false)
})

test('no route names the flow vendor, whatever the rows contain', async () => {
  expect(isNamed(CANARY)).toBe(true)
  const app = await testApi(db.url)
  await eventually(async () => expect((await app.inject('/api/v1/reports')).json().total_days).toBeGreaterThan(1))
  expect(await crawl(app)).toBeGreaterThan(60)
  // The planted rows are really served.
  const health = (await app.inject('/api/v1/source-health')).json()
  expect(health.sources.find(({ source }: { source: string }) => source === 'fred').last_error).toContain('vendor')
  expect((await app.inject('/report')).body).toContain('vendor')
  expect((await app.inject('/api/v1/signals/latest')).json().data_quality.missing).toHaveLength(1)
  expect((await app.inject('/api/v1/signals/export')).body).toContain('the options-flow vendor')
})

test('no answer of a tool names the flow vendor', async () => {
  const app = await testApi(db.url)
  const send = async (body: object) =>
    await app.inject({
      method: 'POST',
      url: '/mcp',
      payload: { jsonrpc: '2.0', id: 1, ...body },
      headers: { accept: 'application/json, text/event-stream' },
    })
  const sections = ['summary', 'components', 'data_quality', 'verdict', 'picks', 'company', 'flow']
  const calls = [
    ...sections.map((section) => ['get_market_state', { section, symbol: 'SPY', max_bytes: 60_000 }] as const),
    ...['tape', 'focus', NAME].map((panel) => ['get_market_state', { section: 'flow', panel }] as const),
    ...['list_alerts', 'get_pulse', 'read_report', NAME].map((name) => [name, {}] as const),
    ['get_quotes', { symbols: [NAME], bars: '1d' }] as const,
    ['find_symbols', { text: NAME }] as const,
  ]
  const answers = [await send({ method: 'tools/list' })]
  for (const [name, given] of calls)
    answers.push(await send({ method: 'tools/call', params: { name, arguments: given } }))
  for (const { body, headers } of answers) {
    expect(isNamed(body), body.slice(0, 2_000)).toBe(false)
    expect(isNamed(JSON.stringify(headers))).toBe(false)
  }
  // The planted rows are really among the answers.
  expect(answers.some(({ body }) => body.includes('the options-flow vendor'))).toBe(true)
})

test.each(FAULTS)(
  'no route names the flow vendor while Postgres is behind %s, on a fresh or a warm replica',
  async (fault) => {
    proxy.inject('none')
    const warm = await testApi(proxy.url)
    await eventually(async () => expect((await warm.inject('/api/v1/reports')).headers['x-reason']).toBeUndefined())
    const fresh = await testApi(proxy.url)
    proxy.inject(fault)
    await crawl(fresh)
    await crawl(warm)
  },
)
