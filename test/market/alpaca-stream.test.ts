import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { faultProxy } from '../../harness/fault-proxy.ts'
import type { AlpacaStockFeed } from '../../shared/domain/market/alpaca-feed.ts'
import { alpacaProvider } from '../../shared/market/alpaca-provider.ts'
import { openAlpacaStream } from '../../shared/market/alpaca-stream.ts'
import type { QuoteProvider } from '../../shared/market/quote-provider.ts'
import type { QuoteStream } from '../../shared/market/quote-stream.ts'
import { STREAM_PACE } from '../../shared/market/stream-health.ts'
import { ALPACA_KEYS, brokerageWorld, type World } from './support.ts'

const NOW = new Date('2026-11-20T15:31:00Z')
const SUNDAY = new Date('2026-11-22T15:00:00Z')
/** A busy machine may be slow to answer, so the stream gives up only when a test moves its clock. */
const PACE = {
  ...STREAM_PACE,
  silentMs: 60_000,
  loginMs: 60_000,
  pingMs: 6_000_000,
  watchMs: 50,
  stableMs: 400,
  backoff: { firstMs: 50, maxMs: 200 },
}
/** Longer than the stream waits for data or for a login. */
const TOO_LONG_MS = 100_000
const MEMBERS = [
  'AAPL',
  'MSFT',
  'NVDA',
  'AMD',
  'JPM',
  'XOM',
  'KO',
  'PG',
  'CAT',
  'ZTS',
  'T',
  'V',
  'MA',
  'HD',
  'UNH',
  'CVX',
  'MRK',
  'ABBV',
  'PEP',
  'COST',
  'AVGO',
  'WMT',
  'BAC',
  'CSCO',
  'ORCL',
  'CRM',
  'NKE',
  'DIS',
  'INTC',
  'QCOM',
  'TXN',
  'UNP',
]

let world: World
let at = NOW
const opened: QuoteStream[] = []
const providers: { close(): Promise<void> }[] = []

beforeAll(async () => {
  world = await brokerageWorld(() => at)
})
afterEach(async () => {
  for (const stream of opened.splice(0)) stream.close()
  await Promise.all(providers.splice(0).map((provider) => provider.close()))
  at = NOW
  await world.heal()
})
afterAll(() => world.close())

interface Options {
  keys?: { keyId: string; secretKey: string }
  feed?: AlpacaStockFeed
  /** Port of a proxy in front of the simulator. */
  port?: number
  pace?: typeof PACE
}

function open({ keys = ALPACA_KEYS.basic, feed = 'iex', port = world.simulator.port, pace = PACE }: Options = {}) {
  const lines: string[] = []
  let skippedMs = 0
  const nowMs = () => performance.now() + skippedMs
  const log = pino({ messageKey: 'event' }, { write: (line: string) => void lines.push(line) })
  const clock = { now: () => at }
  const settings = { ...keys, stockFeed: feed, optionFeed: 'indicative' as const }
  const baseUrl = () => `${world.simulator.url}/at/${at.toISOString()}/alpaca`
  const provider = alpacaProvider({ ...settings, baseUrl, clock, spend: async () => {} })
  providers.push(provider)
  const pollQuotes: QuoteProvider['quotes'] = (symbols, signal) => provider.quotes(symbols, signal)
  const url = () => `ws://127.0.0.1:${port}/at/${at.toISOString()}/alpaca/stream`
  const stream = openAlpacaStream({ ...settings, url, pollQuotes, clock, log, pace, nowMs })
  opened.push(stream)
  const events = (): { event: string; reason?: string; symbols?: number; limit?: number }[] =>
    lines.map((line) => JSON.parse(line))
  return {
    stream,
    events,
    text: () => lines.join('\n'),
    names: () => [...stream.quotes().keys()].sort(),
    /** More time passes for the stream than its longest time limit. */
    waitTooLong: () => {
      skippedMs += TOO_LONG_MS
    },
    lost: () => events().findLast(({ event }) => event === 'quotes_stream_lost')?.reason ?? null,
    /** True if the stream was lost and the last event reports that it is live again. */
    isBack: () => events().at(-1)?.event === 'quotes_stream_live' && events().length > 1,
  }
}
const fault = (mode: string, more: object = {}) => world.fault({ vendor: 'alpaca', path: '/stream', mode, ...more })

test('followed shares are pushed as whole quotes under our symbols, and an index is not followed', async () => {
  const { stream, names, events } = open()
  stream.follow(['SPY', 'BRK.B', 'VIX'])
  await eventually(() => expect(names()).toEqual(['BRK.B', 'SPY']))
  const quote = stream.quotes().get('SPY')!
  expect(quote).toMatchObject({ source: 'alpaca', delaySeconds: 0, symbol: 'SPY' })
  expect(quote.ask! - quote.bid!).toBeCloseTo(0.04, 6)
  expect(quote.bidSize! % 100).toBe(0)
  const first = quote.quotedAt.getTime()
  await eventually(() => expect(stream.quotes().get('SPY')!.quotedAt.getTime()).toBeGreaterThan(first + 300))
  expect(events()).toMatchObject([{ event: 'quotes_stream_live' }])
})

test('the feed of all exchanges has volume and the previous close, from polled quotes', async () => {
  const { stream } = open({ feed: 'sip', keys: ALPACA_KEYS.plus })
  stream.follow(['SPY'])
  await eventually(() => expect(stream.quotes().get('SPY')?.volume).toBeGreaterThan(1e6))
  expect(stream.quotes().get('SPY')!.previousClose).toBeGreaterThan(100)
})

test('each symbol is listed once per change, however many messages arrive', async () => {
  const { stream, names } = open()
  stream.follow(['SPY', 'AAPL'])
  await eventually(() => expect(names()).toEqual(['AAPL', 'SPY']))
  stream.changes()
  const before = stream.quotes().get('SPY')!.quotedAt.getTime()
  // Several messages of each kind arrive for each symbol.
  await eventually(() => expect(stream.quotes().get('SPY')!.quotedAt.getTime()).toBeGreaterThan(before + 900))
  const changed = stream.changes()
  expect(changed.map(({ symbol }) => symbol).sort()).toEqual(['AAPL', 'SPY'])
  expect(changed.find(({ symbol }) => symbol === 'SPY')).toEqual(stream.quotes().get('SPY'))
  expect(stream.changes()).toEqual([])
})

test('a symbol that is no longer wanted is unsubscribed, and another takes its place', async () => {
  const { stream, names } = open()
  stream.follow(['SPY', 'AAPL'])
  await eventually(() => expect(names()).toEqual(['AAPL', 'SPY']))
  stream.follow(['SPY', 'KO'])
  await eventually(() => expect(names()).toEqual(['KO', 'SPY']))
})

test('beyond the plan’s limit the most wanted symbols are followed', async () => {
  const { stream, names, events } = open()
  stream.follow(['SPY'])
  await eventually(() => expect(names()).toEqual(['SPY']))
  stream.follow(['SPY', ...MEMBERS])
  await eventually(() => expect(names()).toHaveLength(15))
  expect(names()).toEqual(['SPY', ...MEMBERS.slice(0, 14)].sort())
  expect(events().filter(({ event }) => event === 'quotes_stream_limited')).toMatchObject([{ limit: 15 }])
})

test.each([
  ['dropped', 'reset', false, /closed|network/],
  ['silent', 'stall', true, /silent in open market/],
  ['garbled', 'malformed', false, /not a list of messages/],
  ['absurd', 'absurd', true, /silent in open market/],
])('a stream that is %s has no quotes, logs it once and recovers', async (_name, mode, isFoundByTime, reason) => {
  const { stream, names, lost, events, isBack, waitTooLong } = open()
  stream.follow(['SPY'])
  await eventually(() => expect(names()).toEqual(['SPY']))
  await fault(mode)
  await eventually(() => {
    if (isFoundByTime) waitTooLong()
    expect(lost()).toMatch(reason)
  })
  expect(names()).toEqual([])
  expect(stream.changes()).toEqual([])
  // After several attempts it is still the same outage.
  await eventually(async () => {
    if (isFoundByTime) waitTooLong()
    const { faults } = (await (await fetch(`${world.simulator.url}/control/faults`)).json()) as {
      faults: { served: number }[]
    }
    expect(faults[0]!.served).toBeGreaterThan(6)
  })
  expect(names()).toEqual([])
  expect(events().filter(({ event }) => event === 'quotes_stream_lost')).toHaveLength(1)
  await world.heal()
  await eventually(() => expect(names()).toEqual(['SPY']))
  expect(isBack()).toBe(true)
})

test('a stream whose quotes are late is dropped', async () => {
  const { stream, names, lost } = open({ pace: { ...PACE, lagMs: 1_000 } })
  stream.follow(['SPY'])
  await eventually(() => expect(names()).toEqual(['SPY']))
  await fault('stale', { ms: 600_000 })
  at = new Date(NOW.getTime() + 60_000)
  await eventually(() => expect(lost()).toMatch(/^late by \d+ s/))
})

test('silence is not a fault while the market is closed, and the last quotes remain', async () => {
  at = SUNDAY
  const { stream, names, lost } = open({ pace: { ...PACE, silentMs: 1 } })
  stream.follow(['SPY', 'AAPL'])
  await eventually(() => expect(names()).toEqual(['AAPL', 'SPY']))
  expect(stream.quotes().get('SPY')!.quotedAt).toEqual(new Date('2026-11-20T21:00:00Z'))
  expect(lost()).toBeNull()
})

test('a dead connection is detected by its heartbeat, even while the market is closed', async () => {
  at = SUNDAY
  const line = await faultProxy(world.simulator.url)
  const { stream, names, lost, waitTooLong } = open({
    port: Number(new URL(line.url).port),
    pace: { ...PACE, pingMs: 10_000 },
  })
  stream.follow(['SPY'])
  await eventually(() => expect(names()).toEqual(['SPY']))
  line.inject('black_hole')
  waitTooLong()
  await eventually(() => expect(lost()).toBe('no heartbeat'))
  expect(names()).toEqual([])
  await line.close()
})

test.each([
  ['an invalid key', { keys: { ...ALPACA_KEYS.basic, secretKey: 'wrong' } }, /code 402: the key is refused/],
  ['a feed that is not paid for', { feed: 'sip' }, /code 409: the feed is not paid for/],
] as const)('%s is refused, and no log line contains the key', async (_name, options, reason) => {
  const { lost, text, stream } = open(options)
  stream.follow(['SPY'])
  await eventually(() => expect(lost()).toMatch(reason))
  expect(text()).not.toContain(ALPACA_KEYS.basic.keyId)
  expect(text()).not.toMatch(/basicbasic|wrong/)
})

test('a second connection of an account waits until the first is closed', async () => {
  const first = open()
  first.stream.follow(['SPY'])
  await eventually(() => expect(first.names()).toEqual(['SPY']))
  const second = open()
  second.stream.follow(['SPY'])
  await eventually(() => expect(second.lost()).toMatch(/code 406/))
  expect(second.names()).toEqual([])
  first.stream.close()
  await eventually(() => expect(second.names()).toEqual(['SPY']))
  expect(first.names()).toEqual([])
})
