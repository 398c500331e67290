import { describe, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { aiSettings } from './ai-settings.ts'

const KEY = 'a-key-that-must-not-be-repeated'
const settings = (variables: Record<string, string>) => aiSettings(readConfig(variables))
const local = { AI_PROVIDER: 'openai-compatible', AI_BASE_URL: 'http://127.0.0.1:11434/v1' }
const anthropic = { AI_PROVIDER: 'anthropic', AI_API_KEY: KEY }

describe('is refused by name', () => {
  test.each([
    [
      'a model without a known price',
      { ...local, AI_MODEL: 'llama-9' },
      /^AI_MODEL: the price of llama-9 is not known/,
    ],
    ['half a price', { ...local, AI_MODEL: 'llama-9', AI_PRICE_IN: '0' }, /AI_PRICE_OUT/],
    [
      'a name that only begins as a known one',
      { ...anthropic, AI_MODEL: 'claude-opus-5-5-max' },
      /claude-opus-5-5-max/,
    ],
    ['no model', anthropic, /^AI_MODEL: required/],
    ['no key', { AI_PROVIDER: 'anthropic', AI_MODEL: 'claude-haiku-4-5' }, /^AI_API_KEY: required/],
    ['no address', { AI_PROVIDER: 'openai-compatible', AI_MODEL: 'gpt-4.1' }, /^AI_BASE_URL: required/],
    [
      'a login in the address',
      { ...local, AI_BASE_URL: `http://me:${KEY}@127.0.0.1/v1`, AI_MODEL: 'gpt-4.1' },
      /^AI_BASE_URL/,
    ],
    ['a key without a provider', { AI_API_KEY: KEY }, /^AI_API_KEY: set AI_PROVIDER/],
  ])('%s', (_what, variables, message) => {
    expect(() => settings(variables)).toThrow(message)
    expect(() => settings(variables)).not.toThrow(KEY)
  })
})

test('a known model has its list price, also in a dated version, and the given price counts before it', () => {
  expect(settings({ ...anthropic, AI_MODEL: 'claude-haiku-4-5-20251001' })?.prices).toEqual({ in: 1, out: 5 })
  expect(settings({ ...local, AI_MODEL: 'gpt-4o-mini-2024-07-18' })?.prices).toEqual({ in: 0.15, out: 0.6 })
  expect(settings({ ...anthropic, AI_MODEL: 'claude-opus-5-5', AI_PRICE_IN: '9' })?.prices).toEqual({ in: 9, out: 20 })
})

test('a local model costs nothing when that is said', () => {
  const free = { AI_PRICE_IN: '0', AI_PRICE_OUT: '0' }
  expect(settings({ ...local, ...free, AI_MODEL: 'llama-9' })?.prices).toEqual({ in: 0, out: 0 })
})
