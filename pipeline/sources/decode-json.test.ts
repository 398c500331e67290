import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeJson } from './decode-text.ts'

const decode = (text: string) => decodeJson(new TextEncoder().encode(text))
const twice = expect.objectContaining({ kind: 'invalid', message: 'an object repeats a key' })

describe('a repeated key', () => {
  it.each([
    '{"a":1,"a":2}',
    '{"a":{"b":1 , "b" : 2}}',
    '[{"a":1},{"a":1,"c":"}","a":2}]',
    '{"price":1,"pr\\u0069ce":2}',
    '{"__proto__":1,"__proto__":2}',
    '{"\\"":1,"\\"":2}',
    '{"a":[{"x":1}],"a":2}',
  ])('%s is refused', (text) => expect(() => decode(text)).toThrow(twice))

  it.each([
    '{"a":1,"b":{"a":2}}',
    '[{"a":1},{"a":2}]',
    '{"a":"a","b":"a\\":"}',
    '["a","a"]',
    '{"a\\\\":1,"a":2}',
    '{}',
  ])('%s is accepted', (text) => expect(decode(text)).toEqual(JSON.parse(text)))

  it('JSON.stringify never prints one', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(decode(text)).toEqual(JSON.parse(text))
      }),
    )
  })
})
