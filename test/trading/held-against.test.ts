import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { announceDocuments, saveReadModel } from '../../shared/postgres/signals/read-models.ts'
import { BUY, SELL, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const EXAMPLE = `${import.meta.dirname}/../../api/screener/board-example.json`

/** The board of the example, with its first long in another name. */
async function holdLong(ticker: string): Promise<void> {
  const board = JSON.parse(readFileSync(EXAMPLE, 'utf8'))
  const longs = [{ ...board.longs[0], ticker }]
  await world.sql.begin(async (tx) => {
    const body = JSON.stringify({ ...board, longs, shorts: [] })
    const model = { key: 'screener/board', contentType: 'application/json', body, asOf: new Date(), run: 1 }
    await saveReadModel(tx, model)
    await announceDocuments(tx, 'screener')
  })
}

test('an order against a pick of the screener is warned of, and one on the same side is not', async () => {
  const agent = await world.account()
  await agent.bought()
  await holdLong('SPY')
  const sold = (await agent.initiate({ ...SELL, quantity: 1 })).body
  expect(sold.held_against).toEqual([
    {
      kind: 'pick',
      severity: 'info',
      message: expect.stringContaining('the screener holds SPY on the other side'),
      alert_id: null,
      instrument: 'SPY',
    },
  ])
  expect((await agent.initiate({ ...BUY, quantity: 1 })).body.held_against).toEqual([])
})
