import { expect, test } from 'vitest'
import { simulated } from './asking.ts'

const simulator = simulated()
const HISTORY = '/cboe/api/global/us_indices/daily_prices'
const DELAYED = '/cboe/api/global/delayed_quotes'
const read = async (at: string, path: string) => JSON.parse((await simulator.at(at, path)).text)

test('history: has American dates, six decimals, and the day itself from 17:30', async () => {
  const before = (await simulator.at('2026-11-20T22:29:00Z', `${HISTORY}/VIX_History.csv`)).text.trimEnd().split('\n')
  const after = (await simulator.at('2026-11-20T22:30:00Z', `${HISTORY}/VIX_History.csv`)).text.trimEnd().split('\n')
  expect(before[0]).toBe('DATE,OPEN,HIGH,LOW,CLOSE')
  expect(before.at(-1)).toMatch(/^11\/19\/2026(,\d+\.\d{2}0000){4}$/)
  expect(after.at(-1)).toMatch(/^11\/20\/2026,/)
  expect(after.slice(0, -1)).toEqual(before)
})

test('history: SKEW and VVIX have two columns, an unknown index is 403', async () => {
  expect((await simulator.now(`${HISTORY}/SKEW_History.csv`)).text).toMatch(/^DATE,SKEW\n01\/02\/2004,\d+\.\d\d\n/)
  expect((await simulator.now(`${HISTORY}/VVIX_History.csv`)).text).toMatch(/^DATE,VVIX\n03\/06\/2006,\d+\.\d\d\n/)
  expect((await simulator.now(`${HISTORY}/NOPE_History.csv`)).status).toBe(403)
})

test('history: an unchanged file is 304 for a client with its tag', async () => {
  const first = await simulator.at('2026-11-20T15:00:00Z', `${HISTORY}/VIX_History.csv`)
  expect(first.headers['last-modified']).toBe('Thu, 19 Nov 2026 22:30:00 GMT')
  const tag = { 'if-none-match': first.headers.etag!, 'user-agent': 'test/1' }
  expect((await simulator.at('2026-11-20T16:00:00Z', `${HISTORY}/VIX_History.csv`, tag)).status).toBe(304)
  expect((await simulator.at('2026-11-20T23:00:00Z', `${HISTORY}/VIX_History.csv`, tag)).status).toBe(200)
})

test('quotes: are fifteen minutes late, on two clocks', async () => {
  const early = await read('2026-11-20T14:44:00Z', `${DELAYED}/quotes/SPY.json`)
  expect(early.timestamp).toBe('2026-11-20 14:44:00')
  expect(early.data.last_trade_time).toBe('2026-11-19T15:59:59')
  const later = await read('2026-11-20T15:00:00Z', `${DELAYED}/quotes/SPY.json`)
  expect(later.data.last_trade_time).toBe('2026-11-20T09:44:59')
  expect(later.data.prev_day_close).toBe(early.data.current_price)
  const truth = JSON.parse((await simulator.now('/control/world?at=2026-11-20T14:45:00Z')).text)
  expect(later.data.current_price).toBe(truth.spy)
})

test('quotes: indices are named with a caret and have no bid or ask, unknown symbols are 403', async () => {
  const { symbol, data } = await read('2026-11-20T18:00:00Z', `${DELAYED}/quotes/_VIX.json`)
  expect([symbol, data.symbol, data.security_type, data.bid, data.volume]).toEqual(['_VIX', '^VIX', 'index', 0, 0])
  for (const name of ['_VIX9D', '_VIX3M', '_SPX']) {
    expect((await simulator.now(`${DELAYED}/quotes/${name}.json`)).status).toBe(200)
  }
  expect((await simulator.now(`${DELAYED}/quotes/ZZZZ.json`)).status).toBe(403)
  expect((await simulator.now(`${DELAYED}/options/ZZZZ.json`)).status).toBe(403)
})

test('closing quote, history file and FRED agree on the VIX', async () => {
  const quote = await read('2026-11-20T23:00:00Z', `${DELAYED}/quotes/_VIX.json`)
  const file = await simulator.at('2026-11-20T23:00:00Z', `${HISTORY}/VIX_History.csv`)
  const fred = await simulator.at('2026-11-23T18:00:00Z', '/fred/graph/fredgraph.csv?id=VIXCLS&cosd=2026-11-20')
  const close = quote.data.current_price.toFixed(2)
  expect(file.text.trimEnd().split(',').at(-1)).toBe(`${close}0000`)
  expect(fred.text.split('\n')[1]).toBe(`2026-11-20,${close}`)
})

test('charts: have strings, ascending, without the newest session, with one broken open', async () => {
  const { symbol, data } = await read('2026-11-20T23:00:00Z', `${DELAYED}/charts/historical/SPY.json`)
  expect(symbol).toBe('SPY')
  expect(data.at(-1).date).toBe('2026-11-19')
  expect(data.at(-1).close).toMatch(/^\d+\.\d{4}$/)
  expect(data.filter((row: { open: string }) => Number(row.open) <= 0)).toHaveLength(1)
  for (const { high, low, close } of data) {
    expect(Number(low)).toBeLessThanOrEqual(Number(close))
    expect(Number(high)).toBeGreaterThanOrEqual(Number(close))
  }
})

test('chain: has the exact keys, float sizes and OSI symbols', async () => {
  const answer = await simulator.at('2026-11-20T18:00:00Z', `${DELAYED}/options/SPY.json`)
  expect(answer.text).toMatch(/"bid_size":\d+\.0,/)
  expect(answer.text).toMatch(/"iv":0\.0,/)
  const { data, symbol } = JSON.parse(answer.text)
  expect(symbol).toBe('SPY')
  expect(Object.keys(data.options[0]).join(' ')).toBe(
    'option bid bid_size ask ask_size iv open_interest volume delta gamma vega theta rho theo change open high low tick last_trade_price last_trade_time percent_change prev_day_close',
  )
  for (const row of data.options) {
    expect(row.option).toMatch(/^SPY\d{6}[CP]\d{8}$/)
    expect(row.ask).toBeGreaterThan(row.bid)
    expect(Math.fround(row.prev_day_close)).toBe(row.prev_day_close)
    if (row.volume > 0) expect(row.low <= row.last_trade_price && row.last_trade_price <= row.high).toBe(true)
    if (row.last_trade_time === null) expect(row.last_trade_price).toBe(0)
    if (row.bid === 0) expect(row.iv).toBe(0)
  }
  const rows = data.options as { last_trade_time: string | null; bid: number; option: string }[]
  expect(rows.some((row) => row.last_trade_time === null)).toBe(true)
  expect(rows.some((row) => row.bid === 0)).toBe(true)
  expect(rows.some((row) => row.option.startsWith('SPY261120'))).toBe(true)
})
