import { expect, test } from 'vitest'
import { panelBatches } from './company-batches.ts'

const names = (count: number, sector: string): string[] => Array.from({ length: count }, (_, at) => `${sector}${at}`)

test.each([
  [[3], [3]],
  [[50], [50]],
  [[51], [26, 25]],
  [
    [101, 2],
    [34, 34, 33, 2],
  ],
  [[], []],
])('panels of sectors of %j companies are computed in batches of %j', (sizes, expected) => {
  const sectors = sizes.map((size, at) => names(size, String.fromCharCode(65 + at)))
  const batches = panelBatches(sectors)
  expect(batches.map(({ length }) => length)).toEqual(expected)
  expect(batches.flat()).toEqual(sectors.flat())
  for (const batch of batches) expect(new Set(batch.map(([sector]) => sector)).size).toBe(1)
})
