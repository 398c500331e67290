import { describe, expect, it, test } from 'vitest'
import { partsOf, UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import type { FilingFact } from '../../../shared/domain/market/company-record.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import type { OwnershipForm, Transaction } from '../../filings/ownership.ts'
import type { CompanyInputs, Stored } from '../inputs.ts'
import { watchRow } from './watch.ts'

const { day: DAY, cutoff: CUTOFF } = UNKNOWN
const rowOf = (inputs: Partial<CompanyInputs>, parts: Parameters<typeof partsOf>[0] = UNKNOWN) =>
  watchRow({ ...UNKNOWN, ...inputs }, partsOf(parts))

/** A form that was filed so many days after the company's day, of a trade one day before it. */
function form(filedAfter: number, owner: string, trade: Partial<Transaction> = {}): Stored<OwnershipForm> {
  const date = addDays(DAY, -1)
  const head = { form: '4', issuer: { cik: '1', name: 'A', ticker: 'AAA' }, owners: [], period: date, signed: date }
  const row = {
    ...head,
    date,
    owner,
    open_market: true,
    plan_10b5_1: false,
    code: 'P',
    value: 100,
    owned_after: null,
    ...trade,
  }
  const filed = addDays(DAY, filedAfter)
  const stored = { ...head, transactions: [row as Transaction], holdings: [] }
  return { key: `${owner}-${filedAfter}`, day: filed, knownAt: CUTOFF, row: stored }
}

describe('trades of insiders', () => {
  const changesOf = (...ownership: Stored<OwnershipForm>[]) => rowOf({ ownership }).changes

  it('are news of how many reported them, and weigh more with each', () => {
    expect(changesOf(form(0, 'A'))).toMatchObject([
      { kind: 'insiders', value: 100, materiality: 1.5, text: '1 insider reported trades in the market.' },
    ])
    expect(changesOf(form(0, 'A'), form(0, 'B'))).toMatchObject([
      { value: 200, materiality: 2, text: '2 insiders reported trades in the market.' },
    ])
  })

  it('are news on the day they are filed and the day before, and only where they were made in the market', () => {
    const filed = (after: number) => changesOf(form(after, 'A')).length
    expect([-1, 0, 1, 2].map(filed)).toEqual([0, 1, 1, 0])
    expect(changesOf(form(0, 'A', { open_market: false }))).toEqual([])
  })
})

test('a filing with figures is news on its day and the day after', () => {
  const facts: FilingFact[] = []
  const filing = (ago: number, has: FilingFact[] | null = facts) =>
    ({
      key: 'a-1',
      day: addDays(DAY, -ago),
      knownAt: CUTOFF,
      row: { form: '10-Q', facts: has },
    }) as CompanyInputs['filings'][number]
  const changesOf = (...filings: CompanyInputs['filings'][number][]) => rowOf({ filings }).changes
  expect(changesOf(filing(0))).toMatchObject([
    {
      kind: 'filing',
      day: DAY,
      materiality: 2,
      text: 'A 10-Q was filed (a-1).',
      ref: '/api/v1/company/AAA/fundamentals',
    },
  ])
  expect([changesOf(filing(1)).length, changesOf(filing(2)).length]).toEqual([1, 0])
  expect(changesOf(filing(0, null))).toEqual([])
  expect(changesOf(filing(0, null), filing(1))).toMatchObject([{ kind: 'filing', day: addDays(DAY, -1) }])
})

test('the row of a company without any data states the reason', () => {
  const { row, changes } = rowOf({})
  expect(changes).toEqual([])
  expect(row).toMatchObject({ ticker: 'AAA', day: null, close: null, iv30: null, next_report: null })
  expect(row.reason).toMatch(/\w/)
})
