import { expect, test } from 'vitest'
import { bookAfterSplit, type FlowBook } from './book.ts'

const BOOK: FlowBook = new Map([
  ['2026-11-20 1215 C', [3, 100]],
  ['2026-11-20 1000 P', [0, 7]],
])

test('a split into whole shares makes as many contracts of each at its part of the strike', () => {
  expect([...bookAfterSplit(BOOK, 10)!]).toEqual([
    ['2026-11-20 121.5 C', [30, 1_000]],
    ['2026-11-20 100 P', [0, 70]],
  ])
  expect([...bookAfterSplit(BOOK, 3)!.keys()]).toEqual(['2026-11-20 405 C', '2026-11-20 333.33 P'])
})

test('strikes that one cent holds after a split are one contract', () => {
  const near: FlowBook = new Map([
    ['2026-11-20 10.01 C', [1, 2]],
    ['2026-11-20 10.02 C', [3, 4]],
  ])
  expect([...bookAfterSplit(near, 20)!]).toEqual([['2026-11-20 0.5 C', [80, 120]]])
})

test.each([1.5, 1 / 8])('a split in the ratio %d gives the contracts another root', (ratio) => {
  expect(bookAfterSplit(BOOK, ratio)).toBeNull()
})
