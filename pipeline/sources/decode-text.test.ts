import { expect, test } from 'vitest'
import { decodeJson, decodeText } from './decode-text.ts'

const bytes = (...parts: (string | number)[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from([part]))))

test('text loses its byte-order mark and has one kind of line end', () => {
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, 'a\r\nb\rc\nd é'))).toBe('a\nb\nc\nd é')
})

test.each([
  ['half of a character', bytes('a', 0xc3)],
  ['Latin-1', bytes('caf', 0xe9, '\n')],
  ['a surrogate', bytes(0xed, 0xa0, 0x80)],
])('%s is not UTF-8, and is refused instead of replaced', (_what, body) => {
  expect(() => decodeText(body)).toThrow('the response is not UTF-8')
  expect(() => decodeJson(body)).toThrow('the response is not UTF-8')
})

test.each(['', '{"a": 1', '{"a": 1} trailing', "{'a': 1}"])('%j is not whole JSON', (text) => {
  expect(() => decodeJson(bytes(text))).toThrow('the response is not whole JSON')
})

test('a repeated key is refused, and one named like a prototype is a key', () => {
  expect(() => decodeJson(bytes('{"price": 1, "price": 2}'))).toThrow('an object repeats a key')
  const value = decodeJson(bytes('{"__proto__": {"price": 1}}')) as object
  expect(Object.keys(value)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
})
