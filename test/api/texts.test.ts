import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { ERROR_CATALOGUE } from '../../api/error-catalogue.ts'
import { CACHE_CONTROL } from '../../api/http/cache-control.ts'
import { testDatabase } from '../../harness/database.ts'
import { testApi } from './support/api.ts'
import { seed } from './support/seed.ts'

const TEXTS = { '/llms.txt': 'llms.md', '/agents.md': 'agents.md', '/refusals.md': 'refusals.md' }

const db = testDatabase()
let app: FastifyInstance
beforeAll(async () => {
  await seed(db.sql)
  app = await testApi(db.url)
})

test.each(Object.entries(TEXTS))('%s is the document docs/%s, revalidated by its tag', async (url, file) => {
  const answer = await app.inject(url)
  expect(answer.body).toBe(readFileSync(new URL(`../../docs/${file}`, import.meta.url), 'utf8'))
  expect(answer.headers['content-type']).toMatch(/^text\/(plain|markdown); charset=utf-8$/)
  expect(answer.headers['cache-control']).toBe(CACHE_CONTROL.version)
  const again = await app.inject({ url, headers: { 'if-none-match': String(answer.headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('every link of the overview is answered', async () => {
  const { body } = await app.inject('/llms.txt')
  const links = [...body.matchAll(/\]\((\/[^)]*)\)/g)].map(([, link]) => link!)
  expect(links.length).toBeGreaterThan(8)
  for (const link of links) expect([200, 302], link).toContain((await app.inject(link)).statusCode)
})

test('the list of refusals has every code', async () => {
  const { body } = await app.inject('/refusals.md')
  for (const code of Object.keys(ERROR_CATALOGUE)) expect(body).toContain(`| \`${code}\` |`)
})

test('the search finds funds by symbol or name, bounded, and reports when nothing matches', async () => {
  const search = async (query: string) => (await app.inject(`/api/v1/tickers/search?${query}`)).json()
  const found = await search('q=spy&limit=1')
  expect(found).toMatchObject({ query: 'SPY', tickers: [{ symbol: 'SPY', kind: 'etf' }] })
  const many = await search('q=s&limit=2')
  expect(many.tickers).toHaveLength(2)
  expect(many.count).toBeGreaterThan(2)
  const none = await search('q=qqqqqq')
  expect(none).toMatchObject({ count: 0, tickers: [] })
  expect(none.reason).toBeTruthy()
  for (const query of ['', 'q=', 'q=%20', `q=${'a'.repeat(41)}`, 'q=a&q=b'])
    expect((await search(query)).details, query).toEqual({ fields: ['q'] })
})

test('the search is revalidated by its tag, and one text in other letters is one document', async () => {
  const first = await app.inject('/api/v1/tickers/search?q=spy')
  const second = await app.inject('/api/v1/tickers/search?q=%20SPY')
  expect(second.headers.etag).toBe(first.headers.etag)
  const headers = { 'if-none-match': String(first.headers.etag) }
  expect((await app.inject({ url: '/api/v1/tickers/search?q=spy', headers })).statusCode).toBe(304)
})
