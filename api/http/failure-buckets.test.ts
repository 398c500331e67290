import { expect, test } from 'vitest'
import { FailureBuckets } from './failure-buckets.ts'

test('the window begins with the first failure, and ends whatever happens in it', () => {
  let now = 0
  const buckets = new FailureBuckets({ failuresMax: 2, windowMs: 100, keysMax: 10 }, () => now)
  expect(buckets.fail(['a'])).toBeNull()
  now = 50
  expect(buckets.fail(['a'])).toBeNull()
  now = 60
  expect(buckets.fail(['a'])).toBe(40)
  expect(buckets.fail(['b', 'a'])).toBe(40)
  now = 99
  expect(buckets.fail(['a'])).toBe(1)
  now = 100
  expect(buckets.fail(['a'])).toBeNull()
})

test('a refused failure counts nowhere, and keys are bounded', () => {
  const buckets = new FailureBuckets({ failuresMax: 1, windowMs: 100, keysMax: 2 }, () => 0)
  expect(buckets.fail(['a'])).toBeNull()
  expect(buckets.fail(['a', 'b'])).toBe(100)
  expect(buckets.fail(['b'])).toBeNull()
  expect(buckets.fail(['c'])).toBeNull()
  expect(buckets.fail(['a'])).toBeNull()
})
