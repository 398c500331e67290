import { describe, expect, test } from 'vitest'
import { parseSchwabQuotes } from '../../pipeline/sources/feeds/schwab-quotes.ts'
import { settlementPrice } from '../../shared/domain/trading/settlement-price.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { NOW, simulated } from './asking.ts'

const simulator = simulated()
const metered = simulated({ quotas: true })
const BASIC = `Basic ${Buffer.from('key:secret').toString('base64')}`
const CALLBACK = 'https://127.0.0.1:8182'

async function post(at: string, form: Record<string, string>, authorization = BASIC) {
  const answer = await fetch(simulator.url(`/at/${at}/schwab/v1/oauth/token`), {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams(form),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}

async function codeOf(at: string): Promise<string> {
  const query = new URLSearchParams({ client_id: 'key', redirect_uri: CALLBACK, state: 'mine' })
  const { status, headers } = await simulator.at(at, `/schwab/v1/oauth/authorize?${query}`)
  expect(status).toBe(302)
  const sentTo = new URL(headers.location!)
  expect(sentTo.origin).toBe(CALLBACK)
  expect(sentTo.searchParams.get('state')).toBe('mine')
  // As at the vendor, the code ends with an encoded @.
  expect(headers.location).toMatch(/code=C0\..+%40&session=/)
  return sentTo.searchParams.get('code')!
}
const logIn = async (at: string) =>
  await post(at, { grant_type: 'authorization_code', code: await codeOf(at), redirect_uri: CALLBACK })
const bearer = async (at: string) => ({ authorization: `Bearer ${(await logIn(at)).body.access_token}` })

const LATER = { seconds: '2026-11-20T15:00:31Z', halfHour: '2026-11-20T15:30:00Z', week: '2026-11-27T15:00:00Z' }

describe('login', () => {
  test('exchanges a code for tokens of half an hour, once and within half a minute', async () => {
    const { status, body } = await logIn(NOW)
    expect(status).toBe(200)
    expect(body).toMatchObject({ expires_in: 1800, token_type: 'Bearer', scope: 'api' })
    expect(body.access_token).toMatch(/^I0\..+@$/)
    const old = await post(LATER.seconds, { grant_type: 'authorization_code', code: await codeOf(NOW) })
    expect(old).toMatchObject({ status: 400, body: { error_description: 'authorization code invalid' } })
  })

  test('renews the access token on a refresh, but never the seven days of the login', async () => {
    const { refresh_token = '' } = (await logIn(NOW)).body
    const refresh = (at: string) => post(at, { grant_type: 'refresh_token', refresh_token })
    const renewed = await refresh('2026-11-27T14:59:59Z')
    expect(renewed).toMatchObject({ status: 200, body: { refresh_token } })
    expect(await refresh(LATER.week)).toEqual({
      status: 400,
      body: { error: 'unsupported_token_type', error_description: 'refresh token invalid' },
    })
  })

  test.each([
    ['no credentials', { grant_type: 'refresh_token', refresh_token: 'x' }, 'Basic ', 401, 'invalid_client'],
    ['a made-up token', { grant_type: 'refresh_token', refresh_token: 'x.y' }, BASIC, 400, 'unsupported_token_type'],
    ['another grant', { grant_type: 'password' }, BASIC, 400, 'unsupported_grant_type'],
  ])('%s', async (_name, form, authorization, status, error) => {
    expect(await post(NOW, form, authorization)).toMatchObject({ status, body: { error } })
  })
})

describe('quotes', () => {
  const quotes = async (at: string, query: string, headers?: Record<string, string>) => {
    const answer = await simulator.at(at, `/schwab/marketdata/v1/quotes?${query}`, headers ?? (await bearer(at)))
    return { status: answer.status, body: JSON.parse(answer.text) }
  }

  test('have milliseconds, previous close and lots like the vendor, and name unknown symbols', async () => {
    const { status, body } = await quotes(NOW, 'symbols=SPY,$VIX,BRK/B,NOPE')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['SPY', '$VIX', 'BRK/B', 'errors'])
    expect(body.errors).toEqual({ invalidSymbols: ['NOPE'] })
    expect(body.SPY).toMatchObject({ assetMainType: 'EQUITY', assetSubType: 'ETF', quoteType: 'NBBO', realtime: true })
    expect(Object.keys(body.SPY)).toEqual(expect.arrayContaining(['quote', 'fundamental', 'reference', 'regular']))
    const { quote } = body.SPY
    expect(quote.quoteTime).toBe(Date.parse(NOW))
    expect(quote.netChange).toBeCloseTo(quote.lastPrice - quote.closePrice, 4)
    expect(quote.askSize).toBeLessThan(20)
    expect(body.$VIX.quote).not.toHaveProperty('bidPrice')
    expect(body.$VIX).not.toHaveProperty('regular')
  })

  test('have sections by fields, one symbol by path, and are the same at the same moment', async () => {
    const headers = await bearer(NOW)
    const { body } = await quotes(NOW, 'symbols=SPY&fields=quote', headers)
    expect(body.SPY).not.toHaveProperty('fundamental')
    const one = await simulator.now('/schwab/marketdata/v1/SPY/quotes?fields=quote', headers)
    expect(JSON.parse(one.text)).toEqual(body)
  })

  test('are renewed all the time in a session, even while their price does not move', async () => {
    const between = '2026-11-20T15:30:17.250Z'
    const { body } = await quotes(between, 'symbols=SPY')
    expect(body.SPY.quote.quoteTime).toBe(Date.parse(between))
    expect(body.SPY.quote.bidPrice).toBe((await quotes('2026-11-20T15:30:00Z', 'symbols=SPY')).body.SPY.quote.bidPrice)
  })

  test('move the last price after hours but keep the regular one, at which options settle', async () => {
    const [bell, later] = ['2026-11-20T21:00:00Z', '2026-11-20T21:40:00Z']
    const atBell = (await quotes(bell, 'symbols=SPY')).body.SPY
    const { body } = await quotes(later, 'symbols=SPY,$VIX&fields=quote,regular')
    expect(body.SPY.quote.tradeTime).toBe(Date.parse(later))
    expect(body.SPY.quote.lastPrice).not.toBe(atBell.quote.lastPrice)
    expect(body.SPY.regular).toEqual(atBell.regular)
    expect(body.SPY.regular.regularMarketTradeTime).toBe(Date.parse(bell))
    expect(body.SPY.regular.regularMarketLastPrice).toBe(atBell.quote.lastPrice)

    const read = parseSchwabQuotes(body, { symbols: ['SPY', '$VIX'], now: new Date(later) })
    const { realtime, ...touch } = read.get('SPY')!
    const quote = { ...touch, source: 'schwab', delaySeconds: 0 } as const
    expect(settlementPrice(tradingDay('2026-11-20'), { close: null, quote }, new Date(later))).toEqual({
      priceE4: Math.round(atBell.quote.lastPrice * 10_000),
      source: 'regular trade schwab',
      quotedAt: new Date(bell),
    })
    expect(read.get('$VIX')).not.toHaveProperty('regular')
  })

  test('are still read when their regular section is implausible', async () => {
    const { body } = await quotes(NOW, 'symbols=SPY')
    for (const regular of [null, {}, { ...body.SPY.regular, regularMarketLastPrice: -999 }])
      expect(
        parseSchwabQuotes({ SPY: { ...body.SPY, regular } }, { symbols: ['SPY'], now: new Date(NOW) }).get('SPY'),
      ).not.toHaveProperty('regular')
  })

  test('have the prices of the other vendors without their delay', async () => {
    const late = await simulator.at('2026-11-20T15:15:00Z', '/cboe/api/global/delayed_quotes/quotes/SPY.json')
    const { body } = await quotes(NOW, 'symbols=SPY')
    expect(body.SPY.quote.lastPrice).toBe(JSON.parse(late.text).data.current_price)
  })

  test.each([
    ['without a header', NOW, { 'user-agent': 'test' }, 'Missing header'],
    ['with a token that ended', LATER.halfHour, null, 'Client not authorized'],
    ['with a made-up token', NOW, { authorization: 'Bearer I0.x.y@' }, 'Client not authorized'],
  ])('%s: 401 in the shape of an error', async (_name, at, headers, detail) => {
    const { status, body } = await quotes(at, 'symbols=SPY', headers ?? (await bearer(NOW)))
    expect(status).toBe(401)
    expect(body.errors[0]).toMatchObject({ status: '401', title: 'Unauthorized', detail, id: expect.any(String) })
  })

  test('are 400 for no symbols and for more than 500', async () => {
    expect((await quotes(NOW, 'symbols=')).status).toBe(400)
    expect((await quotes(NOW, `symbols=${'SPY,'.repeat(501)}`)).status).toBe(400)
  })
})

test('the quota is 120 requests a minute, then 429; other vendors take no POST', async () => {
  const statuses = []
  for (let count = 0; count < 121; count++) statuses.push((await metered.now('/schwab/marketdata/v1/quotes')).status)
  expect(statuses.slice(-2)).toEqual([401, 429])
  expect((await fetch(simulator.url('/fred/graph/fredgraph.csv'), { method: 'POST' })).status).toBe(405)
})
