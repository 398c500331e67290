import { expect, test } from 'vitest'
import { judgeVersion } from './supported-versions.ts'

test.each([
  [90_624, { kind: 'refused', reason: 'runs Postgres 9; use 15 or newer' }],
  [140_020, { kind: 'refused', reason: 'runs Postgres 14; use 15 or newer' }],
  [150_000, { kind: 'supported' }],
  [170_006, { kind: 'supported' }],
  [189_999, { kind: 'supported' }],
  [190_000, { kind: 'untested', reason: 'runs Postgres 19, which no test has seen; 15 to 18 are supported' }],
])('server_version_num %i is judged %j', (number, verdict) => {
  expect(judgeVersion(number)).toEqual(verdict)
})
