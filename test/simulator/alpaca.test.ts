import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { eventually } from '../../harness/eventually.ts'
import { ALPACA_KEYS } from '../market/support.ts'
import { NOW, simulated } from './asking.ts'

const simulator = simulated()
const metered = simulated({ quotas: true })

const headers = ({ keyId, secretKey }: { keyId: string; secretKey: string }) => ({
  'user-agent': 'test',
  'apca-api-key-id': keyId,
  'apca-api-secret-key': secretKey,
})
const BASIC = headers(ALPACA_KEYS.basic)
const PLUS = headers(ALPACA_KEYS.plus)

async function ask(path: string, asking: Record<string, string> = BASIC, at = NOW) {
  const answer = await simulator.at(at, `/alpaca${path}`, asking)
  return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.text) }
}

describe('snapshots of shares', () => {
  test('lie at the root with nine digits of a second and lists of conditions; unknown symbols are left out', async () => {
    const { status, body, headers: sent } = await ask('/v2/stocks/snapshots?symbols=SPY,BRK.B,NOPE&feed=iex')
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['SPY', 'BRK.B'])
    expect(Object.keys(body.SPY).sort()).toEqual(
      ['dailyBar', 'latestQuote', 'latestTrade', 'minuteBar', 'prevDailyBar'].sort(),
    )
    expect(body.SPY.latestQuote.t).toMatch(/^2026-11-20T15:00:00\.\d{9}Z$/)
    expect(body.SPY.latestQuote.c).toEqual(['R'])
    expect(body.SPY.dailyBar.t).toBe('2026-11-20T05:00:00Z')
    expect(sent['x-ratelimit-limit']).toBe('200')
  })

  test('cover all exchanges, one exchange, or all of them late, depending on the plan', async () => {
    const path = '/v2/stocks/snapshots?symbols=SPY&feed='
    const [iex, late, sip] = await Promise.all([ask(`${path}iex`), ask(`${path}delayed_sip`), ask(`${path}sip`, PLUS)])
    expect(iex.body.SPY.dailyBar.v).toBeLessThan(sip.body.SPY.dailyBar.v / 20)
    expect(late.body.SPY.latestQuote.t).toMatch(/^2026-11-20T14:45:00/)
    expect(await ask(`${path}sip`)).toMatchObject({
      status: 403,
      body: { message: 'subscription does not permit querying recent SIP data' },
    })
  })

  test.each([
    ['without a key', '/v2/stocks/snapshots?symbols=SPY', { 'user-agent': 'test' }, 401],
    ['with one that is none', '/v2/stocks/snapshots?symbols=SPY', { ...BASIC, 'apca-api-secret-key': 'x' }, 403],
    ['no symbols', '/v2/stocks/snapshots?symbols=', BASIC, 400],
    ['a name that is no symbol', '/v2/stocks/snapshots?symbols=SPY,$VIX', BASIC, 400],
    ['a feed nobody knows', '/v2/stocks/snapshots?symbols=SPY&feed=all', BASIC, 400],
    ['another path', '/v2/stocks/nothing', BASIC, 404],
  ])('%s', async (_name, path, asking, status) => {
    expect(await ask(path, asking)).toMatchObject({ status, body: { message: expect.any(String) } })
  })
})

describe('snapshots of options', () => {
  const path = '/v1beta1/options/snapshots/SPY'

  test('are paged by token, in order, with each contract once; conditions are a string here', async () => {
    const names: string[] = []
    let token = ''
    do {
      const { body } = await ask(`${path}?expiration_date=2026-12-18&limit=50${token && `&page_token=${token}`}`)
      names.push(...Object.keys(body.snapshots))
      expect(Object.values<{ latestQuote: object }>(body.snapshots)[0]!.latestQuote).toMatchObject({ c: ' ' })
      token = body.next_page_token ?? ''
    } while (token)
    expect(names.length).toBeGreaterThan(100)
    expect(names).toEqual([...new Set(names)].sort())
    expect(names.every((name) => /^SPY261218[CP]\d{8}$/.test(name))).toBe(true)
  })

  test('can be filtered by side and strike; deep contracts have no figures, and every share has options', async () => {
    const { body } = await ask(`${path}?type=put&strike_price_gte=600&strike_price_lte=602&limit=1000`)
    const names = Object.keys(body.snapshots)
    expect(names.length).toBeGreaterThan(10)
    expect(names.every((name) => /P0060[0-2]/.test(name))).toBe(true)
    const all = (await ask(`${path}?expiration_date=2026-12-18&limit=1000`)).body.snapshots
    expect(Object.values<object>(all).some((one) => !('greeks' in one))).toBe(true)
    expect((await ask('/v1beta1/options/snapshots/NOPE')).body).toEqual({ snapshots: {}, next_page_token: null })
    const share = (await ask('/v1beta1/options/snapshots/BRK.B?expiration_date=2026-12-18')).body.snapshots
    expect(Object.keys(share).every((name) => /^BRKB261218[CP]\d{8}$/.test(name))).toBe(true)
    expect(Object.keys(share).length).toBeGreaterThan(20)
  })

  test('of feeds without a subscription are refused', async () => {
    expect(await ask(`${path}?feed=opra`)).toMatchObject({
      status: 403,
      body: { message: 'OPRA agreement is not signed' },
    })
    expect((await ask(`${path}?feed=opra`, PLUS)).status).toBe(200)
    expect((await ask(`${path}?limit=1001`)).status).toBe(400)
  })
})

test('the quota is 200 requests a minute, then 429', async () => {
  const statuses = []
  for (let count = 0; count < 201; count++) {
    statuses.push((await metered.now('/alpaca/v2/stocks/nothing', BASIC)).status)
  }
  expect(statuses.slice(-2)).toEqual([404, 429])
})

describe('the stream', () => {
  function open(feed = 'iex') {
    const socket = new WebSocket(`${simulator.url(`/at/${NOW}/alpaca/stream/v2/${feed}`).replace('http', 'ws')}`)
    const messages: { T: string; [name: string]: unknown }[] = []
    socket.on('message', (data) => messages.push(...JSON.parse(String(data))))
    socket.on('error', () => {})
    const say = (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    const last = (expected: object) => eventually(() => expect(messages.at(-1)).toMatchObject(expected))
    return { socket, messages, say, last }
  }
  const login = ({ keyId, secretKey } = ALPACA_KEYS.basic) => ({ action: 'auth', key: keyId, secret: secretKey })

  test('sends a welcome, takes a login and a subscription, then sends lists of quotes and trades', async () => {
    const { socket, messages, say, last } = open()
    await last({ T: 'success', msg: 'connected' })
    say(login())
    await last({ T: 'success', msg: 'authenticated' })
    say({ action: 'subscribe', quotes: ['SPY'], trades: ['SPY'] })
    await eventually(() => {
      const kinds = new Set(messages.map(({ T }) => T))
      expect([...kinds].sort()).toEqual(['q', 'subscription', 'success', 't'])
    })
    expect(messages.find(({ T }) => T === 'q')).toMatchObject({ S: 'SPY', bx: 'V', z: 'B' })
    say({ action: 'unsubscribe', quotes: ['SPY'] })
    await eventually(() => {
      expect(messages.filter(({ T }) => T === 'subscription').at(-1)).toMatchObject({ quotes: [], trades: ['SPY'] })
    })
    socket.terminate()
  })

  test.each([
    ['nobody’s key', { ...login(), secret: 'x' }, 402],
    ['a subscription without a login', { action: 'subscribe', quotes: ['SPY'] }, 401],
    ['what is no message', 'hello', 400],
  ])('%s is refused by its code', async (_name, message, code) => {
    const { socket, say, last } = open()
    await last({ msg: 'connected' })
    say(message)
    await last({ T: 'error', code })
    socket.terminate()
  })

  test('refuses too many symbols and a second connection of one key', async () => {
    const first = open()
    await first.last({ msg: 'connected' })
    first.say(login())
    await first.last({ msg: 'authenticated' })
    const names = Array.from({ length: 16 }, (_, index) => `S${String.fromCharCode(65 + index)}`)
    first.say({ action: 'subscribe', quotes: names, trades: names })
    await first.last({ T: 'error', code: 405 })
    const second = open()
    await second.last({ msg: 'connected' })
    second.say(login())
    await second.last({ T: 'error', code: 406 })
    first.socket.terminate()
  })

  test('does not exist for an unknown feed', async () => {
    const { socket } = open('nothing')
    await eventually(() => expect(socket.readyState).toBe(WebSocket.CLOSED))
  })
})
