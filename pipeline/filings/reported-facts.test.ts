import { describe, expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { foreignReason, parseCompanyFacts, quartersOf } from './reported-facts.ts'

interface Filed {
  filed: string
  count: number
}
const row = ({ filed, end = '2023-12-31', start = '2023-01-01' }: { filed: string; end?: string; start?: string }) => ({
  start,
  end,
  val: 1,
  accn: `a-${filed}`,
  form: '10-K',
  filed,
})
/** Company facts with so many tags of each taxonomy and unit by filing day. */
const parsed = (filings: { ifrs?: Filed[]; dollars?: Filed[]; euros?: Filed[] }) => {
  const tags = (list: Filed[] = [], unit: string) =>
    list.flatMap(({ filed, count }) =>
      Array.from(
        { length: count },
        (_, at) => [`${unit}${filed}${at}`, { units: { [unit]: [row({ filed })] } }] as const,
      ),
    )
  const facts = {
    'us-gaap': Object.fromEntries([...tags(filings.dollars, 'USD'), ...tags(filings.euros, 'EUR')]),
    'ifrs-full': Object.fromEntries(tags(filings.ifrs, 'USD')),
  }
  return parseCompanyFacts(JSON.stringify({ entityName: 'Example', facts }), 'facts.json')
}
const IFRS = 'the company reports under IFRS, which is not read'

describe('a filer is foreign', () => {
  test('until its first report in dollars under US GAAP, however large the last one was under other rules', () => {
    const moved = parsed({
      ifrs: [{ filed: '2023-03-10', count: 30 }],
      dollars: [
        { filed: '2024-02-29', count: 20 },
        { filed: '2024-05-10', count: 8 },
      ],
    })
    expect(foreignReason(moved, tradingDay('2024-02-28'))).toBe(IFRS)
    expect(foreignReason(moved, tradingDay('2024-02-29'))).toBeNull()
    expect(foreignReason(moved, tradingDay('2024-12-31'))).toBeNull()
  })

  test('from its first report in another currency on, even if it states some dollars', () => {
    const moved = parsed({
      dollars: [
        { filed: '2023-03-10', count: 30 },
        { filed: '2024-04-01', count: 9 },
      ],
      euros: [{ filed: '2024-04-01', count: 25 }],
    })
    expect(foreignReason(moved, tradingDay('2023-12-31'))).toBeNull()
    expect(foreignReason(moved, tradingDay('2024-04-01'))).toBe('the company reports in EUR, not in dollars')
  })

  test('not by a debt in euros, in a report or in a filing of its own', () => {
    const notes = parsed({
      dollars: [{ filed: '2024-02-01', count: 30 }],
      euros: [
        { filed: '2024-02-01', count: 2 },
        { filed: '2024-03-01', count: 2 },
      ],
    })
    expect(foreignReason(notes, tradingDay('2024-12-31'))).toBeNull()
  })

  test('by the reason that more of its facts have', () => {
    const both = parsed({
      ifrs: [{ filed: '2024-03-01', count: 3 }],
      euros: [{ filed: '2024-03-01', count: 9 }],
    })
    expect(foreignReason(both, tradingDay('2024-12-31'))).toBe('the company reports in EUR, not in dollars')
  })
})

test('a period that ends after its filing, or before it starts, is ignored', () => {
  const rows = [
    row({ filed: '2024-02-01' }),
    row({ filed: '2024-02-01', end: '2024-02-01' }),
    row({ filed: '2024-02-01', end: '2024-02-02' }),
    row({ filed: '2024-02-01', end: '2204-12-31' }),
    row({ filed: '2024-02-01', end: '2022-12-31' }),
  ]
  const facts = { 'us-gaap': { Revenues: { units: { USD: rows } } } }
  expect(parseCompanyFacts(JSON.stringify({ facts }), 'f.json').facts.map(({ end }) => end)).toEqual([
    '2023-12-31',
    '2024-02-01',
  ])
})

test('the shares on the cover are a fact, and no figure of a company that files none', () => {
  const dei = {
    EntityCommonStockSharesOutstanding: { units: { shares: [{ ...row({ filed: '2024-02-29' }), start: undefined }] } },
  }
  const read = (facts: object) => parseCompanyFacts(JSON.stringify({ facts }), 'facts.json')
  expect(read({ dei })).toMatchObject({
    facts: [{ tag: 'EntityCommonStockSharesOutstanding', unit: 'shares', start: null, value: 1 }],
    unreadable: 'the company has filed no figures',
  })
  expect(read({ dei: { EntityPublicFloat: { units: {} } } }).facts).toEqual([])
  expect(read({ dei: { EntityCommonStockSharesOutstanding: 7 } }).facts).toEqual([])
})

test.each([
  ['2025-01-01', '2025-03-31', 1],
  ['2025-01-01', '2025-03-20', null],
  ['2025-01-01', '2025-03-21', 1],
  ['2025-01-01', '2025-04-29', 1],
  ['2025-01-01', '2025-04-30', null],
  ['2025-01-01', '2025-06-30', 2],
  ['2025-01-01', '2025-06-13', null],
  ['2025-01-01', '2025-06-14', 2],
  ['2025-01-01', '2025-07-19', 2],
  ['2025-01-01', '2025-07-20', null],
  ['2025-01-01', '2025-09-05', null],
  ['2025-01-01', '2025-09-06', 3],
  ['2025-01-01', '2025-10-17', 3],
  ['2025-01-01', '2025-10-18', null],
  ['2025-01-01', '2025-12-15', null],
  ['2025-01-01', '2025-12-16', 4],
  ['2025-01-01', '2026-01-15', 4],
  ['2025-01-01', '2026-01-16', null],
  [null, '2025-12-31', null],
] as const)('a period from %s to %s has %s quarters', (start, end, quarters) => {
  expect(quartersOf({ start: start && tradingDay(start), end: tradingDay(end) })).toBe(quarters)
})
