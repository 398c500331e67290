import { expect, test } from 'vitest'
import { partsOf, UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import type { EstimatesDay } from '../../../shared/domain/contract/company/estimates.ts'
import type { OptionsDay } from '../../../shared/domain/contract/company/options.ts'
import type { Parts } from './profile.ts'
import { watchRow } from './watch.ts'

const NOTHING = partsOf(UNKNOWN)
const DAYS = { day: '2026-11-24', day_before: '2026-11-23' }

/** Two sessions of options, the newer first; what is left out is the same on both. */
function optionsOf([now, before]: [Partial<OptionsDay>, Partial<OptionsDay>]): Pick<Parts, 'options'> {
  const usual = { iv30: null, skew_25_delta: null, open_interest: 0, open_interest_change: null }
  const history = [
    { ...usual, ...now, day: DAYS.day },
    { ...usual, ...before, day: DAYS.day_before },
  ] as OptionsDay[]
  return { options: { ...NOTHING.options, history } }
}
const changesOf = (parts: Partial<Parts>) => watchRow(UNKNOWN, { ...NOTHING, ...parts }).changes

test.each<[string, Partial<OptionsDay>, Partial<OptionsDay>, object]>([
  [
    'a volatility of a tenth more, of which a usual day makes four in a hundred',
    { iv30: 0.33 },
    { iv30: 0.3 },
    { kind: 'iv', value: 0.33, before: 0.3, materiality: 2.5 },
  ],
  [
    'a skew that is two points lower, of which a usual day makes one',
    { skew_25_delta: 0.01 },
    { skew_25_delta: 0.03 },
    { kind: 'skew', value: 0.01, before: 0.03, materiality: 2 },
  ],
  [
    'six in a hundred more open contracts, of which a usual day makes three',
    { open_interest: 1_060, open_interest_change: 60, open_interest_expired: 0 },
    { open_interest: 1_000 },
    {
      kind: 'open_interest',
      value: 1_060,
      before: 1_000,
      materiality: 2,
      text: 'Open interest went from 1,000 to 1,060.',
    },
  ],
  [
    'contracts that expired are no change of the others',
    { open_interest: 1_060, open_interest_change: 60, open_interest_expired: 7_000 },
    { open_interest: 8_000 },
    {
      kind: 'open_interest',
      value: 1_060,
      before: 1_000,
      materiality: 2,
      text: 'Open interest went from 1,000 to 1,060, not counting 7,000 contracts that expired.',
    },
  ],
])('%s', (_words, now, before, change) => {
  const [found, ...others] = changesOf(optionsOf([now, before]))
  expect(found).toMatchObject({ ...change, ...DAYS, ticker: 'AAA', ref: '/api/v1/company/AAA/options' })
  expect(others).toEqual([])
})

test('a change of less than half the usual one is not reported', () => {
  expect(changesOf(optionsOf([{ iv30: 0.3057 }, { iv30: 0.3 }]))).toEqual([])
  expect(changesOf(optionsOf([{ iv30: 0.3063 }, { iv30: 0.3 }]))).toHaveLength(1)
})

test('a close is measured against the average range of the name', () => {
  const history = [
    { day: DAYS.day, close: 97 },
    { day: DAYS.day_before, close: 100 },
  ] as Parts['price']['history']
  const [found] = changesOf({ price: { ...NOTHING.price, history, atr14_share: 0.02 } })
  expect(found).toMatchObject({ kind: 'price', materiality: 1.5, text: 'The close moved -3.0 % to 97.00 dollars.' })
})

test('a consensus is compared with that of the same quarter alone', () => {
  const snapshot = (fiscal_end: string, eps: number) => ({ quarters: [{ fiscal_end, eps }] }) as unknown as EstimatesDay
  const changeOf = (history: EstimatesDay[]) => changesOf({ estimates: { ...NOTHING.estimates, history } })
  const raised = changeOf([snapshot('2026-12', 2.06), snapshot('2026-12', 2)])
  expect(raised).toMatchObject([{ kind: 'estimates', value: 2.06, before: 2, materiality: 3 }])
  expect(changeOf([snapshot('2026-12', 2.06), snapshot('2026-09', 2)])).toEqual([])
})

test('a report of today or yesterday is news with its figures, an older one or one without earnings is not', () => {
  const past = (day: string, eps: number | null) =>
    ({ day, eps, eps_forecast: 1 }) as Parts['earnings']['history'][number]
  const of = (day: string, eps: number | null) =>
    changesOf({ earnings: { ...NOTHING.earnings, history: [past(day, eps)] } })
  const found = { kind: 'report', value: 1.1, before: 1, materiality: 3, ref: '/api/v1/company/AAA/earnings' }
  expect(of('2026-11-24', 1.1)).toMatchObject([{ ...found, day: '2026-11-24' }])
  expect(of('2026-11-23', 1.1)).toMatchObject([{ ...found, day: '2026-11-23' }])
  expect(of('2026-11-22', 1.1)).toEqual([])
  expect(of('2026-11-24', null)).toEqual([])
})
