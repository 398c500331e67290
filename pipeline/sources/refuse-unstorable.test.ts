import { expect, test } from 'vitest'
import { refuseUnstorable } from './refuse-unstorable.ts'

const refused = (text: string, dataOf: (value: unknown) => object = (value) => ({ records: [{ row: { value } }] })) => {
  try {
    refuseUnstorable(Buffer.from(text), dataOf(JSON.parse(text)))
    return false
  } catch {
    return true
  }
}

test.each([
  ['a NUL', '"a\\u0000b"', true],
  ['the first half of a character', '"a\\ud83db"', true],
  ['the second half alone', '"\\uDE00"', true],
  ['a whole character by its escapes', '"\\ud83d\\ude00"', false],
  ['the text of an escape', '"a\\\\u0000b"', false],
  ['any other text', '"Müller & Söhne 😀"', false],
  ['a null beside a whole character', '[null, "\\ud83d\\ude00"]', false],
  ['no text', '[1, null, true, {"a": 2}]', false],
])('data with %s: refused %s', (_what, text, isRefused) => expect(refused(text)).toBe(isRefused))

test('a part that the parser left out does not count as a reason', () => {
  expect(refused('"\\u0000"', () => ({ records: [] }))).toBe(false)
})

test('a NUL as it is within a table is found, too', () => {
  expect(() => refuseUnstorable(Buffer.from('Security\nA\0B'), { members: [{ name: 'A\0B' }] })).toThrow('a NUL')
})
