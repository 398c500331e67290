import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FLOW_PANELS, PANELS } from '../../api/agents/mcp/company-parts.ts'
import { fitAnswer } from '../../api/agents/mcp/fit-answer.ts'
import { TOOLS } from '../../api/agents/mcp/tools.ts'
import { currentClient, formerClient, type McpClient } from '../../harness/mcp-clients.ts'
import { NO_RATE_LIMITS as RATES } from '../../harness/no-rate-limits.ts'
import { addCompany } from '../../shared/postgres/company/companies.ts'
import { ACCOUNTS, ask } from '../trading/replicas.ts'
import { tradeWorld } from '../trading/trade-world.ts'

const world = tradeWorld()
let url: string
beforeAll(async () => {
  await world.one.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.one.server.address() as AddressInfo
  url = `http://127.0.0.1:${port}/mcp`
})

const COMPANY = 'AAPL'
beforeAll(async () => {
  await addCompany(world.sql, COMPANY, new Date())
})

const open: McpClient[] = []
afterAll(() => Promise.all(open.map((client) => client.close())))
async function connect(make: typeof currentClient, token?: string): Promise<McpClient> {
  const client = await make(url, token)
  open.push(client)
  return client
}

const post = (headers: Record<string, string>, body: object = { jsonrpc: '2.0', id: 1, method: 'tools/list' }) =>
  world.one.inject({
    method: 'POST',
    url: '/mcp',
    payload: body,
    headers: { accept: 'application/json, text/event-stream', ...headers },
  })

describe.each([
  ['current', currentClient],
  ['former', formerClient],
] as const)('the official client of the %s generation', (_name, make) => {
  test('lists at most 15 tools, each described and annotated, in few bytes', async () => {
    const tools = await (await connect(make)).listTools()
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
    expect(tools.length).toBeLessThanOrEqual(15)
    for (const { name, description, annotations, inputSchema } of tools) {
      expect(description?.length, name).toBeGreaterThan(40)
      expect(annotations, name).toHaveProperty('readOnlyHint')
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
    }
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(16_000)
    const changing = tools.filter(({ annotations }) => annotations?.readOnlyHint === false).map(({ name }) => name)
    expect(changing).toEqual(['quote_trade', 'confirm_trade', 'cancel_trade'])
  })

  test('reads without a token, within 4,000 bytes', async () => {
    const client = await connect(make)
    const calls: [string, object][] = [
      ['get_market_state', {}],
      ['get_market_state', { section: 'picks' }],
      ['list_alerts', {}],
      ['read_position', { symbol: 'SPY' }],
      ['get_pulse', {}],
      ['read_report', {}],
      ['get_market_hours', {}],
      ['find_symbols', { text: 's' }],
      ['get_quotes', { symbols: ['SPY'] }],
      ['get_quotes', { symbols: ['SPY'], bars: '1d' }],
      ['get_market_state', { section: 'company', symbol: COMPANY }],
      ['get_market_state', { section: 'company', symbol: COMPANY, panel: 'fundamentals' }],
      ['get_market_state', { section: 'flow' }],
      ['get_market_state', { section: 'flow', panel: 'tape' }],
      ['get_option_chain', { symbol: 'SPY' }],
    ]
    for (const [name, given] of calls) {
      const answer = await client.call(name, { ...given })
      expect(answer.isError, `${name} ${answer.text}`).toBe(false)
      expect(Buffer.byteLength(answer.text), name).toBeLessThanOrEqual(4_000)
    }
    expect((await client.call('get_quotes', { symbols: ['spy'] })).body.quotes).toMatchObject([
      { symbol: 'SPY', ask: 600.01 },
    ])
  })

  test('finds, quotes and confirms a trade, and a repeated confirmation is the same fill', async () => {
    const { token } = await world.account()
    const client = await connect(make, token)
    const { body: found } = await client.call('find_symbols', { text: 'SPDR S&P 500' })
    const symbol = found.tickers[0].symbol as string
    expect(symbol).toBe('SPY')
    const { body: quoted } = await client.call('quote_trade', { symbol, side: 'buy', quantity: 3 })
    expect(quoted).toMatchObject({ status: 'pending', price: 600.01, next: expect.stringContaining('confirm_trade') })
    const filled = await client.call('confirm_trade', { trade_id: quoted.trade_id })
    expect(filled.body).toMatchObject({ status: 'executed', quantity: 3 })
    const again = await client.call('confirm_trade', { trade_id: quoted.trade_id })
    expect(again.body).toEqual(filled.body)
    expect((await client.call('list_positions')).body.stocks).toMatchObject([{ symbol: 'SPY', quantity: 3 }])
    expect((await client.call('list_trades')).body).toMatchObject({
      pending: [],
      ended: [{ trade_id: quoted.trade_id, legs: filled.body.legs, ended_at: expect.stringMatching(/^2026-11-20T/) }],
    })
    expect((await client.call('get_account')).body.balance).toBeCloseTo(100_000 - 3 * 600.01, 2)
  })

  test('gets the refusals of the routes, with what to do', async () => {
    const stranger = await connect(make)
    const refused = await stranger.call('get_account')
    expect(refused).toMatchObject({
      isError: true,
      body: { code: 'unauthorized', fix: expect.stringContaining('MARKET_TOKEN') },
    })
    expect(await stranger.call('quote_trade', { symbol: 'SPY', side: 'buy', quantity: 1 })).toMatchObject({
      isError: true,
      body: { code: 'unauthorized' },
    })
    // The order is validated before its caller: it names one thing to trade.
    const both = { symbol: 'SPY', contract: 'SPY261218C00690000', side: 'buy', quantity: 1 }
    expect((await stranger.call('quote_trade', both)).body.details.fields).toEqual(['symbol', 'contract', 'legs'])
    const wrong = await stranger.call('get_quotes', { symbols: 'SPY', sybol: 1 })
    expect(wrong.body).toMatchObject({ code: 'invalid_parameter', details: { fields: ['symbols', 'sybol'] } })
    expect(wrong.body.message).toBe(
      'symbols: must be a list of 1 to 10 texts; sybol: must not be sent, because get_quotes takes only symbols, bars and max_bytes',
    )
    expect(wrong.body.fix).toBeTruthy()
    const quotes = async (symbols: string[]) => (await stranger.call('get_quotes', { symbols })).body
    expect(await quotes([])).toMatchObject({ code: 'invalid_parameter', details: { fields: ['symbols'] } })
    expect(await quotes(Array.from({ length: 11 }, () => 'SPY'))).toMatchObject({ code: 'invalid_parameter' })
    // Reasons name tools and never routes.
    const nothing = [
      await stranger.call('get_quotes', { symbols: ['ZZZZ'] }),
      await stranger.call('find_symbols', { text: '#' }),
    ]
    for (const { text } of nothing) expect(text).toMatch(/"reason":"(?!.*\/api\/)/)
    const state = async (given: object) => (await stranger.call('get_market_state', { ...given })).body
    expect(await state({ section: 'company' })).toMatchObject({ details: { fields: ['symbol'] } })
    expect(await state({ section: 'flow', panel: 'price' })).toMatchObject({ details: { fields: ['panel'] } })
    expect(await state({ section: 'company', symbol: 'NOBODY' })).toMatchObject({ code: 'not_found', details: {} })
    expect((await stranger.call('get_weather')).body).toMatchObject({ code: 'not_found' })
    expect((await stranger.call('read_position', { symbol: 'NOT-ONE' })).body).toMatchObject({ code: 'not_found' })
  })

  test('may only read with a token of scope read', async () => {
    const { account_id: id } = await world.account()
    const made = await ask(world.one, {
      method: 'POST',
      url: `${ACCOUNTS}/${id}/tokens`,
      body: { name: 'reader', scope: 'read' },
    })
    const client = await connect(make, made.json().token)
    expect((await client.call('get_account')).isError).toBe(false)
    const refused = await client.call('quote_trade', { symbol: 'SPY', side: 'buy', quantity: 1 })
    expect(refused.body).toMatchObject({ code: 'insufficient_scope', fix: expect.any(String) })
    expect((await client.call('get_market_hours', { wait_for: 'open' })).body.code).toBe('insufficient_scope')
  })
})

describe('panels and bars', () => {
  const asked: string[] = []
  /** A service that answers each panel with the example of its documentation. */
  const call = async ({ url }: { url: string }) => {
    asked.push(url)
    const panel = /company\/AAPL\/?(\w*)/.exec(url)?.[1] || 'profile'
    const text = url.includes('/bars/')
      ? JSON.stringify({ symbol: 'SPY', bars: [{ day: '2026-11-19' }, { day: '2026-11-20' }] })
      : url.includes('/flow/')
        ? readFileSync(`api/flow/${/flow\/(\w+)/.exec(url)![1]}-example.json`, 'utf8')
        : readFileSync(`api/company/${panel}-example.json`, 'utf8')
    return { status: 200, text, retryAfterSeconds: null }
  }
  const tool = (name: string) => TOOLS.find((each) => each.name === name)!

  test.each(PANELS)('%s is read from its route and fits into 4,000 bytes', async (panel) => {
    const section = FLOW_PANELS.some((name) => name === panel) ? 'flow' : 'company'
    const state = tool('get_market_state')
    const answer = await state.run(call, { section, symbol: 'AAPL', panel })
    expect(answer.inputs).toBeUndefined()
    expect(answer.ticker ?? answer.symbol ?? answer.changes).toBeTruthy()
    expect(Buffer.byteLength(JSON.stringify(fitAnswer(answer, 4_000, state.more)))).toBeLessThanOrEqual(4_000)
    expect(asked.at(-1)).toContain(section === 'flow' ? `/flow/${panel}` : '/company/AAPL')
  })

  test('the components come by key, with what each scored and why', async () => {
    const component = {
      key: 'vix',
      name: 'VIX',
      value: 15.3,
      points: 6,
      max: 8,
      percentile: 0.4,
      reason: null,
      inputs: { vix: 15.3 },
    }
    const text = JSON.stringify({ as_of: '2026-11-20T10:30:00-05:00', health_score: 74, score_components: [component] })
    const latest = async () => ({ status: 200, text, retryAfterSeconds: null })
    const { inputs: _, ...chosen } = component
    const answer = await tool('get_market_state').run(latest, { section: 'components' })
    expect(answer.components).toEqual([chosen])
  })

  test.each([
    ['is not known', null, null],
    ['is nothing', [], []],
    [
      'is a warning',
      [{ kind: 'earnings', severity: 'warn', message: 'It reports tomorrow.', instrument: 'AAPL', extra: 1 }],
      [{ severity: 'warn', message: 'It reports tomorrow.', instrument: 'AAPL' }],
    ],
  ])('what is held against a trade comes with it, when it %s', async (_name, held, told) => {
    const trade = { trade_id: 't', status: 'pending', legs: [], held_against: held }
    const answer = async () => ({ status: 200, text: JSON.stringify(trade), retryAfterSeconds: null })
    const quoted = await tool('quote_trade').run(answer, { symbol: 'AAPL', side: 'buy', quantity: 1 })
    expect(quoted.held_against).toEqual(told)
  })

  test('bars come newest first', async () => {
    const answer = await tool('get_quotes').run(call, { symbols: ['SPY'], bars: '15m' })
    expect(asked.at(-1)).toBe('/api/v1/trading/bars/SPY?timeframe=15m&limit=260')
    expect(answer.bars).toEqual([{ day: '2026-11-20' }, { day: '2026-11-19' }])
  })
})

test('a chain that is too long keeps the contracts at the money, and names what was left out', async () => {
  const strikes = [580, 590, 600, 610, 620]
  const contracts = strikes.map((strike) => ({ contract: `SPY${strike}`, strike, bid: 1, ask: 2 }))
  const chain = { underlying_price: 601, expiration: '2026-12-18', expirations: ['2026-12-18'], contracts }
  const tool = TOOLS.find(({ name }) => name === 'get_option_chain')!
  const call = async () => ({ status: 200, text: JSON.stringify(chain), retryAfterSeconds: null })
  const document = await tool.run(call, { symbol: 'SPY', strikes: 5 })
  const fitted = fitAnswer(document, 330, tool.more)
  expect(Buffer.byteLength(JSON.stringify(fitted))).toBeLessThanOrEqual(330)
  expect((fitted.contracts as { strike: number }[])[0]?.strike).toBe(600)
  expect(fitted.shortened).toMatchObject({ contracts: { of: 5 } })
})

test('an account is never seen without its token, also not right after a call with it', async () => {
  const { token } = await world.account()
  expect((await (await connect(currentClient, token)).call('get_account')).isError).toBe(false)
  expect((await (await connect(currentClient)).call('get_account')).body.code).toBe('unauthorized')
})

test('a foreign Host or Origin is 403, and every spelling of loopback is our own', async () => {
  const hosts = { 'localhost:8080': 200, '127.0.0.1:1': 200, '[::1]:80': 200, 'evil.example': 403, '10.0.0.1': 403 }
  for (const [host, status] of Object.entries(hosts)) expect((await post({ host })).statusCode, host).toBe(status)
  const origins = { 'http://localhost:3000': 200, 'https://evil.example': 403, null: 403 }
  for (const [origin, status] of Object.entries(origins))
    expect((await post({ origin })).statusCode, origin).toBe(status)
  expect((await post({ origin: 'http://localhost.evil.example' })).json()).toMatchObject({ code: 'foreign_host' })
})

test('the host of PUBLIC_URL is our own', async () => {
  const app = await world.replica({ deps: { publicUrl: 'https://market.example/' } })
  const headers = {
    accept: 'application/json, text/event-stream',
    host: 'market.example',
    origin: 'https://market.example',
  }
  const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  expect((await app.inject({ method: 'POST', url: '/mcp', headers, payload })).statusCode).toBe(200)
})

test.each(['GET', 'DELETE'] as const)('%s is 405, because there are no sessions', async (method) => {
  const answer = await world.one.inject({ method, url: '/mcp' })
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'OPTIONS, POST'])
})

test('calls count against the limits of the routes that they run', async () => {
  const app = await world.replica({ deps: { limits: { rates: { ...RATES, public: 2 } } } })
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_alerts', arguments: {} } }
  const send = () =>
    app.inject({
      method: 'POST',
      url: '/mcp',
      payload: call,
      headers: { accept: 'application/json, text/event-stream' },
    })
  expect((await send()).body).not.toContain('rate_limited')
  expect((await send()).body).toContain('rate_limited')
})

test.each([[null], [['SPY']], ['SPY'], [7]])('parameters that are %j get an error of the protocol', async (params) => {
  const answer = await post({}, { jsonrpc: '2.0', id: 7, method: 'tools/list', params })
  const error = { code: -32_602, message: 'params: must be an object' }
  expect([answer.statusCode, answer.json()]).toEqual([400, { jsonrpc: '2.0', id: 7, error }])
})

test('a tool that waits for the clock outlives the silence after which a connection is cut', async () => {
  const replica = await world.replica({ deps: { limits: { silenceMs: 2_000 } } })
  const address = await replica.listen({ host: '127.0.0.1', port: 0 })
  const client = await currentClient(`${address}/mcp`, (await world.account()).token)
  open.push(client)
  const waiting = client.call('get_market_hours', { wait_for: 'minute' })
  await sleep(3_500)
  await world.moveTo(new Date(world.vendors.at.getTime() + 60_000))
  expect((await waiting).body).toMatchObject({ woken_by: 'minute' })
})
