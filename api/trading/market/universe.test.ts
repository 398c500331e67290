import { expect, test } from 'vitest'
import type { Reader } from '../../database/reader.ts'
import type { MemberRow } from './tickers-view.ts'
import { createUniverse, universeOf } from './universe.ts'

const member = (symbol: string, current = true): MemberRow => ({
  symbol,
  name: `${symbol} Inc.`,
  sector: 'Financials',
  current,
  listedAt: new Date('2026-11-02T14:00:00Z'),
  source: 'wikipedia',
})

/** A universe with a clock of its own, and a reader that waits until its list is given. */
function world() {
  const waiting: PromiseWithResolvers<MemberRow[]>[] = []
  const reader = {
    read: () => {
      waiting.push(Promise.withResolvers<MemberRow[]>())
      return waiting.at(-1)!.promise
    },
  } as unknown as Pick<Reader, 'read'>
  let nowMs = 0
  const universe = createUniverse(reader, { nowMs: () => nowMs })
  return { universe, waiting, at: (ms: number) => (nowMs = ms) }
}

test('the list of members is read again a minute after it came, once for all who ask', async () => {
  const { universe, waiting, at } = world()
  const [first, second] = [universe(), universe()]
  expect(waiting).toHaveLength(1)
  waiting[0]!.resolve([member('ZION')])
  expect((await first).find('ZION')?.kind).toBe('stock')
  expect(await second).toBe(await first)
  at(59_999)
  expect(await universe()).toBe(await first)
  at(60_000)
  const later = universe()
  waiting[1]!.resolve([member('AFL')])
  expect((await later).find('ZION')).toBeNull()
})

test('a list without members is read again after a second, since the first may come at any moment', async () => {
  const { universe, waiting, at } = world()
  const empty = universe()
  waiting[0]!.resolve([])
  expect((await empty).members).toBeNull()
  at(999)
  expect(await universe()).toBe(await empty)
  at(1_000)
  const known = universe()
  waiting[1]!.resolve([member('ZION')])
  expect((await known).members).toMatchObject({ count: 1, source: 'wikipedia' })
})

test('a list that cannot be read is an error for all who wait for it, and the next to ask reads again', async () => {
  const { universe, waiting } = world()
  const [first, second] = [universe(), universe()]
  waiting[0]!.reject(new Error('down'))
  await expect(first).rejects.toThrow('down')
  await expect(second).rejects.toThrow('down')
  const third = universe()
  waiting[1]!.resolve([member('ZION')])
  expect((await third).members?.count).toBe(1)
})

test('a company that left the index is known and cannot be traded, and tradeable symbols are sorted', () => {
  const universe = universeOf([member('ZION'), member('GONE', false), member('AFL')])
  const symbols = universe.tradeable.map(({ symbol }) => symbol)
  expect(universe.find('GONE')?.kind).toBe('stock')
  expect(symbols).not.toContain('GONE')
  expect(symbols).toEqual([...symbols].sort())
  expect(symbols).toEqual(expect.arrayContaining(['AFL', 'SPY', 'ZION']))
  expect(universe.members?.count).toBe(2)
})
