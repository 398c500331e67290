import { expect, test } from 'vitest'
import { createLookupCache, type Lookup } from './lookup-cache.ts'

const found = (value: string): Lookup<string> => ({ value, reason: null, unknown: false })
const AWAY: Lookup<string> = { value: null, reason: 'away', unknown: false }
const UNKNOWN: Lookup<string> = { value: null, reason: 'no such thing', unknown: true }

/** A cache that keeps each value for a second, whose fetches give the next of these answers and are counted. */
function cacheOf(...answers: Lookup<string>[]) {
  let now = 0
  let fetches = 0
  const cache = createLookupCache<string>({ nowMs: () => now, keepMax: 2 })
  const fetch = async () => {
    fetches += 1
    return answers.shift() ?? AWAY
  }
  return {
    read: async (atMs: number, key = 'a') => {
      now = atMs
      return await cache.one(key, fetch, () => 1_000)
    },
    cache,
    fetches: () => fetches,
  }
}

test('a value is reused until it expires, and then fetched again', async () => {
  const { read, fetches } = cacheOf(found('first'), found('second'))
  expect(await read(0)).toEqual(found('first'))
  expect([await read(999), fetches()]).toEqual([found('first'), 1])
  expect([await read(1_000), fetches()]).toEqual([found('second'), 2])
})

test('while fetches fail the last value is served, with the reason', async () => {
  const { read } = cacheOf(found('first'), AWAY)
  await read(0)
  expect(await read(5_000)).toEqual({ value: 'first', reason: 'away', unknown: false })
})

test('a value that no provider has any more is dropped at once, and does not return at the next failure', async () => {
  const { read } = cacheOf(found('first'), UNKNOWN, AWAY)
  await read(0)
  expect([await read(1_000), await read(2_000)]).toEqual([UNKNOWN, AWAY])
})

test('the least recently used values are forgotten first', async () => {
  const { read } = cacheOf(found('a'), found('b'), found('c'))
  for (const key of ['a', 'b', 'c']) await read(0, key)
  expect([(await read(2_000, 'a')).value, (await read(2_000, 'c')).value]).toEqual([null, 'c'])
})

test('concurrent callers share a fetch, and a key that it leaves out gets no answer', async () => {
  const { cache } = cacheOf()
  const asked: string[][] = []
  const fetch = async (missing: readonly string[]) => {
    asked.push([...missing])
    return new Map([['a', found('first')]])
  }
  const both = [cache.many(['a', 'b', 'a'], fetch, () => 1_000), cache.many(['b', 'c'], fetch, () => 1_000)]
  const [one, other] = await Promise.all(both)
  expect(asked).toEqual([['a', 'b'], ['c']])
  expect(one!.get('a')).toEqual(found('first'))
  expect(other!.get('b')).toEqual({ value: null, reason: 'no answer', unknown: false })
})
