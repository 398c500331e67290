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

test('a form that a company files as an owner of another company is not a trade of its own insiders', () => {
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

test('trades are listed by their day, of one day the newest filing first, each filing in its own order, 40 at most', () => {
  const filedAt = (back: number, accession: string, trades: Partial<Transaction>[]): Stored<OwnershipForm> => {
    const one = form(back, {})
    const [row] = one.row.transactions
    return { ...one, key: accession, row: { ...one.row, transactions: trades.map((trade) => ({ ...row!, ...trade })) } }
  }
  const date = addDays(DAY, -7)
  // Newest filing first, as inputs are.
  const ownership = [
    filedAt(2, 'c', [
      { date, shares: 3 },
      { date: null, shares: 9 },
    ]),
    filedAt(3, 'b', [
      { date, shares: 4 },
      { date, shares: 5 },
    ]),
    filedAt(6, 'a', [{ shares: 6 }, { date: addDays(DAY, -8), shares: 7 }]),
  ]
  const { transactions, n } = ownershipPanel({ ...UNKNOWN, ownership })
  expect(transactions.map(({ accession, shares }) => `${accession}${shares}`)).toEqual([
    'a6',
    'c3',
    'b4',
    'b5',
    'a7',
    'c9',
  ])
  expect(n).toBe(3)
  const many = Array.from({ length: 41 }, (_, at) => ({ shares: at + 1 }))
  expect(ownershipPanel({ ...UNKNOWN, ownership: [filedAt(1, 'd', many)] }).transactions).toHaveLength(40)
})

test('a total without a price is unknown, and the panel names what is missing', () => {
  const priceless = [form(1, { code: 'P', value: null }), form(2, { code: 'S', value: 4.4 })]
  const { open_market: market, by_code: codes, reasons } = ownershipPanel({ ...UNKNOWN, ownership: priceless })
  expect(market.bought).toEqual({ transactions: 1, owners: 1, shares: 10, value: null, without_price: 1 })
  expect(market.sold).toEqual({ transactions: 1, owners: 1, shares: 10, value: 4, without_price: 0 })
  expect(market.sold_by_plan).toMatchObject({ transactions: 0, value: 0 })
  expect([market.net_value, reasons['open_market.net_value']]).toEqual([null, 'some trades state no price'])
  expect(Object.keys(codes)).toEqual(['P', 'S'])
  expect(reasons).not.toHaveProperty('by_code')
  expect(reasons).not.toHaveProperty('transactions')

  const [empty] = priceless
  const noTrade = { ...empty!, row: { ...empty!.row, transactions: [] } }
  const lacking = ownershipPanel({ ...UNKNOWN, ownership: [noTrade] })
  expect(lacking.reasons).toMatchObject({
    transactions: 'the forms of the last half year list no transaction',
    by_code: 'no trade of the last 90 days is known',
  })
  expect(lacking.open_market).toMatchObject({ bought: { value: 0 }, net_value: 0 })
  const none = ownershipPanel(UNKNOWN)
  expect(none.open_market).toMatchObject({ bought: { value: null }, net_value: null })
  expect(none.reasons).toMatchObject({
    open_market: 'no ownership form of the last half year is known',
    transactions: 'no ownership form of the last half year is known',
    'open_market.net_value': 'no ownership form of the last half year is known',
  })
})

test('short volume has an average and a rank from twenty sessions before the newest on', () => {
  const shortDays = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      day: addDays(DAY, -at),
      short: at === 0 ? 40 : 30 + at,
      total: 100,
      knownAt: CUTOFF,
    }))
  const of = (count: number) => ownershipPanel({ ...UNKNOWN, shortDays: shortDays(count) })
  expect(of(21).short_volume).toEqual({ day: DAY, share: 0.4, average_20: 0.405, percentile: 0.45, n: 21 })
  expect(of(20).short_volume).toEqual({ day: DAY, share: 0.4, average_20: null, percentile: null, n: 20 })
  expect(of(20).reasons).toMatchObject({
    'short_volume.average_20': 'needs 21 sessions, 20 are known',
    'short_volume.percentile': 'needs 21 sessions, 20 are known',
  })
  expect(of(21).reasons).not.toHaveProperty('short_volume.average_20')
  // The average is that of the 20 sessions before, the rank one of the whole year.
  expect(of(30).short_volume).toMatchObject({ average_20: 0.405, percentile: Number((9 / 29).toPrecision(6)), n: 30 })
  expect(of(300).short_volume.n).toBe(252)
  const noFile = 'no file of short volume is known yet; they come by 18:00 Eastern'
  expect(of(0).reasons).toMatchObject({ 'short_volume.day': noFile, 'short_volume.average_20': noFile })
})
