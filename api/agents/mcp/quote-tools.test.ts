import { expect, test } from 'vitest'
import { quoteTools } from './quote-tools.ts'
import type { Document, ServiceRequest } from './service-call.ts'

test('the tool that can wait names the token that it needs for that', () => {
  const { description } = quoteTools.find(({ name }) => name === 'get_market_hours')!
  // Waiting is stored for the account, so a token of scope read is refused.
  expect(description).toContain('With wait_for (needs an agent token of scope trade)')
})

/** Runs a tool on answers of the routes, one after the other; returns its answer and the requests that it made. */
async function runTool(name: string, input: Document, ...answers: readonly Document[]) {
  const tool = quoteTools.find((each) => each.name === name)!
  const asked: string[] = []
  const call = async ({ method, url, body }: ServiceRequest) => {
    asked.push(`${method} ${url}${body ? ` ${JSON.stringify(body)}` : ''}`)
    return { status: 200, text: JSON.stringify(answers[asked.length - 1] ?? {}), retryAfterSeconds: null }
  }
  return { answer: await tool.run(call, tool.input.parse(input) as Document), asked }
}
const refuses = (name: string, input: object) =>
  !quoteTools.find((each) => each.name === name)!.input.safeParse(input).success

test('hours are read, or waited for after the last time that was seen', async () => {
  const askedFor = async (input: Document) => (await runTool('get_market_hours', input)).asked
  expect(await askedFor({})).toEqual(['GET /api/v1/trading/market/status'])
  expect(await askedFor({ wait_for: 'open' })).toEqual(['POST /api/v1/trading/wake {"next":"open"}'])
  expect(await askedFor({ wait_for: 'event', after: 't' })).toEqual([
    'POST /api/v1/trading/wake {"next":"event","after":"t"}',
  ])
})

test('a search has a trimmed text, ten results unless asked otherwise, and fifty at most', async () => {
  expect((await runTool('find_symbols', { text: ' micro ' })).asked).toEqual([
    'GET /api/v1/tickers/search?q=micro&limit=10',
  ])
  expect([0, 1, 50, 51].map((limit) => refuses('find_symbols', { text: 'a', limit }))).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(refuses('find_symbols', { text: '  ' })).toBe(true)
})

test('quotes have the members that a trade needs, and the caveats of the answer', async () => {
  const quote = { symbol: 'SPY', price: 690, ask: 690.1, delayed: false, internal: 1 }
  const { answer, asked } = await runTool(
    'get_quotes',
    { symbols: ['SPY', 'AAPL'] },
    { count: 1, stale: true, quotes: [quote] },
  )
  expect(asked).toEqual(['GET /api/v1/trading/quotes?symbols=SPY%2CAAPL'])
  expect(answer).toEqual({
    count: 1,
    stale: true,
    quotes: [{ symbol: 'SPY', price: 690, ask: 690.1, delayed: false }],
  })
  expect(refuses('get_quotes', { symbols: [] })).toBe(true)
  expect([10, 11].map((n) => refuses('get_quotes', { symbols: Array(n).fill('SPY') }))).toEqual([false, true])
})

test('bars are those of the first symbol', async () => {
  expect((await runTool('get_quotes', { symbols: ['SPY', 'AAPL'], bars: '1d' })).asked).toEqual([
    'GET /api/v1/trading/bars/SPY?timeframe=1d&limit=260',
  ])
})

test('a chain has the contracts nearest to the money first', async () => {
  const contracts = [680, 690, 695].map((strike) => ({ contract: `C${strike}`, strike, internal: 1 }))
  const chain = {
    symbol: 'SPY',
    underlying_price: 692,
    expiration: '2026-11-20',
    expirations: ['2026-11-20'],
    contracts,
  }
  const asked = { symbol: 'SPY', expiration: '2026-11-20' }
  const { answer, asked: urls } = await runTool('get_option_chain', asked, chain)
  expect(urls).toEqual(['GET /api/v1/trading/options/chain/SPY?expiration=2026-11-20&strike_count=5'])
  expect(answer).toEqual({
    symbol: 'SPY',
    underlying_price: 692,
    expiration: '2026-11-20',
    contracts: [690, 695, 680].map((strike) => ({ contract: `C${strike}`, strike })),
    expirations: ['2026-11-20'],
    expirations_count: 1,
  })
  const unpriced = await runTool('get_option_chain', asked, { ...chain, underlying_price: null })
  expect(unpriced.answer.contracts).toMatchObject([{ strike: 680 }, { strike: 690 }, { strike: 695 }])
})

test('without an expiration the nearest one is read, where there is one', async () => {
  const days = Array.from({ length: 25 }, (_, at) => `2026-12-${at + 1}`)
  const list = { expiration: null, expirations: days }
  const { answer, asked } = await runTool('get_option_chain', { symbol: 'SPY' }, list, { expiration: days[0]! })
  expect(asked).toEqual([
    'GET /api/v1/trading/options/chain/SPY?strike_count=5',
    'GET /api/v1/trading/options/chain/SPY?expiration=2026-12-1&strike_count=5',
  ])
  expect(answer).toMatchObject({ expiration: '2026-12-1', expirations: days.slice(0, 24), expirations_count: 25 })
  const once = async (input: Document, document: Document) =>
    (await runTool('get_option_chain', { symbol: 'SPY', ...input }, document)).asked.length
  expect(await once({}, { expiration: null, expirations: [] })).toBe(1)
  expect(await once({}, { expiration: '2026-12-1', expirations: days })).toBe(1)
  expect(await once({ expiration: '2027-01-01' }, list)).toBe(1)
})
