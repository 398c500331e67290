import { expect, test } from 'vitest'
import { TradeDocument } from '../../trading/orders/trade-documents.ts'
import type { Document, ServiceRequest, ToolRefusal } from './service-call.ts'
import { TRADE, tradeTools } from './trade-tools.ts'

test('a trade comes with the price of the whole and of each leg', async () => {
  const leg = { instrument: 'SPY261218C00690000', quantity: 1, price: 4.1, fill_price: null }
  const shown = { trade_id: 't', status: 'pending', price: 4.2, fill_price: null, held_against: null }
  const text = JSON.stringify({ ...shown, legs: [{ ...leg, bid: 4 }], tolerance: 1 })
  const answer = async () => ({ status: 200, text, retryAfterSeconds: null })
  const tool = tradeTools.find(({ name }) => name === 'cancel_trade')!
  expect(await tool.run(answer, { trade_id: 't' })).toEqual({ ...shown, legs: [leg] })
})

test('every member of a trade that the tools pass on is one that the route serves', () => {
  expect(TRADE.filter((name) => !(name in TradeDocument.shape))).toEqual([])
  // A fill without its time, or a loss of null without its reason, would have to be guessed.
  expect(TRADE).toEqual(expect.arrayContaining(['ended_at', 'max_loss', 'max_loss_reason']))
})

const toolOf = (name: string) => tradeTools.find((each) => each.name === name)!

/** Runs a tool on an answer of the route; returns its answer and the one request that it sent. */
async function runTool(name: string, input: object, trade: Document = { trade_id: 't' }) {
  const requests: ServiceRequest[] = []
  const call = async (request: ServiceRequest) => {
    requests.push(request)
    return { status: 200, text: JSON.stringify(trade), retryAfterSeconds: null }
  }
  const tool = toolOf(name)
  const answer = await tool.run(call, tool.input.parse(input) as Document)
  expect(requests).toHaveLength(1)
  return { answer, request: requests[0]! }
}

const CALL = 'SPY261218C00690000'
const LEGS = [
  { contract: CALL, side: 'buy' },
  { contract: 'SPY261218C00700000', side: 'sell', ratio: 2 },
]

test.each([
  [{ symbol: 'SPY', side: 'buy', quantity: 1 }, '/api/v1/trading/trades'],
  [{ contract: CALL, side: 'sell', quantity: 2, client_order_id: 'mine' }, '/api/v1/trading/trades/options'],
  [{ legs: LEGS, quantity: 3 }, '/api/v1/trading/trades/options'],
])('the order %j is quoted at %s as it was given', async (order, url) => {
  expect((await runTool('quote_trade', order)).request).toEqual({ method: 'POST', url, body: order })
})

test.each([{}, { symbol: 'SPY', contract: CALL }, { symbol: 'SPY', legs: LEGS }, { contract: CALL, legs: LEGS }])(
  'an order for %j is refused before any request: it needs exactly one thing to trade',
  async (order) => {
    const failure = (await runTool('quote_trade', { ...order, quantity: 1 }).catch((error) => error)) as ToolRefusal
    expect(failure.body).toMatchObject({
      message: 'Give exactly one of symbol, contract and legs.',
      details: { fields: ['symbol', 'contract', 'legs'] },
    })
  },
)

test.each<[object, boolean]>([
  [{ symbol: 'SPY', quantity: 0 }, false],
  [{ symbol: 'SPY', quantity: 1.5 }, false],
  [{ symbol: 'SPY', quantity: 1, side: 'hold' }, false],
  [{ legs: LEGS.slice(1), quantity: 1 }, false],
  [{ legs: [...LEGS, ...LEGS], quantity: 1 }, true],
  [{ legs: [...LEGS, ...LEGS, ...LEGS.slice(1)], quantity: 1 }, false],
  [{ legs: [{ ...LEGS[0], ratio: 0 }, LEGS[1]], quantity: 1 }, false],
  [
    {
      legs: [
        { ...LEGS[0], ratio: 1 },
        { ...LEGS[1], ratio: 100 },
      ],
      quantity: 1,
    },
    true,
  ],
  [{ legs: [{ ...LEGS[0], ratio: 101 }, LEGS[1]], quantity: 1 }, false],
  [{ legs: [{ ...LEGS[0], price: 1 }, LEGS[1]], quantity: 1 }, false],
])('an order %j fits the tool: %s', (order, fits) => {
  expect(toolOf('quote_trade').input.safeParse(order).success).toBe(fits)
})

test('a pending quote states the next step, and its warnings name their subject', async () => {
  const warning = { severity: 'warn', message: 'm', instrument: 'SPY', code: 'internal' }
  const trade = { trade_id: 't', status: 'pending', held_against: [warning] }
  const order = { symbol: 'SPY', side: 'buy', quantity: 1 }
  expect((await runTool('quote_trade', order, trade)).answer).toMatchObject({
    held_against: [{ severity: 'warn', message: 'm', instrument: 'SPY' }],
    next: 'confirm_trade with this trade_id fills it at the live price, never beyond worst_price',
  })
  expect((await runTool('quote_trade', order, { ...trade, status: 'executed' })).answer).not.toHaveProperty('next')
})

test('a confirmation has a key of the trade alone, so that a repetition gets the same fill', async () => {
  expect((await runTool('confirm_trade', { trade_id: 't/1' })).request).toEqual({
    method: 'POST',
    url: '/api/v1/trading/trades/t%2F1/confirm',
    idempotencyKey: 'mcp-confirm-t/1',
  })
  const { request } = await runTool('confirm_trade', { trade_id: `a b\u00e9!~${'x'.repeat(200)}` })
  expect(request.idempotencyKey).toBe(`mcp-confirm-ab!~${'x'.repeat(94)}`)
})

test('a cancellation ends the trade of the id', async () => {
  expect((await runTool('cancel_trade', { trade_id: 't/1' })).request).toEqual({
    method: 'DELETE',
    url: '/api/v1/trading/trades/t%2F1',
  })
})

test('only the confirmation moves money, and repeating it or a cancellation adds nothing', () => {
  expect(
    tradeTools.map(({ name, annotations }) => [name, annotations.destructiveHint, annotations.idempotentHint]),
  ).toEqual([
    ['quote_trade', false, false],
    ['confirm_trade', true, true],
    ['cancel_trade', false, true],
  ])
  expect(tradeTools.every(({ annotations }) => !annotations.readOnlyHint && !annotations.openWorldHint)).toBe(true)
})
