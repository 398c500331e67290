import { expect, test } from 'vitest'
import { tradeTools } from './trade-tools.ts'

test('a trade comes with the price of the whole and of each leg', async () => {
  const leg = { instrument: 'SPY261218C00690000', quantity: 1, price: 4.1, fill_price: null }
  const shown = { trade_id: 't', status: 'pending', price: 4.2, fill_price: null, held_against: null }
  const text = JSON.stringify({ ...shown, legs: [{ ...leg, bid: 4 }], tolerance: 1 })
  const answer = async () => ({ status: 200, text, retryAfterSeconds: null })
  const tool = tradeTools.find(({ name }) => name === 'cancel_trade')!
  expect(await tool.run(answer, { trade_id: 't' })).toEqual({ ...shown, legs: [leg] })
})
