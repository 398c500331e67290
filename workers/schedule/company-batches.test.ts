import { expect, test } from 'vitest'
import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { inBatches, panelBatches, panelsOf } from './company-batches.ts'

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

const AT = new Date('2026-11-20T15:00:00Z')
const request = (source: 'filings' | 'fred'): NewMessage<'source.requested'> => ({
  id: `schedule:ingest:${source}:2026-11-20T10:00/${source}#1`,
  type: 'source.requested',
  occurredAt: AT,
  cycleId: null,
  payload: { source, slot: 'a', mode: 'latest', origin: 'scheduled', deadline: AT.toISOString() },
})
const companies = (count: number) =>
  (() => Promise.resolve(names(count, 'A').map((ticker) => ({ ticker })))) as unknown as Db

test('a source that fetches company by company is requested ten at a time, each request a message of its own', async () => {
  const batches = await inBatches(companies(21), request('filings'))
  expect(batches.map(({ id }) => id)).toEqual(
    [1, 2, 3].map((batch) => `schedule:ingest:filings:2026-11-20T10:00/filings/${batch}#1`),
  )
  expect(batches.map(({ payload }) => payload.companies?.length)).toEqual([10, 10, 1])
  expect(batches[2]!.payload).toMatchObject({ source: 'filings', companies: ['A20'] })
  expect(await inBatches(companies(0), request('filings'))).toEqual([])
})

test('any other source is requested once', async () => {
  expect(await inBatches(null as unknown as Db, request('fred'))).toEqual([request('fred')])
})

test('panels are named after their first company, and compared with their sector unless it is said otherwise', () => {
  const panels = panelsOf('day/2026-11-20', ['AAPL', 'MSFT'], { cutoff: AT })
  const payload = { companies: ['AAPL', 'MSFT'], cutoff: AT.toISOString(), analogs: true }
  expect(panels).toMatchObject({ id: 'company:day/2026-11-20/AAPL#1', type: 'company.due', occurredAt: AT, payload })
  expect(panelsOf('a', ['B'], { cutoff: AT, analogs: false }).payload.analogs).toBe(false)
})
