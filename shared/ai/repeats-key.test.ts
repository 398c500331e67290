import { expect, test } from 'vitest'
import { repeatsKey } from './repeats-key.ts'

const KEY = 'sk-quietcanaryofthemarket'

test.each([
  ['the key', `Incorrect API key provided: ${KEY}.`, true],
  ['the key in other letters', KEY.toUpperCase(), true],
  ['a long part of it', `the start is ${KEY.slice(0, 22)}…`, true],
  ['its letters apart', [...KEY].join(' '), true],
  ['its letters escaped', [...KEY].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`).join(''), true],
  ['a short part of it', `the start is ${KEY.slice(0, 12)}`, false],
  ['the provider’s own mask', 'Incorrect API key provided: sk-qui********rket.', false],
  ['nothing of it', 'The market is quiet.', false],
])('%s: %s', (_what, text, repeats) => {
  expect(repeatsKey(text, KEY)).toBe(repeats)
})

test('a missing key, or one that is a plain word, never counts as repeated', () => {
  expect(repeatsKey('ollama', 'ollama')).toBe(false)
  expect(repeatsKey('anything', null)).toBe(false)
})
