import { expect, test } from 'vitest'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import type { Fact } from '../filings/reported-facts.ts'
import { flowReader } from './flows.ts'
import { isKnown } from './periods.ts'

const STARTS = ['01-01', '04-01', '07-01', '10-01']
const ENDS = ['03-31', '06-30', '09-30', '12-31']
const endOf = (year: number, quarter: number) => tradingDay(`${year}-${ENDS[quarter - 1]}`)

/** The income of each quarter; no two selections of quarters have the same sum. */
const OWN: Record<number, readonly number[]> = { 2024: [1, 2, 4, 8], 2025: [16, 32, 64, 128] }
const sumOf = (year: number, from: number, to: number) =>
  OWN[year]!.slice(from - 1, to).reduce((all, value) => all + value, 0)

/** The quarters of a year from one to another, as one filing 30 days after the last of them states their sum. */
function stated(year: number, from: number, to: number, more: Partial<Fact> = {}): Fact {
  const end = endOf(year, to)
  const filed = more.filed ?? addDays(end, 30)
  return {
    tag: 'NetIncomeLoss',
    unit: 'USD',
    start: tradingDay(`${year}-${STARTS[from - 1]}`),
    end,
    value: sumOf(year, from, to),
    accession: `a-${filed}`,
    form: '10-Q',
    ...more,
    filed,
  }
}
const reader = (...facts: Fact[]) =>
  flowReader(
    Map.groupBy(facts, ({ tag }) => tag),
    [],
  )
const quarterOf = (quarter: number, ...facts: Fact[]) => reader(...facts).quarter('net_income', endOf(2025, quarter))
const yearTo = (quarter: number, ...facts: Fact[]) => reader(...facts).twelveMonths('net_income', endOf(2025, quarter))

const year = (of: number) => stated(of, 1, 4)
const single = (of: number, ...quarters: number[]) => quarters.map((each) => stated(of, each, each))

test('the fourth quarter is no year of all profit less nine months of the owners where an earlier year shows both', () => {
  const all = (of: number, value: number) => stated(of, 1, 4, { tag: 'ProfitLoss', value })
  const [months, owners] = [stated(2025, 1, 3), stated(2024, 1, 4)]
  const known = (...earlier: Fact[]) => quarterOf(4, all(2025, 300), months, ...earlier)
  expect(known(owners, all(2024, owners.value + 3))).toEqual({
    value: null,
    reason: 'its parts are stated under tags that mean different things',
  })
  // The two are the same where there is no minority, and are taken as the same where no filing shows another.
  expect(known(owners, all(2024, owners.value))).toMatchObject({ value: 188 })
  expect(known()).toMatchObject({ value: 188 })
  // The newest filing that shows both decides.
  const bought = stated(2024, 1, 1, { tag: 'ProfitLoss', value: 9 })
  expect(known(owners, all(2024, owners.value), stated(2024, 1, 1), bought)).toMatchObject({ value: 188 })
})

test.each([
  ['stated', 3, [stated(2025, 3, 3), stated(2025, 1, 3), stated(2025, 1, 2)], undefined, 64],
  [
    'nine months less six',
    3,
    [stated(2025, 1, 3), stated(2025, 1, 2)],
    'year to date less the year to date one quarter earlier',
    64,
  ],
  [
    'six months less three',
    2,
    [stated(2025, 1, 2), stated(2025, 1, 1)],
    'year to date less the year to date one quarter earlier',
    32,
  ],
  ['a year less nine months', 4, [year(2025), stated(2025, 1, 3)], 'fiscal year less its first nine months', 128],
  ['a year less quarters', 4, [year(2025), ...single(2025, 1, 2, 3)], 'year less its three quarters', 128],
] as const)('a quarter is %s', (_, quarter, facts, method, value) => {
  const figure = quarterOf(quarter, ...facts)
  expect(isKnown(figure) ? [figure.value, figure.method] : figure).toEqual([value, method])
})

test.each([
  ['nothing', 3, []],
  ['nine months alone', 3, [stated(2025, 1, 3)]],
  ['nine months and a quarter', 3, [stated(2025, 1, 3), stated(2025, 1, 1)]],
  ['a year and two quarters', 4, [year(2025), ...single(2025, 1, 2)]],
  ['a year and quarters of another', 4, [year(2025), ...single(2024, 1, 2, 3)]],
] as const)('a quarter is unknown where a company states %s', (_, quarter, facts) => {
  expect(quarterOf(quarter, ...facts)).toEqual({ value: null, reason: 'no filing known then states it' })
})

const TO_DATE = 'year plus year to date less the year to date before'
const SINCE = 'year plus quarters since less the same quarters before'
test.each([
  ['a stated year', 4, [year(2025), year(2024), stated(2025, 1, 3), stated(2024, 1, 3)], undefined, 240],
  ['nine months of each year', 3, [year(2024), stated(2025, 1, 3), stated(2024, 1, 3)], TO_DATE, 8 + 112],
  ['six months of each year', 2, [year(2024), stated(2025, 1, 2), stated(2024, 1, 2)], TO_DATE, 12 + 48],
  ['three months of each year', 1, [year(2024), stated(2025, 1, 1), stated(2024, 1, 1)], TO_DATE, 14 + 16],
  ['two quarters since', 2, [year(2024), ...single(2025, 1, 2), ...single(2024, 1, 2)], SINCE, 12 + 48],
  ['three quarters since', 3, [year(2024), ...single(2025, 1, 2, 3), ...single(2024, 1, 2, 3)], SINCE, 8 + 112],
  ['four quarters', 2, [...single(2024, 3, 4), ...single(2025, 1, 2)], 'four quarters', 12 + 48],
  [
    'four quarters, one of which is a difference',
    2,
    [...single(2024, 3, 4), stated(2025, 1, 2), ...single(2025, 1)],
    'four quarters',
    12 + 48,
  ],
  // No filing states the fourth quarter of the year; its first day follows from the nine months.
  [
    'four quarters, the first of which begins where nine months end',
    3,
    [stated(2024, 1, 3), { ...year(2024), end: addDays(year(2024).end, 1) }, ...single(2025, 1, 2, 3)],
    'four quarters',
    8 + 112,
  ],
] as const)('twelve months are those of %s', (_, quarter, facts, method, value) => {
  const figure = yearTo(quarter, ...facts)
  expect(isKnown(figure) ? [figure.value, figure.method] : figure).toEqual([value, method])
})

test.each([
  ['three quarters', [...single(2024, 4), ...single(2025, 1, 2)]],
  ['quarters with a gap', [...single(2024, 2, 4), ...single(2025, 1, 2)]],
  ['a year and quarters since without those before', [year(2024), ...single(2025, 1, 2)]],
  ['a year to date and a year before the last', [year(2024), stated(2025, 1, 2)]],
] as const)('twelve months are unknown where a company states %s', (_, facts) => {
  expect(yearTo(2, ...facts)).toMatchObject({ value: null })
})

test('a restated year less months that were not restated gives no quarter', () => {
  const restated = stated(2025, 1, 4, { filed: tradingDay('2026-06-30'), value: 300 })
  const figures = [year(2025), restated]
  expect(quarterOf(4, ...figures, stated(2025, 1, 3))).toEqual({
    value: null,
    reason: 'the longer period was restated, and the shorter one was not',
  })
  expect(quarterOf(4, ...figures, ...single(2025, 1, 2, 3))).toEqual({
    value: null,
    reason: 'the longer period was restated, and the shorter one was not',
  })
  // One quarter of three that was not restated is enough.
  const anew = single(2025, 1, 2).map((fact) => ({ ...fact, value: fact.value + 1, filed: restated.filed }))
  expect(quarterOf(4, ...figures, ...single(2025, 1, 2, 3), ...anew).value).toBeNull()
  const nine = stated(2025, 1, 3, { filed: restated.filed, value: 150 })
  expect(quarterOf(4, ...figures, stated(2025, 1, 3), nine).value).toBe(150)
})

test('a figure from several filings is attributed to the newest, and marked as derived', () => {
  const figure = quarterOf(4, year(2025), stated(2025, 1, 3))
  expect(figure).toEqual({
    value: 128,
    unit: 'USD',
    accession: 'a-2026-01-30',
    tag: 'NetIncomeLoss',
    filed: '2026-01-30',
    derived: true,
    method: 'fiscal year less its first nine months',
  })
  const plain = quarterOf(3, stated(2025, 3, 3))
  expect(plain).toEqual({
    value: 64,
    unit: 'USD',
    accession: 'a-2025-10-30',
    tag: 'NetIncomeLoss',
    filed: '2025-10-30',
  })
})
