import { expect, test } from 'vitest'
import { matchesEtag, strongEtag } from './etag.ts'

test('equal bytes have equal tags, other bytes have other tags', () => {
  expect(strongEtag(Buffer.from('a'))).toBe(strongEtag(Buffer.from('a')))
  expect(strongEtag(Buffer.from('a'))).not.toBe(strongEtag(Buffer.from('b')))
})

test.each([
  [undefined, false],
  ['', false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", W/"a"', true],
  [' * ', true],
  ['"ab"', false],
  ['a', false],
])('If-None-Match %s matches "a": %s', (header, expected) => expect(matchesEtag(header, '"a"')).toBe(expected))
