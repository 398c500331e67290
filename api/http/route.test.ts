import { expect, test } from 'vitest'
import { ROUTES } from '../routes.ts'

test('a route answers 200, or 202 while its work goes on; one that creates something answers 201, and 200 if it exists already; a socket 101', () => {
  const others = ROUTES.filter(({ response }) => response.status !== 200)
  expect(others.map(({ method, path, response }) => [method, path, response.status, response.again?.status])).toEqual([
    ['POST', '/api/v1/admin/stages/:stage/redrive', 202, undefined],
    ['POST', '/api/v1/admin/alerts', 201, 200],
    ['POST', '/api/v1/trading/trades', 201, 200],
    ['POST', '/api/v1/trading/trades/options', 201, 200],
    ['POST', '/api/v1/trading/admin/accounts', 201, undefined],
    ['POST', '/api/v1/trading/admin/accounts/:account_id/tokens', 201, undefined],
    ['POST', '/api/v1/trading/stream/ticket', 201, undefined],
    ['GET', '/api/v1/agents/socket', 101, undefined],
    ['GET', '/api/v1/trading/socket', 101, undefined],
    ['POST', '/api/v1/admin/webhooks', 201, undefined],
  ])
  const unfinished = ROUTES.filter(({ response }) => response.status === 200 && response.again)
  expect(unfinished.map(({ method, path, response }) => [method, path, response.again?.status])).toEqual([
    ['POST', '/api/v1/admin/clock', 202],
    ['POST', '/api/v1/trading/wake', 202],
    ['POST', '/api/v1/trading/trades/:trade_id/confirm', 202],
  ])
})
