import { afterEach, expect, test } from 'vitest'
import { get, simulated } from './asking.ts'

const simulator = simulated()
const QUOTE = '/cboe/api/global/delayed_quotes/quotes/SPY.json'

const control = (method: string, path: string, body?: unknown) =>
  fetch(simulator.url(path), {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })

const fault = async (spec: Record<string, unknown>): Promise<string> => {
  const answer = await control('POST', '/control/faults', { vendor: 'cboe', ...spec })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

afterEach(() => control('DELETE', '/control/faults'))

test('status: answers with the given status as often as given', async () => {
  await fault({ mode: 'status', status: 503, times: 2 })
  const statuses = []
  for (let i = 0; i < 3; i++) statuses.push((await simulator.now(QUOTE)).status)
  expect(statuses).toEqual([503, 503, 200])
})

test('html: answers with a page and status 200', async () => {
  await fault({ mode: 'html' })
  const { status, text } = await simulator.now(QUOTE)
  expect(status).toBe(200)
  expect(text).toMatch(/^<!DOCTYPE html>/)
})

test('path: affects only matching paths', async () => {
  await fault({ mode: 'empty', path: '/options/' })
  expect((await simulator.now(QUOTE)).text).not.toBe('')
  expect((await simulator.now('/cboe/api/global/delayed_quotes/options/SPY.json')).text).toBe('')
})

test('vendor: leaves the other vendors alone', async () => {
  await fault({ mode: 'status', status: 500 })
  expect((await simulator.now('/fred/graph/fredgraph.csv?id=DGS10')).status).toBe(200)
})

test.each(['truncated', 'malformed'])('%s: answers with JSON that does not parse', async (mode) => {
  await fault({ mode })
  const { text } = await simulator.now(QUOTE)
  expect(() => JSON.parse(text)).toThrow()
})

test('absurd: answers with JSON that parses but cannot be true', async () => {
  await fault({ mode: 'absurd' })
  const values = Object.values(JSON.parse((await simulator.now(QUOTE)).text).data)
  expect(values.some((value) => value === 1e308)).toBe(true)
  expect(values.some((value) => value === -5)).toBe(true)
})

test('stale: answers with yesterday and status 200', async () => {
  const yesterday = await simulator.at('2026-11-19T15:00:00Z', QUOTE)
  await fault({ mode: 'stale' })
  expect((await simulator.now(QUOTE)).text).toBe(yesterday.text)
})

test('latency: the response comes late and complete', async () => {
  const whole = await simulator.now(QUOTE)
  await fault({ mode: 'latency', ms: 120 })
  const start = performance.now()
  expect((await simulator.now(QUOTE)).text).toBe(whole.text)
  expect(performance.now() - start).toBeGreaterThan(110)
})

test('drip: the response comes in pieces and complete', async () => {
  const whole = await simulator.now(QUOTE)
  await fault({ mode: 'drip', ms: 100 })
  const start = performance.now()
  expect((await simulator.now(QUOTE)).text).toBe(whole.text)
  expect(performance.now() - start).toBeGreaterThan(60)
})

test('stall: nothing comes until the client gives up', async () => {
  await fault({ mode: 'stall' })
  await expect(fetch(simulator.url(QUOTE), { signal: AbortSignal.timeout(150) })).rejects.toThrow(/timeout|aborted/i)
})

test('reset: the connection breaks in the middle', async () => {
  await fault({ mode: 'reset' })
  await expect(get(simulator.url(QUOTE))).rejects.toThrow(/ECONNRESET|aborted/)
})

test('huge: sends more bytes than a client should accept', async () => {
  await fault({ mode: 'huge' })
  const answer = await fetch(simulator.url(QUOTE))
  expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(60_000_000)
  await answer.body?.cancel()
})

test('faults can be listed and removed', async () => {
  const id = await fault({ mode: 'html' })
  expect(await (await control('GET', '/control/faults')).json()).toMatchObject({
    faults: [{ id, vendor: 'cboe', mode: 'html' }],
  })
  expect((await control('DELETE', `/control/faults/${id}`)).status).toBe(204)
  expect((await control('DELETE', `/control/faults/${id}`)).status).toBe(404)
  expect((await simulator.now(QUOTE)).text).toMatch(/^\{/)
})

test.each([
  ['mode', { vendor: 'cboe', mode: 'explode' }],
  ['vendor', { vendor: 'nobody', mode: 'html' }],
  ['status', { vendor: 'cboe', mode: 'status', status: 42 }],
  ['times', { vendor: 'cboe', mode: 'html', times: 0 }],
  ['ms', { vendor: 'cboe', mode: 'latency', ms: 'soon' }],
  ['colour', { vendor: 'cboe', mode: 'html', colour: 'red' }],
])('a bad body is 400 and names %s', async (field, body) => {
  const answer = await control('POST', '/control/faults', body)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ field })
})
