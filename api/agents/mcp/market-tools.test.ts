import { describe, expect, test } from 'vitest'
import { marketTools } from './market-tools.ts'
import type { Document, ServiceRequest } from './service-call.ts'

/** Runs a tool on an answer of the route; returns its answer and the address that it read. */
async function runTool(name: string, input: object, document: Document = {}) {
  const urls: string[] = []
  const call = async ({ url }: ServiceRequest) => {
    urls.push(url)
    return { status: 200, text: JSON.stringify(document), retryAfterSeconds: null }
  }
  const tool = marketTools.find((each) => each.name === name)!
  const answer = await tool.run(call, tool.input.parse(input) as Document)
  expect(urls).toHaveLength(1)
  return { answer, url: urls[0]! }
}
const state = async (section: string | undefined, document: Document) =>
  (await runTool('get_market_state', section === undefined ? {} : { section }, document)).answer

describe('the state of the market', () => {
  const SNAPSHOT: Document = {
    as_of: 'a',
    trade_date: 'd',
    regime: 'RISK-ON',
    health_score: 57,
    live_points: 90,
    stale: true,
    internal: 1,
    score_components: [{ key: 'vix', name: 'VIX', value: '15', points: 3, inputs: [] }, { key: 'dix' }],
    signal_levels: { vix: { level: 'neutral', reason: 'r' } },
    correlations: { status: 'ready', pairs: { a: { name: 'A', n: 60, inputs: [] } } },
    gamma_levels: { status: 'ready' },
  }

  test('is the summary unless asked otherwise, with the value and level of each signal', async () => {
    expect(await state(undefined, SNAPSHOT)).toEqual({
      as_of: 'a',
      trade_date: 'd',
      regime: 'RISK-ON',
      health_score: 57,
      stale: true,
      values: { vix: '15' },
      levels: { vix: 'neutral' },
      more: expect.stringMatching(/^further sections: components, trends, .*, flow$/),
    })
  })

  test('has sections of their own without what only an auditor reads', async () => {
    const head = { as_of: 'a', trade_date: 'd', stale: true }
    expect(await state('components', SNAPSHOT)).toEqual({
      ...head,
      health_score: 57,
      live_points: 90,
      components: [{ key: 'vix', name: 'VIX', value: '15', points: 3 }, { key: 'dix' }],
    })
    expect(await state('correlations', SNAPSHOT)).toEqual({
      ...head,
      correlations: { status: 'ready', pairs: [{ name: 'A', n: 60 }] },
    })
    expect(await state('gamma', SNAPSHOT)).toEqual({ ...head, gamma_levels: { status: 'ready' } })
  })

  test('keeps the reason of a block that is not ready', async () => {
    const block = { status: 'not_ready', reason: 'too few days' }
    expect((await state('correlations', { correlations: block })).correlations).toEqual(block)
    expect((await state('correlations', {})).correlations).toBeNull()
  })

  test.each([
    [{}, '/api/v1/signals/latest'],
    [{ section: 'flow' }, '/api/v1/flow/symbol/SPY'],
    [{ section: 'flow', symbol: 'AAPL', panel: 'zdte' }, '/api/v1/flow/zdte/AAPL'],
    [{ section: 'company', symbol: 'AAPL' }, '/api/v1/company/AAPL'],
    [{ section: 'picks' }, '/api/v1/screener/company-action-board'],
    [{ section: 'verdict' }, '/api/v1/ai2/verdict'],
  ])('%j is read at %s', async (input, url) => {
    expect((await runTool('get_market_state', input)).url).toBe(url)
  })

  test.each([
    [{ symbol: 'AAPL' }, 'symbol'],
    [{ section: 'verdict', symbol: 'AAPL' }, 'symbol'],
    [{ section: 'gamma', panel: 'gamma' }, 'panel'],
  ])('%j is refused, so that nobody takes the market’s state for that of a company', async (input, field) => {
    const tool = marketTools.find(({ name }) => name === 'get_market_state')!
    const asked = tool.run(() => Promise.reject(new Error('asked')), tool.input.parse(input) as Document)
    await expect(asked).rejects.toMatchObject({ body: { code: 'invalid_parameter', details: { fields: [field] } } })
  })

  test('has picks with their contract and what money they deserve', async () => {
    const pick = { ticker: 'A', why: 'w', tail: 1, bettability: { chip: 'c', x: 1 }, contract: { entry: 2, x: 1 } }
    expect(await state('picks', { as_of: 'a', longs: [pick, null], candidates: [] })).toEqual({
      as_of: 'a',
      longs: [{ ticker: 'A', why: 'w', chip: 'c', contract: { entry: 2 } }],
      shorts: [],
    })
    expect(await state('picks', { longs: [{ ticker: 'B', contract: null }] })).toMatchObject({
      longs: [{ ticker: 'B', contract: null }],
    })
  })
})

test('a custom alert is shown with its name, a built-in one without', async () => {
  const alert = { alert_id: 'VIX_PANIC', severity: 'critical', evidence: {}, custom: null }
  const custom = { alert_id: 'CUSTOM_1', severity: 'info', custom: { name: 'mine' } }
  const document = { evaluated_through: 't', summary: { total: 2 }, alerts: [alert, custom] }
  expect((await runTool('list_alerts', {}, document)).answer).toEqual({
    evaluated_through: 't',
    summary: { total: 2 },
    alerts: [
      { alert_id: 'VIX_PANIC', severity: 'critical' },
      { alert_id: 'CUSTOM_1', severity: 'info', custom_name: 'mine' },
    ],
    held: [],
  })
})

test('a position is long the stock unless said otherwise', async () => {
  const { url, answer } = await runTool(
    'read_position',
    { symbol: 'SPY' },
    { exposures: [], schema_version: '1', n: 2 },
  )
  expect(url).toBe('/api/v1/agents/position-read?symbol=SPY&side=long')
  expect(answer).toEqual({ n: 2 })
})

test('a pulse never takes more bytes than the answer may', async () => {
  const urlOf = async (input: object) => (await runTool('get_pulse', input)).url
  expect(await urlOf({})).toBe('/api/v1/agents/pulse?budget=1200')
  expect(await urlOf({ since: '5.7', budget: 8_000, max_bytes: 900 })).toBe('/api/v1/agents/pulse?since=5.7&budget=900')
  const fits = (budget: number) =>
    marketTools.find(({ name }) => name === 'get_pulse')!.input.safeParse({ budget }).success
  expect([199, 200, 8_000, 8_001].map(fits)).toEqual([false, true, true, false])
})

test('a report is read in parts that continue where the one before ended', async () => {
  const report = { filename: 'f', content: 'x'.repeat(500), internal: 1 }
  const part = async (offset: number, content = report.content) =>
    (await runTool('read_report', { offset, max_bytes: 500 }, { ...report, content })).answer
  const first = await part(0)
  // 200 bytes are left in addition to the head, two of them for the quotes of the text.
  expect(first).toMatchObject({ filename: 'f', offset: 0, total_chars: 500, next_offset: String(first.content).length })
  expect(Number(first.next_offset)).toBeGreaterThan(180)
  expect(Number(first.next_offset)).toBeLessThanOrEqual(198)
  expect(await part(400)).toMatchObject({ content: 'x'.repeat(100), next_offset: null })
  const wide = String((await part(0, 'é'.repeat(500))).content)
  expect(Buffer.byteLength(wide)).toBeLessThanOrEqual(198)
})
