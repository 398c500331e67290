import { expect, test } from 'vitest'
import { TRADE_REASONS } from '../../shared/domain/trading/trade.ts'
import { ERROR_CATALOGUE, type ErrorCode, retryAfterMsOf } from './error-catalogue.ts'

test('an answer says when to come again exactly where that can help', () => {
  for (const code of Object.keys(ERROR_CATALOGUE) as ErrorCode[]) {
    // Its answer ends the connection before there is a request to repeat.
    if (code === 'request_timeout') continue
    expect((retryAfterMsOf(code) ?? 0) > 0, code).toBe(ERROR_CATALOGUE[code].retryable)
  }
})

test('what ends a trade is never worth the same request again', () => {
  const ending = Object.keys(ERROR_CATALOGUE).filter((code) => TRADE_REASONS.some((reason) => reason === code))
  expect(ending).toContain('price_moved')
  for (const code of ending) expect(ERROR_CATALOGUE[code as ErrorCode].retryable, code).toBe(false)
})
