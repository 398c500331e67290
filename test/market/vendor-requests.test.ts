import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alpacaProvider } from '../../shared/market/alpaca-provider.ts'
import { cboeProvider } from '../../shared/market/cboe-provider.ts'
import { ALPACA_KEYS } from './support.ts'

const NOW = new Date('2026-11-20T15:31:00Z')
const soon = () => AbortSignal.timeout(10_000)

/** A vendor that records its requests and answers as a test specifies. */
let vendor: Server
let asked: URL[]
let answer: (path: string) => { status: number; body: unknown }
const settings = {
  baseUrl: () => `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`,
  clock: { now: () => NOW },
  spend: async () => {},
}
const cboe = cboeProvider({ ...settings, userAgent: 'test' })
const alpaca = alpacaProvider({ ...settings, ...ALPACA_KEYS.basic, stockFeed: 'iex', optionFeed: 'indicative' })

beforeAll(async () => {
  vendor = createServer((request, response) => {
    const url = new URL(request.url!, 'http://vendor')
    asked.push(url)
    const { status, body } = answer(url.pathname)
    response.writeHead(status).end(JSON.stringify(body))
  })
  await new Promise<void>((listening) => vendor.listen(0, '127.0.0.1', listening))
})
beforeEach(() => {
  asked = []
})
afterAll(async () => {
  await Promise.all([cboe.close(), alpaca.close()])
  vendor.close()
})

test.each([
  [690, '655.50', '724.50'],
  [100, '95.00', '105.00'],
  [20, '15.00', '25.00'],
  [3, '0.00', '8.00'],
])('the expirations of a share at %d dollars are those of its calls from %s to %s', async (price, from, to) => {
  const latestTrade = { t: NOW.toISOString(), p: price }
  const pages = { snapshots: { SPY261218C00600000: {}, SPY261120C00600000: {} }, next_page_token: null }
  answer = (path) => ({ status: 200, body: path.startsWith('/v2/stocks') ? { SPY: { latestTrade } } : pages })
  expect(await alpaca.expirations('SPY', soon())).toEqual(['2026-11-20', '2026-12-18'])
  expect(Object.fromEntries(asked.at(-1)!.searchParams)).toMatchObject({
    type: 'call',
    strike_price_gte: from,
    strike_price_lte: to,
  })
})

test.each([403, 404])('Cboe does not know a symbol for which it answers with status %i', async (status) => {
  answer = () => ({ status, body: null })
  expect(await cboe.quotes(['NOPE'], soon())).toEqual(new Map([['NOPE', null]]))
})

test.each([401, 402, 405, 429, 500])('an answer of Cboe with status %i is a failure of the vendor', async (status) => {
  answer = () => ({ status, body: null })
  await expect(cboe.quotes(['SPY'], soon())).rejects.toThrow(`failed with status ${status}`)
})
