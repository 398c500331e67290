import { expect, test } from 'vitest'
import { companyPart } from './company-parts.ts'
import type { Document } from './service-call.ts'

const answering = (document: Document) => async () => ({
  status: 200,
  text: JSON.stringify(document),
  retryAfterSeconds: null,
})

test('members for auditors are left out of a panel, also in its lists, and a figure keeps its filing alone', async () => {
  const document = {
    symbol: 'AAPL',
    rule_version: 3,
    inputs: { a: 1 },
    rows: [{ day: '2026-11-20', retention_days: 30, values: [1, [{ schema_version: 2, value: 7 }]] }],
    revenue: { value: 5, accession: '0001-26-1', tag: 'Revenues', method: 'sum' },
    method: 'a document without a filing keeps this',
  }
  expect(await companyPart(answering(document), 'AAPL', 'fundamentals')).toEqual({
    symbol: 'AAPL',
    rows: [{ day: '2026-11-20', values: [1, [{ value: 7 }]] }],
    revenue: { value: 5, accession: '0001-26-1' },
    method: 'a document without a filing keeps this',
  })
})
