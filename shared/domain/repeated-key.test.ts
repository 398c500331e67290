import { expect, test } from 'vitest'
import { mayRepeatKey, repeatedKey } from './repeated-key.ts'

test.each([
  ['{"quantity":1,"quantity":500}', 'quantity'],
  ['{"a":{"b":1},"a" : 2}', 'a'],
  ['[{"a":1},{"b":{"c":[],"d":"}","c":0}}]', 'c'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"a\\"":1,"a\\"":2}', 'a"'],
  ['{"":1,\n"" :2}', ''],
])('%s has a member twice', (json, name) => {
  expect(mayRepeatKey(json, JSON.parse(json))).toBe(true)
  expect(repeatedKey(json)).toBe(name)
})

test.each([
  '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
  '{"a":"b","b":"a","c":"a"}',
  '["a","a",{"a":"\\"a\\":1"},"a:"]',
  '{"a":"\\\\","b":"{\\"a\\":1,\\"a\\":2}"}',
  '"a"',
  '"a"  ',
  '1',
])('%s has each member once', (json) => {
  JSON.parse(json)
  expect(repeatedKey(json)).toBeNull()
})

test.each([
  '{"a":[{"b":1,"c":"d"},{"b":null}],"e":{}}',
  '["a\\\\",{"\\\\":"b:"}]',
  '{"__proto__":1,"a":{"__proto__":{"b":1}}}',
])('%s needs no second look', (json) => {
  expect(mayRepeatKey(json, JSON.parse(json))).toBe(false)
})

test('a key that is repeated with a space in one place is seen, although the numbers agree', () => {
  const json = '{"a":1,"a" :2}'
  expect(mayRepeatKey(json, JSON.parse(json))).toBe(true)
})

test('a document of any depth is counted', () => {
  const json = '{"a":'.repeat(200_000).concat('1', '}'.repeat(200_000))
  expect(mayRepeatKey(json, JSON.parse(json))).toBe(false)
})
