import { expect, test } from 'vitest'
import { UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import type { OwnershipForm, Transaction } from '../../filings/ownership.ts'
import { companyPanels } from '../index.ts'
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

/** The same trade in a form of its own for other owners. */
const jointly = (trade: Partial<Transaction>, owners: string, accession: string): Stored<OwnershipForm> => {
  const one = form(1, trade)
  const named = { ...one.row, owners: [{ cik: owners, name: owners, role: '10 % owner' }] }
  return {
    ...one,
    key: accession,
    row: { ...named, transactions: one.row.transactions.map((row) => ({ ...row, owner: owners })) },
  }
}

test('a sale that two forms report for twelve owners counts once, and two sales that leave other holdings twice', () => {
  const sale = { code: 'S', shares: 100, price: 5, value: 500, owned_after: 900 }
  const soldIn = (...ownership: Stored<OwnershipForm>[]) => ownershipPanel({ ...UNKNOWN, ownership }).open_market.sold
  expect(soldIn(jointly(sale, '1', 'a'), jointly(sale, '2', 'b'))).toMatchObject({ transactions: 1, value: 500 })
  const next = { ...sale, owned_after: 800 }
  expect(soldIn(jointly(sale, '1', 'a'), jointly(next, '2', 'b'))).toMatchObject({ transactions: 2, value: 1_000 })
  const untold = { code: 'S', shares: 100, value: 500, owned_after: null }
  expect(soldIn(jointly(untold, '1', 'a'), jointly(untold, '2', 'b')).transactions).toBe(2)
  const [one] = jointly(sale, '1', 'a').row.transactions
  const twice = jointly(sale, '1', 'a')
  expect(soldIn({ ...twice, row: { ...twice.row, transactions: [one!, one!] } }).transactions).toBe(2)
})

test('a form that a company files as an owner of another is no trade of its own insiders', () => {
  const own = form(1, { code: 'S', value: 200 })
  const ofOther = jointly({ code: 'S', value: 182_864_679 }, '1067983', 'b')
  const cik = (stored: Stored<OwnershipForm>, issuer: string | null) => ({
    ...stored,
    row: { ...stored.row, issuer: { ...stored.row.issuer, cik: issuer } },
  })
  const ownership = [cik(own, '0001067983'), cik(ofOther, '0000927066')]
  const panelsOf = (of: number | null, forms = ownership) =>
    companyPanels(
      { ...UNKNOWN, company: { ...UNKNOWN.company, cik: of }, ownership: forms },
      { gamma: null, sector: null },
    )
  expect(panelsOf(1_067_983).ownership).toMatchObject({ n: 1, open_market: { sold: { transactions: 1, value: 200 } } })
  expect(panelsOf(null).ownership).toMatchObject({ n: 2 })
  expect(panelsOf(1_067_983, [cik(own, null)]).ownership).toMatchObject({ n: 1 })
})
