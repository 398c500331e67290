import { expect, test } from 'vitest'
import { chooseEncoding } from './encodings.ts'

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0', null],
  ['br;q=0.5, gzip', 'br'],
  ['*', 'br'],
  ['*;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['deflate', null],
  ['brotli', null],
] as const)('Accept-Encoding %s is answered with %s', (accepted, expected) =>
  expect(chooseEncoding(accepted)).toBe(expected),
)
