import { expect, test } from 'vitest'
import { barsOf, companyPart, flowPart, type Panel } from './company-parts.ts'
import type { Document, ServiceRequest, ToolRefusal } from './service-call.ts'

const answering = (document: Document) => async () => ({
  status: 200,
  text: JSON.stringify(document),
  retryAfterSeconds: null,
})

test('members for auditors are left out of a panel, also in its lists, and a figure keeps its filing alone', async () => {
  const document = {
    symbol: 'AAPL',
    rule_version: 3,
    inputs: { a: 1 },
    rows: [{ day: '2026-11-20', retention_days: 30, values: [1, [{ schema_version: 2, value: 7 }]] }],
    revenue: { value: 5, accession: '0001-26-1', tag: 'Revenues', method: 'sum' },
    method: 'a document without a filing keeps this',
  }
  expect(await companyPart(answering(document), 'AAPL', 'fundamentals')).toEqual({
    symbol: 'AAPL',
    rows: [{ day: '2026-11-20', values: [1, [{ value: 7 }]] }],
    revenue: { value: 5, accession: '0001-26-1' },
    method: 'a document without a filing keeps this',
  })
})

/** The request that a tool sends to the routes. */
async function requestOf(
  run: (call: (request: ServiceRequest) => ReturnType<ReturnType<typeof answering>>) => unknown,
) {
  const requests: ServiceRequest[] = []
  await run((request) => {
    requests.push(request)
    return answering({})()
  })
  expect(requests).toHaveLength(1)
  return `${requests[0]!.method} ${requests[0]!.url}`
}
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: ToolRefusal) => ({ message: error.body.message, ...(error.body.details as Document) }),
  )

test.each<[Panel | undefined, string]>([
  [undefined, '/api/v1/company/BRK%2FB'],
  ['profile', '/api/v1/company/BRK%2FB'],
  ['price', '/api/v1/company/BRK%2FB/price'],
  ['options', '/api/v1/company/BRK%2FB/options?history_limit=10'],
  ['estimates', '/api/v1/company/BRK%2FB/estimates?history_limit=10'],
  ['analogs', '/api/v1/company/BRK%2FB/analogs'],
])('panel %s of a company is read at %s', async (panel, url) => {
  expect(await requestOf((call) => companyPart(call, 'BRK/B', panel))).toBe(`GET ${url}`)
})

test.each<[Panel | undefined, string]>([
  [undefined, '/api/v1/flow/symbol/BRK%2FB'],
  ['focus', '/api/v1/flow/focus/BRK%2FB'],
  ['zdte', '/api/v1/flow/zdte/BRK%2FB'],
  ['tape', '/api/v1/flow/tape?symbol=BRK%2FB&limit=10'],
])('panel %s of the flow is read at %s', async (panel, url) => {
  expect(await requestOf((call) => flowPart(call, 'BRK/B', panel))).toBe(`GET ${url}`)
})

test('a panel of the other section is refused with those of this one', async () => {
  expect(await refusalOf(companyPart(answering({}), 'AAPL', 'tape'))).toMatchObject({
    message: expect.stringMatching(/^panel: section company has profile, price, .*analogs$/),
    fields: ['panel'],
    known: expect.arrayContaining(['profile', 'analogs']),
  })
  expect(await refusalOf(flowPart(answering({}), 'AAPL', 'price'))).toEqual({
    message: 'panel: section flow has symbol, focus, tape, zdte',
    fields: ['panel'],
    known: ['symbol', 'focus', 'tape', 'zdte'],
  })
})

test('a company without a symbol is refused before any request', async () => {
  expect(await refusalOf(companyPart(answering({}), undefined))).toEqual({
    message: 'symbol: section company is about one company',
    fields: ['symbol'],
    known: [],
  })
})

test('bars are asked for a year and turned, newest first', async () => {
  expect(await requestOf((call) => barsOf(call, 'SPY', '1d'))).toBe(
    'GET /api/v1/trading/bars/SPY?timeframe=1d&limit=260',
  )
  expect(await barsOf(answering({ symbol: 'SPY', bars: [{ at: 1 }, { at: 2 }] }), 'SPY', '1d')).toEqual({
    symbol: 'SPY',
    bars: [{ at: 2 }, { at: 1 }],
  })
  expect(await barsOf(answering({ bars: null }), 'SPY', '1d')).toEqual({ bars: [] })
})

test('a symbol without panels is refused with the companies that have them', async () => {
  const call = async ({ url }: ServiceRequest) =>
    url === '/api/v1/company/watchlist'
      ? { status: 200, text: '{"companies":[{"ticker":"AAPL"},{"ticker":"KO"},null]}', retryAfterSeconds: null }
      : { status: 404, text: '{"statusCode":404,"code":"not_found","message":"No."}', retryAfterSeconds: null }
  const refusal = await companyPart(call, 'ZTS', 'gamma').catch((error: ToolRefusal) => error.body)
  expect(refusal).toMatchObject({
    code: 'not_found',
    fix: expect.stringContaining('details.known'),
    details: { known: ['AAPL', 'KO'] },
  })
  const busy = async () => ({ status: 503, text: '{"code":"unavailable"}', retryAfterSeconds: null })
  expect(await companyPart(busy, 'ZTS').catch((error: ToolRefusal) => error.body)).toEqual({ code: 'unavailable' })
})
