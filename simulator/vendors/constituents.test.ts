import { expect, test } from 'vitest'
import { filerNamed } from '../world/company/filers.ts'
import { createWorld } from '../world/world.ts'
import { constituents } from './constituents.ts'
import type { VendorRequest } from './vendor.ts'

const request = { path: '/datasets/s-and-p-500-companies/main/data/constituents.csv' } as VendorRequest

test.each([50, 503])('of %i members each has the number under which its filings are found', (count) => {
  const [, ...rows] = String(constituents.respond(createWorld(7, count), request).body)
    .trimEnd()
    .split('\n')
  expect(rows).toHaveLength(count)
  for (const row of rows) {
    const cells = row.split(',')
    expect([cells[0], Number(cells.at(-2))]).toEqual([cells[0], filerNamed(cells[0]!)!.cik])
  }
})
