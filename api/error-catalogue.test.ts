import { expect, test } from 'vitest'
import { TRADE_REASONS } from '../shared/domain/trading/trade.ts'
import { ERROR_CATALOGUE } from './error-catalogue.ts'
import type { ErrorCode } from './http/error-catalogue.ts'

test('an error has a Retry-After exactly when a retry can help', () => {
  for (const [code, { retryAfterMs, retryable }] of Object.entries(ERROR_CATALOGUE)) {
    // Its answer ends the connection, so no request is left to repeat.
    if (code === 'request_timeout') continue
    expect((retryAfterMs ?? 0) > 0, code).toBe(retryable)
  }
})

test('a refusal that ends a trade is never retryable', () => {
  const ending = Object.keys(ERROR_CATALOGUE).filter((code) => TRADE_REASONS.some((reason) => reason === code))
  expect(ending).toContain('price_moved')
  for (const code of ending) expect(ERROR_CATALOGUE[code as ErrorCode].retryable, code).toBe(false)
})
