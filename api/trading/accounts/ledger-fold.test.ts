import { expect, test } from 'vitest'
import type { Db } from '../../../shared/postgres/server/db.ts'
import { createLedgerFold, type FoldedEntry } from './ledger-fold.ts'

const OF = { accountId: 1, epoch: 1 }
const entryOf = (number: number, id = number): FoldedEntry => ({ number, id, recordedAt: new Date(id) })
const entriesThrough = (count: number) => Array.from({ length: count }, (_, at) => entryOf(at + 1))

/** A ledger in memory, the numbers from which it was read, and a fold that keeps the ids it was given. */
function foldOf(ledger: FoldedEntry[]) {
  const reads: { from: number; rows: number }[] = []
  let failures = 0
  const fold = createLedgerFold<{ ids: number[] }, FoldedEntry>({
    empty: () => ({ ids: [] }),
    async page(_sql, _of, from, limit) {
      if (reads.length === 1 && failures > 0) {
        failures -= 1
        throw new Error('the deadline')
      }
      const rows = ledger.filter(({ number }) => number >= from).slice(0, limit)
      reads.push({ from, rows: rows.length })
      return rows
    },
    add: ({ ids }, { id }) => ids.push(id),
    size: () => 0,
  })
  const reader = { read: async <T>(work: (sql: Db) => PromiseLike<T>) => await work(undefined as unknown as Db) }
  return {
    reads,
    failOnce: () => (failures = 1),
    read: async () => [...(await fold.read(reader, OF)).ids],
  }
}

test('a long ledger is read in pages, and afterwards only its last entry and what is new', async () => {
  const ledger = entriesThrough(4_500)
  const fold = foldOf(ledger)
  expect(await fold.read()).toEqual(ledger.map(({ id }) => id))
  expect(fold.reads).toEqual([
    { from: 1, rows: 2_000 },
    { from: 2_000, rows: 2_000 },
    { from: 3_999, rows: 502 },
  ])
  ledger.push(entryOf(4_501))
  expect((await fold.read()).at(-1)).toBe(4_501)
  expect(fold.reads.at(-1)).toEqual({ from: 4_500, rows: 2 })
})

test('a page that fails keeps the pages before it, from which the next read continues', async () => {
  const ledger = entriesThrough(2_500)
  const fold = foldOf(ledger)
  fold.failOnce()
  await expect(fold.read()).rejects.toThrow('the deadline')
  expect(await fold.read()).toEqual(ledger.map(({ id }) => id))
  expect(fold.reads.map(({ from }) => from)).toEqual([1, 2_000])
})

test('everything is read again if another entry, or none, is in the place of the last', async () => {
  const ledger = entriesThrough(5)
  const fold = foldOf(ledger)
  await fold.read()
  ledger.splice(3, 2, entryOf(4, 90), entryOf(5, 91))
  expect(await fold.read()).toEqual([1, 2, 3, 90, 91])
  ledger.splice(2)
  expect(await fold.read()).toEqual([1, 2])
})

test('readers at the same time count no entry twice, and the later one sees what was posted before it', async () => {
  const ledger = entriesThrough(3)
  const fold = foldOf(ledger)
  const first = fold.read()
  ledger.push(entryOf(4))
  expect(await Promise.all([first, fold.read(), fold.read()])).toEqual([
    [1, 2, 3, 4],
    [1, 2, 3, 4],
    [1, 2, 3, 4],
  ])
})
