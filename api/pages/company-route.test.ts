import { expect, it } from 'vitest'
import { pageOf } from '../../harness/page-of.ts'
import { textOf } from '../../harness/text-of.ts'
import { readExample } from '../openapi/read-example.ts'
import { companyPage } from './company-route.ts'

const PANELS = ['price', 'options', 'gamma', 'earnings', 'fundamentals', 'ownership', 'sentiment', 'analogs']
const example = (name: string) => readExample<object>(import.meta.url, `../company/${name}-example.json`)
const path = (panel: string) => `/api/v1/company/:ticker/${panel}`

const drawn = (profile: object | null = {}, gamma: object = {}): Promise<string> =>
  pageOf(companyPage, {
    params: { ticker: 'AAPL' },
    documents: {
      ...Object.fromEntries(PANELS.map((panel) => [path(panel), example(panel)])),
      '/api/v1/company/:ticker': profile && { ...example('profile'), ...profile },
      [path('gamma')]: { ...example('gamma'), ...gamma },
    },
  })

it('the page is headed by the name, the sector and the close of the company', async () => {
  const about = {
    name: 'Apple',
    sector: 'Technology',
    industry: 'Hardware',
    exchange: 'Nasdaq',
    close: 456.44,
    change: 0.004,
  }
  const html = await drawn(about)
  expect(html).toContain('<title>AAPL, 456.44 (+0.4 %)</title>')
  expect(textOf(html)).toContain('Apple AAPL Technology · Hardware · Nasdaq Price')
  expect(textOf(await drawn({ ...about, industry: 'Technology', exchange: null }))).toContain(
    'Apple AAPL Technology Price',
  )
  const bare = await drawn({ ...about, name: null, close: null })
  expect(bare).toContain('<title>AAPL</title>')
  expect(bare).toContain('content="AAPL: price, options')
  expect(textOf(bare)).toContain('API The database cannot be reached. AAPL Technology ·')
  expect(textOf(await drawn(null))).toContain('API The database cannot be reached. AAPL Price')
})

it.each([
  ['drawn', { call_wall: 100, put_wall: 90, zero_gamma: 95.123 }, 'Call wall 100 Put wall 90 Zero gamma 95.12 Mood'],
  [
    'none',
    { call_wall: null, put_wall: null, zero_gamma: null, reasons: {} },
    'Call wall none Put wall none Zero gamma None. Mood',
  ],
  [
    'beyond the strikes',
    { call_wall: 900, put_wall: 1, zero_gamma: null, reasons: { zero_gamma: 'all is above zero' } },
    'Call wall 900, further from the price than the strikes drawn Put wall 1, further from the price than the strikes drawn Zero gamma All is above zero. Mood',
  ],
])('the levels of its gamma are told: %s', async (_name, levels, words) => {
  const profile = [80, 90, 100].map((strike) => ({ strike, exposure: strike }))
  const gamma = { spot: 95, day: '2026-11-23', profile, reason: null, ...levels }
  expect(textOf(await drawn({}, gamma))).toContain(
    `Net exposure of dealers at the chain of 23 Nov 2026, in dollars per 1 % move; to the left they amplify, to the right they dampen. ${words}`,
  )
})

it('without a chain its gamma has a reason', async () => {
  expect(textOf(await drawn({}, { spot: null, reasons: {} }))).toContain('No chain is known.')
  expect(textOf(await drawn({}, { spot: null, reasons: { spot: 'it is not pinned' } }))).toContain('It is not pinned.')
  expect(textOf(await drawn({}, { spot: 95, day: null, profile: [] }))).toContain('Net exposure of dealers, in dollars')
})
