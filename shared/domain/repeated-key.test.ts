import { expect, test } from 'vitest'
import { repeatedKey } from './repeated-key.ts'

test.each([
  ['{"quantity":1,"quantity":500}', 'quantity'],
  ['{"a":{"b":1},"a" : 2}', 'a'],
  ['[{"a":1},{"b":{"c":[],"d":"}","c":0}}]', 'c'],
  ['{"a":1,"\\u0061":2}', 'a'],
  ['{"a\\"":1,"a\\"":2}', 'a"'],
  ['{"":1,\n"" :2}', ''],
])('%s has a member twice', (json, name) => {
  JSON.parse(json)
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
