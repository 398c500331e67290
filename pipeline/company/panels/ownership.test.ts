import { expect, test } from 'vitest'
import { UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import type { OwnershipForm, Transaction } from '../../filings/ownership.ts'
import type { Stored } from '../inputs.ts'
import { ownershipPanel } from './ownership.ts'

const { day: DAY, cutoff: CUTOFF } = UNKNOWN

/** A form of one trade, so many days ago. */
function form(back: number, trade: Partial<Transaction>): Stored<OwnershipForm> {
  const date = addDays(DAY, -back)
  const head = { form: '4', issuer: { cik: '1', name: 'A', ticker: 'AAA' }, owners: [], period: date, signed: date }
  const row = { ...head, date, owner: 'A', open_market: true, plan_10b5_1: false, shares: 10, ...trade } as Transaction
  return {
    key: `${date}-${trade.value}`,
    day: date,
    knownAt: CUTOFF,
    row: { ...head, transactions: [row], holdings: [] },
  }
}

test('purchases, sales and sales by plan of the open market are summed apart', () => {
  const { open_market: market } = ownershipPanel({
    ...UNKNOWN,
    ownership: [
      form(1, { code: 'P', value: 500 }),
      form(2, { code: 'S', value: 200 }),
      form(3, { code: 'S', value: 70, plan_10b5_1: true }),
      form(4, { code: 'P', value: 30, plan_10b5_1: true }),
      form(5, { code: 'P', value: 9_000, open_market: false }),
      form(6, { code: 'F', value: 1_000 }),
      form(90, { code: 'S', value: 4_000 }),
    ],
  })
  expect(market).toMatchObject({
    bought: { transactions: 2, value: 530 },
    sold: { transactions: 1, value: 200 },
    sold_by_plan: { transactions: 1, value: 70 },
    net_value: 330,
  })
})
