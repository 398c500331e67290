import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { keepPublicState } from '../../shared/postgres/receipts/public-state.ts'
import { NOW } from '../api/support/seed.ts'
import { tradeWorld } from './trade-world.ts'

const world = tradeWorld()

test('quote and fill carry receipts that only their account reads, byte for byte', async () => {
  const state = await world.sql.begin((tx) => keepPublicState(tx, NOW))
  const [agent, other] = [await world.account(), await world.account({ name: 'other' })]
  const quoted = await agent.initiate()
  expect(quoted.status, quoted.text).toBe(201)
  const { trade_id: id, state_ref: quoteRef } = quoted.body
  expect(quoted.body.fill_state_ref).toBeNull()
  const read = (ref: string, by = agent) => by.ask({ method: 'GET', url: `/api/v1/receipts/${ref}` })
  const quote = await read(quoteRef)
  expect(quote.status, quote.text).toBe(200)
  const { state_ref: _, fill_state_ref: __, ...terms } = quoted.body
  expect(quote.body).toEqual({
    kind: 'quote',
    known_at: terms.created_at,
    market_state_ref: state,
    quote_state_ref: null,
    trade: terms,
  })
  expect(quoteRef).toBe(`quote-${createHash('sha256').update(quote.text).digest('hex').slice(0, 40)}`)

  const filled = await agent.confirm(id)
  expect(filled.status, filled.text).toBe(200)
  const fill = await read(filled.body.fill_state_ref)
  expect(fill.body).toMatchObject({
    kind: 'fill',
    market_state_ref: state,
    quote_state_ref: quoteRef,
    trade: { trade_id: id, status: 'executed', fill_price: filled.body.fill_price, cash_after: filled.body.cash_after },
  })
  expect((await read(quoteRef)).text).toBe(quote.text)
  const history = await agent.ask({ method: 'GET', url: '/api/v1/trading/history' })
  expect(history.body.trades[0]).toMatchObject({ state_ref: quoteRef, fill_state_ref: filled.body.fill_state_ref })

  expect((await read(quoteRef, other)).status).toBe(404)
  expect((await world.one.inject(`/api/v1/receipts/${quoteRef}`)).statusCode).toBe(401)
  expect((await world.one.inject(`/api/v1/receipts/${state}`)).statusCode).toBe(200)
})
