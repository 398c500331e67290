import { expect, test } from 'vitest'
import { FailureBuckets } from './failure-buckets.ts'

test('a window begins with the first failure and ends after its time, whatever happens in it', () => {
  let now = 1_000
  const buckets = new FailureBuckets({ failuresMax: 2, windowMs: 100, keysMax: 10 }, () => now)
  expect(buckets.fail(['a'])).toBeNull()
  now = 1_050
  expect(buckets.fail(['a'])).toBeNull()
  now = 1_060
  expect(buckets.fail(['a'])).toBe(40)
  expect(buckets.fail(['b', 'a'])).toBe(40)
  now = 1_099
  expect(buckets.fail(['a'])).toBe(1)
  now = 1_101
  expect(buckets.fail(['a'])).toBeNull()
})

test('a refused failure is not counted, and the number of keys is bounded', () => {
  const buckets = new FailureBuckets({ failuresMax: 1, windowMs: 100, keysMax: 2 }, () => 1_000)
  expect(buckets.fail(['a'])).toBeNull()
  expect(buckets.fail(['a', 'b'])).toBe(100)
  expect(buckets.fail(['b'])).toBeNull()
  expect(buckets.fail(['c'])).toBeNull()
  expect(buckets.fail(['a'])).toBeNull()
})

test('without limits of its own, the twenty-first failure within a minute is refused', () => {
  let now = 1_000
  const buckets = new FailureBuckets(undefined, () => now)
  for (let failure = 1; failure <= 20; failure++) {
    expect(buckets.full(['a'])).toBeNull()
    expect(buckets.fail(['a'])).toBeNull()
  }
  expect(buckets.full(['a'])).toBe(60_000)
  now = 60_999
  expect(buckets.fail(['a'])).toBe(1)
  now = 61_001
  expect(buckets.fail(['a'])).toBeNull()
})

test('a caller with several full keys waits for the last of them', () => {
  let now = 1_000
  const buckets = new FailureBuckets({ failuresMax: 1, windowMs: 100, keysMax: 10 }, () => now)
  buckets.fail(['a'])
  now = 1_030
  buckets.fail(['b'])
  expect(buckets.full(['a', 'b', 'c'])).toBe(100)
  expect(buckets.full(['a', 'c'])).toBe(70)
  expect(buckets.full(['c'])).toBeNull()
})
