import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { Fact } from '../filings/reported-facts.ts'
import { balanceOf } from './balance.ts'

const DAY = tradingDay('2026-04-30')
const FILED = tradingDay('2026-05-29')
type Tags = Record<string, number>

/** The balance of a filing that states millions by tag. */
const balance = (tags: Tags) => {
  const facts = Object.entries({ Assets: 1_000, ...tags }).map(
    ([tag, value]): Fact => ({
      tag,
      unit: 'USD',
      value,
      start: null,
      end: DAY,
      filed: FILED,
      accession: 'a',
      form: '10-Q',
    }),
  )
  return balanceOf(
    facts,
    Map.groupBy(facts, ({ tag }) => tag),
    'no period is known',
  )
}

test.each<[string, Tags, number | null]>([
  [
    'of a retailer that states its long-term debt as all of it',
    {
      DebtLongtermAndShorttermCombinedAmount: 40_783,
      LongTermDebtNoncurrent: 36_887,
      LongTermDebtCurrent: 3_896,
      ShortTermBorrowings: 10_673,
    },
    40_783 + 10_673,
  ],
  [
    'of a maker of chips whose borrowings within a year are the current part itself',
    {
      DebtLongtermAndShorttermCombinedAmount: 3_222,
      LongTermDebtNoncurrent: 2_348,
      LongTermDebtCurrent: 872,
      ShortTermBorrowings: 874,
    },
    3_222,
  ],
  [
    'of an insurer with commercial paper within what is due this year',
    { LongTermDebtAndCapitalLeaseObligations: 30_175, DebtCurrent: 1_717, CommercialPaper: 790 },
    30_175 + 1_717,
  ],
  ['of a company with convertible notes alone', { ConvertibleDebtNoncurrent: 2_274 }, 2_274],
  [
    'of a company with convertible notes due in two years',
    { ConvertibleDebtNoncurrent: 300, ConvertibleDebtCurrent: 40 },
    340,
  ],
  [
    'with notes within it',
    { LongTermDebt: 5_385, LongTermDebtCurrent: 265, LongTermNotesPayable: 397, DebtCurrent: 344 },
    5_464,
  ],
  ['with senior notes alone', { SeniorNotes: 900 }, 900],
  [
    'with all long-term debt beside its current part',
    { LongTermDebt: 500, LongTermDebtCurrent: 60, DebtCurrent: 80 },
    520,
  ],
  [
    'with all long-term debt beside borrowings',
    { LongTermDebt: 500, LongTermDebtCurrent: 60, ShortTermBorrowings: 20 },
    520,
  ],
  ['that is long-term and due this year', { LongTermDebtNoncurrent: 300, LongTermDebtCurrent: 50 }, 350],
  ['of borrowings alone', { ShortTermBorrowings: 20 }, 20],
  [
    'of a company whose short-term borrowings are the current part and a few loans',
    {
      LongTermDebtNoncurrent: 55_219,
      LongTermDebtAndCapitalLeaseObligationsCurrent: 8_944,
      ShortTermBorrowings: 8_945,
    },
    55_219 + 8_945,
  ],
  [
    'of a company with as much commercial paper as is due of its notes',
    { LongTermDebtNoncurrent: 105_752, LongTermDebtCurrent: 8_039, CommercialPaper: 8_000 },
    105_752 + 8_039 + 8_000,
  ],
  [
    'of such a company with all long-term debt',
    { LongTermDebt: 60_000, LongTermDebtCurrent: 8_944, ShortTermBorrowings: 8_945 },
    60_001,
  ],
  [
    'with commercial paper and other short-term borrowings',
    {
      LongTermDebtNoncurrent: 72_385,
      LongTermDebtCurrent: 8_061,
      CommercialPaper: 1_670,
      OtherShortTermBorrowings: 217,
    },
    72_385 + 8_061 + 1_670 + 217,
  ],
  ['with other borrowings within all short-term ones', { ShortTermBorrowings: 20, OtherShortTermBorrowings: 5 }, 20],
  ['with other borrowings alone', { LongTermDebtNoncurrent: 300, OtherShortTermBorrowings: 5 }, 305],
  [
    'that is stated without some of what is due this year',
    { DebtLongtermAndShorttermCombinedAmount: 76_180, LongTermDebtNoncurrent: 72_359, DebtCurrent: 4_545 },
    72_359 + 4_545,
  ],
  ['of a landlord by kind', { UnsecuredDebt: 5_947, SecuredDebt: 1_631, LineOfCredit: 544 }, 5_947 + 1_631 + 544],
  [
    'of a landlord with loans of banks',
    { NotesPayable: 22_658, SecuredDebt: 81, LoansPayable: 2_358, LineOfCredit: 1_130, UnsecuredDebt: 24_000 },
    22_658 + 81 + 2_358 + 1_130,
  ],
  ['of a landlord whose notes are all of it', { NotesPayable: 3_485, UnsecuredDebt: 3_155, SecuredDebt: 330 }, 3_485],
  ['of a landlord with mortgages alone', { SecuredDebt: 330, LongTermLineOfCredit: 20 }, 350],
  ['with senior notes within unsecured debt', { SeniorNotes: 900, UnsecuredDebt: 1_000 }, 1_000],
  ['with senior notes beside other unsecured debt', { SeniorNotes: 9_461, UnsecuredDebt: 1_495 }, 9_461 + 1_495],
  ['of a line of credit that stands in a note alone', { LineOfCredit: 0 }, null],
  ['with a line of credit within all of it', { LongTermDebtNoncurrent: 300, LineOfCredit: 40 }, 300],
  ['that no filing states', {}, null],
])('the debt %s', (_, tags, debt) => {
  expect(balance(tags).debt.value).toBe(debt)
})

test('liabilities that are not stated are what equity, minorities and redeemable shares leave', () => {
  const equity = {
    StockholdersEquity: 330,
    StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest: 350,
  }
  expect(balance(equity).liabilities).toMatchObject({ value: 650, method: 'assets less equity with minorities' })
  for (const tag of [
    'TemporaryEquityCarryingAmountIncludingPortionAttributableToNoncontrollingInterests',
    'RedeemableNoncontrollingInterestEquityCarryingAmount',
    'TemporaryEquityCarryingAmountAttributableToParent',
  ]) {
    const { liabilities } = balance({ ...equity, [tag]: 3 })
    expect(liabilities).toMatchObject({
      value: 647,
      method: 'assets less equity with minorities and what is redeemable',
    })
  }
  expect(balance({ ...equity, Liabilities: 640, MinorityInterest: 20 }).liabilities.value).toBe(640)
})

test('equity of shareholders that is not stated is that with minorities less minorities', () => {
  const all = { StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest: 54_731 }
  expect(balance({ ...all, MinorityInterest: 226 }).equity).toMatchObject({
    value: 54_505,
    derived: true,
    method: 'equity with minorities less minorities',
  })
  expect(balance(all).equity.value).toBe(54_731)
  expect(balance({ ...all, StockholdersEquity: 54_505, MinorityInterest: 226 }).equity).toMatchObject({ value: 54_505 })
})

test('equity below zero, of companies that bought back more than they own, is stated as it is', () => {
  const { equity, liabilities } = balance({ StockholdersEquity: -3_797 })
  expect([equity.value, liabilities.value]).toEqual([-3_797, 4_797])
})
