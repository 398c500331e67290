import { expect, test } from 'vitest'
import { TradeDocument } from '../../trading/orders/trade-documents.ts'
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
