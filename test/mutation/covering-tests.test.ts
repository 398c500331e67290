import { expect, test } from 'vitest'
import { coveringTests } from './covering-tests.ts'

/** `ran` maps a test to the functions of the file that it runs; a test that is not recorded yet is recorded on demand. */
function records(ran: Record<string, readonly string[]>, known: readonly string[] = []) {
  const recorded = new Set(known)
  return {
    recorded,
    ranBy: (name: string) => (recorded.has(name) ? (ran[name] ?? []) : null),
    record: async (tests: readonly string[]) => tests.forEach((name) => void recorded.add(name)),
  }
}

test('the tests that run the function are chosen in the order of their rank', async () => {
  const own = records({ a: ['', 'other'], b: ['', 'f'], c: ['f'], d: ['f', 'other'] })
  expect(await coveringTests(['a', 'b', 'c', 'd'], 'f', 2, own)).toEqual(['b', 'c'])
})

test('code outside of functions is covered by each test that runs a function of the file', async () => {
  const own = records({ loads: [''], runs: ['', 'f'] })
  expect(await coveringTests(['loads', 'runs', 'stranger'], null, 2, own)).toEqual(['runs'])
})

test('no more tests are recorded once enough are found', async () => {
  const ranked = Array.from({ length: 40 }, (_, at) => `${at}`)
  const own = records({ 3: ['f'], 14: ['f'], 30: ['f'] }, ['0'])
  expect(await coveringTests(ranked, 'f', 2, own)).toEqual(['3', '14'])
  expect(own.recorded.size).toBe(18)
})
